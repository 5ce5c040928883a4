import DeckConfiguration
import DeckProtocol
import DeckSocket
import Glibc
import Logging
import UnixSocket

/// The users and groups that may inject touches, by their numeric ids.
struct InjectGrants: Hashable {
  var users: Set<uid_t>
  var groups: Set<gid_t>

  /// The grants of a configuration, whose account names must exist on this machine.
  ///
  /// Root and this process's user are always included.
  init(_ section: AccessSection) throws(DaemonError) {
    users = [0, geteuid()]
    groups = []
    for name in section.injectUsers {
      users.insert(try Self.number(of: name, "user", key: "injectUsers") { () throws(Errno) in try name.userID() })
    }
    for name in section.injectGroups {
      groups.insert(try Self.number(of: name, "group", key: "injectGroups") { () throws(Errno) in try name.groupID() })
    }
  }

  /// Returns whether the client's process, as it was when it connected, has one of the users or groups.
  func include(_ connection: ClientConnection) throws(Errno) -> Bool {
    let peer = connection.peer
    if users.contains(peer.user) || groups.contains(peer.group) { return true }
    guard !groups.isEmpty else { return false }
    return try !groups.isDisjoint(with: connection.peerGroups)
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

extension Daemon {
  /// Returns the permissions of a client that connected over a socket with `access`.
  func permissions(of connection: ClientConnection, over access: Access) -> Client.Permissions {
    guard access == .control else { return Client.Permissions(access: access, inject: false) }
    do {
      return Client.Permissions(access: access, inject: try grants.include(connection))
    } catch {
      log.warning("the groups of a client are not known: \(error)", metadata: ["pid": "\(connection.peer.process)"])
      return Client.Permissions(access: access, inject: false)
    }
  }

  /// Throws if `permissions` do not allow a method, whatever its parameters.
  func checkAccess(to method: ClientRequest.MethodName, with permissions: Client.Permissions) throws(ProtocolError) {
    if !permissions.control, !method.isReadOnly { throw onlyForControl }
    if method == .inputInject, !permissions.inject { throw Self.injectNotGranted }
  }

  private var onlyForControl: ProtocolError {
    let control = sockets.first { $0.access == .control }?.listener.path ?? SocketPath.system
    return ProtocolError(
      .refused,
      "this socket is for looking on",
      field: "method",
      expected: "a method that changes nothing; what changes anything is served on the control socket, \(control)"
    )
  }

  private static let injectNotGranted = ProtocolError(
    .refused,
    "this client may not put touches in",
    field: "method",
    expected: "one of root, of deckd's own user, or of access.injectUsers or access.injectGroups"
  )
}
