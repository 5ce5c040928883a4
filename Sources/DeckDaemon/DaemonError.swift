package import DeckEngine
package import DeckSocket
package import LibinputTouch

/// Why a daemon cannot start, and what to do.
package enum DaemonError: Error, Sendable, CustomStringConvertible {
  case engine(EngineError)
  case libinput(LibinputError)
  case socket(SocketError)
  case noSocketPlace

  package var description: String {
    switch self {
    case .engine(let error): "configuration: \(error)"
    case .libinput(let error): "\(error)"
    case .socket(let error): "\(error)"
    case .noSocketPlace:
      "no place for the socket: neither /run/deckd nor $XDG_RUNTIME_DIR can be written; name one with --socket"
    }
  }
}
