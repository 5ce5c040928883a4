package import DeckConfiguration
package import DeckSocket
import Evdev
import LibinputTouch

/// The options that a daemon is started with.
package struct DaemonOptions: Sendable {
  /// The devices to read.
  package enum Devices: Hashable, Sendable, CustomStringConvertible {
    /// Every touchscreen of a seat, including those connected later.
    case seat(String)
    /// These device nodes.
    case paths([String])

    package var description: String {
      switch self {
      case .seat(let seat): "of the seat \(seat)"
      case .paths(let paths): "at \(paths.joined(separator: ", "))"
      }
    }
  }

  package var configuration: DaemonConfiguration
  /// The file that the configuration was read from, and is reloaded from; `nil` for the default path.
  package var configurationPath: String?
  /// `nil` for the default paths.
  package var socketPath: String?
  /// The sockets that a service manager passed, which are used instead.
  package var passedSockets: [ActivatedSocket]
  package var devices: Devices
  /// Whether the touches of every panel are taken from other programs, also where the configuration leaves them.
  package var grabsPanels: Bool
  /// The directory in which state is persisted; `nil` to persist nothing.
  package var stateDirectory: String?

  /// The options of a daemon with this configuration, these sockets and these devices.
  package init(
    configuration: DaemonConfiguration,
    configurationPath: String? = nil,
    socketPath: String?,
    passedSockets: [ActivatedSocket] = [],
    devices: Devices,
    grabsPanels: Bool = false,
    stateDirectory: String? = nil
  ) {
    self.configuration = configuration
    self.configurationPath = configurationPath
    self.socketPath = socketPath
    self.passedSockets = passedSockets
    self.devices = devices
    self.grabsPanels = grabsPanels
    self.stateDirectory = stateDirectory
  }

  /// Opens the devices.
  func openDevices() throws(DaemonError) -> LibinputContext {
    do {
      return switch devices {
      case .seat(let seat): try LibinputContext(seat: seat, ignoring: VirtualTouchscreen.physicalPathPrefix)
      case .paths(let paths): try LibinputContext(devices: paths)
      }
    } catch {
      throw .libinput(error)
    }
  }

  /// Returns the passed socket of a role.
  func passed(_ role: ActivatedSocket.Role) -> ActivatedSocket? {
    passedSockets.first { $0.role == role }
  }
}
