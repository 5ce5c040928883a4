package import DeckConfiguration
package import Glibc
import SystemCalls
import UnixSocket

/// The users and groups that may inject touches, by their numeric ids.
package struct InjectGrants: Hashable, Sendable {
  private var users: Set<uid_t>
  private var groups: Set<gid_t>

  /// Grants to these users and groups only.
  package init(users: Set<uid_t>, groups: Set<gid_t>) {
    self.users = users
    self.groups = groups
  }

  /// The grants of a configuration, whose account names must exist on this machine.
  ///
  /// Root and this process's user are always included.
  package init(_ section: AccessSection) throws(DaemonError) {
    users = [0, geteuid()]
    groups = []
    for name in section.injectUsers {
      users.insert(try Self.number(of: name, "user", key: "injectUsers") { () throws(Errno) in try name.userID() })
    }
    for name in section.injectGroups {
      groups.insert(try Self.number(of: name, "group", key: "injectGroups") { () throws(Errno) in try name.groupID() })
    }
  }

  /// Returns whether a process has one of the users or groups; its supplementary groups are read only if needed.
  func include(
    _ peer: PeerCredentials,
    supplementary: () throws(Errno) -> [gid_t]
  ) throws(Errno) -> Bool {
    if users.contains(peer.user) || groups.contains(peer.group) { return true }
    guard !groups.isEmpty else { return false }
    return try !groups.isDisjoint(with: supplementary())
  }

  private static func number(
    of name: AccountName,
    _ kind: String,
    key: String,
    _ lookUp: () throws(Errno) -> UInt32?
  ) throws(DaemonError) -> UInt32 {
    do {
      if let number = try lookUp() { return number }
    } catch {
      throw .account(kind: kind, name, key: key, reason: "cannot be looked up: \(error)")
    }
    throw .account(kind: kind, name, key: key, reason: "does not exist")
  }
}
