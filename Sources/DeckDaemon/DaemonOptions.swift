package import DeckConfiguration

/// What a daemon is started with.
package struct DaemonOptions: Sendable {
  /// Which devices are read.
  package enum Devices: Hashable, Sendable {
    /// Every touchscreen of a seat, as they come and go.
    case seat(String)
    /// These device nodes.
    case paths([String])
  }

  package var configuration: DaemonConfiguration
  /// `nil` for the usual places.
  package var socketPath: String?
  package var devices: Devices

  /// A daemon with its configuration, its socket and its devices.
  package init(configuration: DaemonConfiguration, socketPath: String?, devices: Devices) {
    self.configuration = configuration
    self.socketPath = socketPath
    self.devices = devices
  }
}
