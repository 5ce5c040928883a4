package import DeckEngine
package import DeckSocket
package import DeckStore
package import LibinputTouch
package import UnixSocket

/// The reason that a daemon cannot start, and the remedy.
package enum DaemonError: Error, Sendable, CustomStringConvertible {
  case engine(EngineError)
  case libinput(LibinputError)
  case socket(SocketError)
  case store(StoreError)
  case noSocketPlace
  /// The process may open fewer descriptors than it needs.
  case fewDescriptors(Int, least: Int)
  /// The observe socket has the same path as the control socket.
  case sameSocket(path: String)
  /// A name in the table `[access]` that identifies no account.
  case account(kind: String, AccountName, key: String, reason: String)

  package var description: String {
    switch self {
    case .engine(let error): "configuration: \(error)"
    case .libinput(let error): "\(error)"
    case .socket(let error): "\(error)"
    case .store(let error): "\(error)"
    case .fewDescriptors(let count, let least):
      "\(count) open files are too few: \(least) at the least; raise the limit (ulimit -n, LimitNOFILE= of the unit)"
    case .noSocketPlace:
      "no place for the socket: neither /run/deckd nor $XDG_RUNTIME_DIR can be written; name one with --socket"
    case .sameSocket(let path):
      "both sockets would be \(path); give socket.observe.name in the configuration another name than --socket has"
    case .account(let kind, let name, let key, let reason):
      "configuration: access.\(key): the \(kind) \(name) \(reason); expected one of this machine"
    }
  }
}
