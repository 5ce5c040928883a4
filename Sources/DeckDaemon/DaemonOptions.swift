package import DeckConfiguration
package import DeckSocket

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
  /// The file that it was read from, and is read from again; `nil` for the usual place.
  package var configurationPath: String?
  /// `nil` for the usual places.
  package var socketPath: String?
  /// Sockets that a service manager passed, which are used instead.
  package var passedSockets: [ActivatedSocket]
  package var devices: Devices
  /// Where what happens is kept; `nil` to keep nothing.
  package var stateDirectory: String?

  /// A daemon with its configuration, its socket and its devices.
  package init(
    configuration: DaemonConfiguration,
    configurationPath: String? = nil,
    socketPath: String?,
    passedSockets: [ActivatedSocket] = [],
    devices: Devices,
    stateDirectory: String? = nil
  ) {
    self.configuration = configuration
    self.configurationPath = configurationPath
    self.socketPath = socketPath
    self.passedSockets = passedSockets
    self.devices = devices
    self.stateDirectory = stateDirectory
  }

  /// The socket of a role that was passed.
  func passed(_ role: ActivatedSocket.Role) -> ActivatedSocket? {
    passedSockets.first { $0.role == role }
  }
}
