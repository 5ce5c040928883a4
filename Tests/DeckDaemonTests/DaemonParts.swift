import DeckConfiguration
import DeckDaemon
import DeckEngine
import EventLoop
import Glibc
import Kinetics

/// What handles requests, without a loop: a host of the configured decks, its sockets, and the access of this user, who
/// may inject touches.
struct DaemonParts {
  let options: DaemonOptions
  let host: EngineHost
  let sockets: ListeningSockets
  let access: AccessPolicy

  /// The parts of a daemon whose socket is in `folder`; `path` is where its configuration is read again.
  init(
    _ configuration: DaemonConfiguration,
    readFrom path: String? = nil,
    in folder: String,
    clock: @escaping () -> Instant = { Loop.now }
  ) throws {
    options = DaemonOptions(
      configuration: configuration,
      configurationPath: path,
      socketPath: folder + "/socket",
      devices: .paths([])
    )
    let engine = try Engine(configuration.engineConfiguration(panels: []), at: clock())
    host = EngineHost(engine, ClientRegistry(), clock: clock)
    sockets = try ListeningSockets(options, at: ListeningSockets.placement(options))
    let grants = InjectGrants(users: [geteuid()], groups: [])
    access = AccessPolicy(grants, configuration.limits, controlPath: sockets.controlPath)
  }
}
