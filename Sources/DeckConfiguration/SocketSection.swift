package import UnixSocket

/// `[socket]`: who may connect to the daemon's two sockets.
package struct SocketSection: Hashable, Sendable {
  /// `[socket.observe]`: the socket that only lets its clients look on.
  package struct Observe: Hashable, Sendable {
    package var isEnabled = true
    /// The file's name, in the folder of the control socket; `nil` for one made of that one's.
    package var name: String?
    package var mode: UInt32 = 0o660
    /// `nil` for that of the control socket.
    package var group: AccountName?

    /// The socket as it is without a configuration.
    package init() {}
  }

  package var mode: UInt32 = 0o660
  /// `nil` for `usualGroup` where there is one, else the daemon's own.
  package var group: AccountName?
  package var observe = Observe()

  /// The group that the sockets have where nothing else is configured and there is such a group (SPEC.md, P9).
  package static let usualGroup = "deckd"

  /// The sockets as they are without a configuration.
  package init() {}
}

/// `[access]`: what a connection may do beyond what its socket permits.
package struct AccessSection: Hashable, Sendable {
  /// The users and groups that may inject touches, besides root and the daemon's own user.
  package var injectUsers: [AccountName] = []
  package var injectGroups: [AccountName] = []

  /// No grants.
  package init() {}
}
