/// Why a connection to `deckd` failed, and what to do about it.
public enum DeckConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No daemon accepts connections at the path.
  case notRunning(path: String)
  case notPermitted(path: String)
  case pathTooLong(path: String, limit: Int)
  case cannotConnect(path: String, reason: String)
  /// The connection broke.
  case lost(path: String, reason: String)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .notRunning(let path):
      """
      deckd is not running: nobody answers on \(path); start it, a service with "systemctl start deckd", or name its \
      socket with --socket or DECKD_SOCKET
      """
    case .notPermitted(let path):
      """
      no permission for \(path); use sudo, or add the user to its group, as with "usermod -aG deckd USER", and log in \
      again
      """
    case .pathTooLong(let path, let limit):
      "the path of the socket has more than \(limit) bytes, the most a Unix socket can have; use a shorter one: \(path)"
    case .cannotConnect(let path, let reason):
      "cannot connect to \(path): \(reason)"
    case .lost(let path, let reason):
      "the connection to deckd on \(path) broke (\(reason)); connect again"
    }
  }
}
