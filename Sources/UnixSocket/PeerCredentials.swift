package import Glibc

/// The identity of a socket's peer, as recorded by the kernel when the connection was made.
package struct PeerCredentials: Hashable, Sendable {
  package var process: pid_t
  package var user: uid_t
  package var group: gid_t

  /// A peer by its process, user and group.
  package init(process: pid_t, user: uid_t, group: gid_t) {
    self.process = process
    self.user = user
    self.group = group
  }
}
