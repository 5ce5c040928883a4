package import DeckEngine
package import DeckSocket
package import DeckStore
package import LibinputTouch
package import UnixSocket

/// Why a daemon cannot start, and what to do.
package enum DaemonError: Error, Sendable, CustomStringConvertible {
  case engine(EngineError)
  case libinput(LibinputError)
  case socket(SocketError)
  case store(StoreError)
  case noSocketPlace
  /// The observe socket was named as the control socket is.
  case sameSocket(path: String)
  /// A name of the table `[access]` that means nobody.
  case account(kind: String, AccountName, key: String, reason: String)

  package var description: String {
    switch self {
    case .engine(let error): "configuration: \(error)"
    case .libinput(let error): "\(error)"
    case .socket(let error): "\(error)"
    case .store(let error): "\(error)"
    case .noSocketPlace:
      "no place for the socket: neither /run/deckd nor $XDG_RUNTIME_DIR can be written; name one with --socket"
    case .sameSocket(let path):
      "both sockets would be \(path); give socket.observe.name in the configuration another name than --socket has"
    case .account(let kind, let name, let key, let reason):
      "configuration: access.\(key): the \(kind) \(name) \(reason); expected one of this machine"
    }
  }
}
