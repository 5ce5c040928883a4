package import DeckConfiguration

/// The users and groups that a configuration names, looked up on this machine.
package enum AccountCheck {
  /// Throws what would keep the daemon from starting with the configuration.
  package static func run(_ configuration: DaemonConfiguration, controlPath: String) throws(DaemonError) {
    try ListeningSockets.checkGroups(configuration.socket, controlPath: controlPath)
    _ = try InjectGrants(configuration.access)
  }
}
