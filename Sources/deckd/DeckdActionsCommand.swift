import ArgumentParser
import DeckActions
import DeckConfiguration
import DeckProtocol
import EventLoop
import Glibc
import Logging
import Service
import SystemCalls
import UnixSocket

/// The command line of the service that runs commands for events.
struct DeckdActionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckd-actions",
    abstract: "Runs commands for the events of deckd's decks.",
    discussion: """
      Connects to deckd's socket and runs, for each event, the commands that a file names for it. The event's values \
      are in the environment of the command; no shell reads them. Events that happen while it is not connected run \
      nothing.
      """,
    version: ReleaseVersion.current
  )

  @Option(
    help: ArgumentHelp("The actions.", valueName: "file"),
    completion: .file(extensions: ["toml"])
  )
  var config = ActionFile.usualPath

  @Option(
    help: ArgumentHelp("deckd's socket (default: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR).", valueName: "path"),
    completion: .file()
  )
  var socket: String?

  @Option(
    help: ArgumentHelp("Check this file of actions, say what it means, and exit.", valueName: "file"),
    completion: .file(extensions: ["toml"])
  )
  var checkConfig: String?

  @Flag(help: "Print what would run, and run nothing.")
  var dryRun = false

  @Option(
    help: "How much to log: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(Logger.Level.allCases.map(\.rawValue)),
    transform: Logger.Level.named
  )
  var logLevel = Logger.Level.notice

  static func main() { main(ProgramArguments.all) }

  func validate() throws {
    if socket == "" { throw ValidationError("--socket: expected the path of a socket, not an empty one.") }
  }

  func run() throws {
    if let checkConfig { return try check(checkConfig) }
    let actions: [ActionSection]
    do {
      actions = try ActionFile.read(config)
    } catch {
      throw ProgramFailure("\(error)")
    }
    // A log whose reader has gone must not end the service.
    signal(SIGPIPE, SIG_IGN)
    // Where the parent ignores it, the end of a command has no status.
    signal(SIGCHLD, SIG_DFL)
    let control = SocketPath.forConnecting(explicit: socket, environment: SocketPath.environment)
    let options = ActionOptions(
      file: InputFile.absolutePath(config),
      // It changes nothing by itself.
      socket: socket ?? SocketPath.observing(beside: control),
      ActionEnvironment(inherited, socket: control),
      isDryRun: dryRun
    )
    var log = Logger(label: "deckd-actions") { _ in ServiceLog() }
    log.logLevel = logLevel
    var manager = ServiceManager(at: Loop.now)
    var service = ActionService(actions, options, log: log) { state in
      manager.reportReady(.acting(actions: state.actions, isConnected: state.isConnected))
    }
    service.run()
    manager.reportStopping()
  }

  private func check(_ file: String) throws {
    do {
      let actions = try ActionFile.check(file)
      for action in actions { print("\(action.name): \(action.event) runs \(action.commandText)") }
      for warning in ActionWarnings.of(actions) { warn(warning) }
      if let problem = ActionFile.distrust(of: file) { warn(problem) }
    } catch {
      throw ProgramFailure("\(error)")
    }
  }

  private var inherited: [String: String] {
    var found: [String: String] = [:]
    for name in ActionEnvironment.inherited {
      if let value = getenv(name) { found[name] = String(cString: value) }
    }
    return found
  }
}
