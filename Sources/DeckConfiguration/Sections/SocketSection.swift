package import UnixSocket

/// `[socket]`: access to the daemon's two sockets.
package struct SocketSection: Hashable, Sendable {
  /// `[socket.observe]`: the read-only socket.
  package struct Observe: Hashable, Sendable {
    package var isEnabled = true
    /// The file's name, in the folder of the control socket; `nil` for one derived from the control socket's name.
    package var name: String?
    package var mode: UInt32 = 0o660
    /// `nil` for the control socket's group.
    package var group: AccountName?

    /// The defaults.
    package init() {}
  }

  package var mode: UInt32 = 0o660
  /// `nil` for `usualGroup` if it exists, else the daemon's own.
  package var group: AccountName?
  package var observe = Observe()

  /// The sockets' default group, if it exists.
  package static let usualGroup = "deckd"

  /// The defaults.
  package init() {}
}

/// `[access]`: permissions of a connection beyond those of its socket.
package struct AccessSection: Hashable, Sendable {
  /// The users and groups that may inject touches, besides root and the daemon's own user.
  package var injectUsers: [AccountName] = []
  package var injectGroups: [AccountName] = []

  /// No grants.
  package init() {}
}
