package import ArgumentParser
import DeckClient
import DeckProtocol
import Glibc
import SystemCalls

/// The command line of `deckd`'s users.
package struct DeckctlCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "deckctl",
    abstract:
      "Looks at decks and panels, moves, fills and tunes decks, replays and makes recordings, and finds what is wrong.",
    discussion: """
      --socket, and --json where the subcommand has it, may stand before or after the subcommand.

      It waits 10 s for a sign of the daemon, or as many seconds as $DECKD_TIMEOUT says.

      Exit codes:
      \(ExitStatus.help)
      """,
    version: ReleaseVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Status",
        subcommands: [StatusCommand.self, CardsCommand.self, WatchCommand.self, ViewCommand.self]
      ),
      CommandGroup(
        name: "Deck",
        subcommands: [
          SwipeCommand.self, UndoCommand.self, SelectCommand.self, DismissCommand.self, BounceCommand.self,
          ScrollCommand.self, AppearCommand.self, ResetCommand.self,
        ]
      ),
      CommandGroup(
        name: "Card",
        subcommands: [
          LoadCommand.self, InsertCommand.self, RemoveCommand.self, UpdateCommand.self, MoveCommand.self,
          LoadedCommand.self,
        ]
      ),
      CommandGroup(
        name: "Daemon",
        subcommands: [
          SettingsCommand.self, ConfigureCommand.self, ReloadCommand.self, SurfaceSetCommand.self, CallCommand.self,
        ]
      ),
      CommandGroup(
        name: "Panel",
        subcommands: [DevicesCommand.self, CalibrateCommand.self, DoctorCommand.self, ReportCommand.self]
      ),
      CommandGroup(
        name: "Recording",
        subcommands: [
          RecordCommand.self, ReplayCommand.self, PlotCommand.self, TuneCommand.self, ExplainCommand.self,
          ActionsCommand.self, SynthesizeCommand.self,
        ]
      ),
      CommandGroup(name: "Motion", subcommands: [SpringCommand.self, VelocityCommand.self]),
    ]
  )

  /// Listed in the help; subcommands with the same group accept the values given here.
  @OptionGroup var daemon: DaemonAddress

  /// As the parser asks for it.
  package init() {}

  /// Parses the command line and runs the subcommand; a failure ends the program with its own exit code.
  package static func main() {
    do {
      let words = CommandWords(ProgramArguments.all)
      var command = try parseAsRoot(try words.arranged(for: subcommandNames))
      try command.run()
      try OutputBuffer.flushPrinted()
    } catch let error as Failure {
      end(error)
    } catch let error as DeckConnectionError {
      end(Failure("\(error)", .noDaemon))
    } catch {
      // Help and the like are no errors.
      guard exitCode(for: error) != .success else { exit(withError: error) }
      let message = hinted(fullMessage(for: error))
      if !message.isEmpty { StandardError.write("\(message)\n") }
      Glibc.exit(exitCode(for: error).rawValue)
    }
  }

  /// The message, which names --deck where an argument too many may be a deck.
  private static func hinted(_ message: String) -> String {
    let lines = message.split(separator: "\n", maxSplits: 1)
    guard lines.count == 2, lines[0].hasPrefix("Error: Unexpected argument"), lines[1].contains("[--deck <id>]")
    else { return message }
    return "\(lines[0]); --deck names a deck\n\(lines[1])"
  }

  private static var subcommandNames: [String] { configuration.subcommands.map { $0._commandName } }

  private static func end(_ failure: Failure) -> Never {
    StandardError.write("Error: \(failure)\n")
    Glibc.exit(failure.status.rawValue)
  }
}
