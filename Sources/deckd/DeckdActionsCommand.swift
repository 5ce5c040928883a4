import ArgumentParser
import DeckActions
import DeckConfiguration
import DeckProtocol
import EventLoop
import Glibc
import Logging
import Service
import SystemCalls

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

  @OptionGroup var daemon: ClientSocket

  @Option(
    help: ArgumentHelp("Check this file of actions, say what it means, and exit.", valueName: "file"),
    completion: .file(extensions: ["toml"])
  )
  var checkConfig: String?

  @Flag(help: "Print what would run, and run nothing.")
  var dryRun = false

  @OptionGroup var logging: LogOptions

  static func main() { main(ProgramArguments.all) }

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
    let options = ActionOptions(
      file: InputFile.absolutePath(config),
      // It changes nothing by itself.
      socket: daemon.observing,
      ActionEnvironment(inherited, socket: daemon.control),
      isDryRun: dryRun
    )
    let log = logging.logger(of: "deckd-actions")
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
