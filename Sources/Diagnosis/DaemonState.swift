package import DeckProtocol
package import JSON

/// What came of asking the daemon for its status.
package enum DaemonState: Equatable, Sendable {
  /// It was not asked: the files of another system are checked.
  case unasked
  /// The result of `daemon.status`.
  case answers(JSONValue)
  /// There is no socket.
  case missing
  /// There is a socket on which nobody listens.
  case stale
  /// The user may not connect.
  case notPermitted
  /// It accepts the connection and does not reply; its process, if that is known.
  case silent(process: Int32?)
  case failed(reason: String)

  /// The status of a daemon that replies.
  package var status: Received<DaemonStatus>? {
    if case .answers(let status) = self { Received(status) } else { nil }
  }

  /// Why there is no status of the daemon on `socket`.
  package func absence(on socket: String) -> String {
    switch self {
    case .notPermitted: "this user may not connect to \(socket)"
    case .silent: "the daemon on \(socket) does not reply"
    case .unasked, .answers, .missing, .stale, .failed: "no daemon answers on \(socket)"
    }
  }
}
