import ArgumentParser
import DeckConfiguration
import DeckDaemon
import DeckProtocol
import DeckSocket
import EventLoop
import Glibc
import Logging
import Service
import SystemCalls
import UnixSocket

/// The daemon's command line.
struct DeckdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckd",
    abstract: "Turns a touch panel into decks of cards that front ends draw.",
    discussion: """
      Reads touchscreens through libinput, moves the cards, and serves their state on a Unix socket. \
      Look at it with "deckctl status" and "deckctl watch".
      """,
    version: ReleaseVersion.current
  )

  @Option(
    help: ArgumentHelp(
      "The configuration (default: \(ConfigurationFile.usualPath), if it is there).",
      valueName: "file"
    ),
    completion: .file(extensions: ["toml"])
  )
  var config: String?

  @Option(
    help: ArgumentHelp("The socket (default: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR).", valueName: "path"),
    completion: .file()
  )
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Where the decks and their events are kept across restarts (default: $STATE_DIRECTORY; else nothing is kept).",
      valueName: "folder"
    ),
    completion: .directory
  )
  var stateDir: String?

  @Option(help: ArgumentHelp("Read the touchscreens of this seat, as they come and go.", valueName: "name"))
  var seat: String?

  @Option(
    help: ArgumentHelp("Read this device instead of a seat's; repeat for several.", valueName: "node"),
    completion: .file()
  )
  var device: [String] = []

  @Flag(
    help: """
      Take the touches of every panel from other programs (EVIOCGRAB), also where the configuration leaves them: grab \
      of [[panels]] does it for one.
      """
  )
  var grab = false

  @Flag(help: "Check the configuration, say what it means, and exit.")
  var checkConfig = false

  @OptionGroup var logging: LogOptions

  @Argument(help: .hidden)
  var files: [String] = []

  static func main() { main(ProgramArguments.all) }

  func validate() throws {
    if stateDir == "" { throw ValidationError("--state-dir: expected the path of a folder, not an empty one.") }
    if socket == "" { throw ValidationError("--socket: expected the path of a socket, not an empty one.") }
    if seat == "" { throw ValidationError("--seat: expected the name of a seat, such as seat0, not an empty one.") }
    if seat != nil, !device.isEmpty {
      throw ValidationError("--seat and --device exclude each other: a seat is read whole, devices one by one.")
    }
  }

  func run() throws {
    // Not in validate(), which comes before an unknown option is named.
    if let file = files.first {
      throw ValidationError("unexpected argument '\(file)'; a configuration is read with --config \(file)")
    }
    // First, while there is only one thread: it changes the environment.
    let passed = try takePassedSockets()
    let configuration = try readConfiguration()
    if checkConfig {
      for line in configuration.report { print(line) }
      for warning in configuration.warnings { warn(warning) }
      try checkAccounts(of: configuration)
      return
    }
    let log = logging.logger(of: "deckd")
    for warning in configuration.warnings { log.warning("\(warning)") }
    if !passed.isEmpty, configuration.socket != SocketSection() {
      log.warning("[socket] has no effect: a service manager passed the sockets; set SocketMode= and SocketGroup=")
    }
    // A log whose reader has gone must not end the daemon.
    signal(SIGPIPE, SIG_IGN)
    MemoryTrim.prepare()
    let loop = Loop()
    let options = DaemonOptions(
      configuration: configuration,
      configurationPath: config,
      socketPath: socket,
      passedSockets: passed,
      devices: device.isEmpty ? .seat(seat ?? "seat0") : .paths(device),
      grabsPanels: grab,
      stateDirectory: stateDir ?? stateDirectoryOfService
    )
    let daemon: Daemon
    do {
      daemon = try Daemon(options, loop: loop, log: log) { isFailure in Glibc.exit(isFailure ? 1 : 0) }
    } catch {
      throw ProgramFailure("\(error)")
    }
    loop.perform { @Sendable in daemon.assumeIsolated { $0.start() } }
    loop.run()
  }

  /// The users and groups are this machine's, not the file's.
  private func checkAccounts(of configuration: DaemonConfiguration) throws {
    let path = SocketPath.forServing(explicit: socket, environment: SocketPath.environment) ?? SocketPath.system
    do {
      try AccountCheck.run(configuration, controlPath: path)
    } catch {
      throw ProgramFailure("\(error)")
    }
  }

  private func takePassedSockets() throws -> [ActivatedSocket] {
    do {
      return try ActivatedSocket.takeAll()
    } catch {
      throw ProgramFailure("\(error)")
    }
  }

  private func readConfiguration() throws -> DaemonConfiguration {
    do {
      return try ConfigurationFile.read(config)
    } catch {
      throw ProgramFailure("\(error)")
    }
  }
}
