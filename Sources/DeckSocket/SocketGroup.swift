package import Glibc
package import UnixSocket

/// The group of a socket file.
package enum SocketGroup: Hashable, Sendable {
  /// The process's own.
  case own
  /// This group if it exists and the process may assign it, else the process's own.
  case preferred(String)
  /// This group; without it, creating the socket fails.
  case required(AccountName)

  var isOnlyPreferred: Bool {
    if case .preferred = self { true } else { false }
  }

  /// The group's number; `nil` for the process's own.
  package func number(for path: String) throws(SocketError) -> gid_t? {
    do {
      switch self {
      case .own: return nil
      case .preferred(let name): return try AccountName.name(name).groupID()
      case .required(let group):
        if let number = try group.groupID() { return number }
      }
    } catch {
      throw .failed(.setGroup, path: path, error)
    }
    guard case .required(let group) = self else { return nil }
    throw .unknownGroup(group, path: path)
  }
}
