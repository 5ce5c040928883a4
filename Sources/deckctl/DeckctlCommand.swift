import ArgumentParser
import DeckProtocol

/// The command line of the people who use `deckd`.
@main
struct DeckctlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckctl",
    abstract:
      "Looks at decks, moves, fills and tunes them, replays and makes recordings, and works out springs and velocities.",
    version: ReleaseVersion.current,
    subcommands: [
      StatusCommand.self, CardsCommand.self, WatchCommand.self, SwipeCommand.self, UndoCommand.self, SelectCommand.self,
      DismissCommand.self, BounceCommand.self, ScrollCommand.self, AppearCommand.self, ResetCommand.self,
      LoadCommand.self, InsertCommand.self, RemoveCommand.self, UpdateCommand.self, MoveCommand.self,
      LoadedCommand.self, ConfigureCommand.self, ReloadCommand.self, SurfaceCommand.self,
      ReplayCommand.self, ExplainCommand.self, SynthesizeCommand.self, SpringCommand.self, VelocityCommand.self,
    ]
  )
}

/// A failure with a message for the person at the terminal; the program ends with exit code 1.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
