import ArgumentParser
import DeckProtocol

/// Undoes the last decision.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last decision back: its card returns to the front.",
    discussion: """
      Once for each decision; refused where --card names another card than that of the last one. Example: deckctl undo
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Option(help: ArgumentHelp("Only if this card was decided last.", valueName: "id"))
  var card: String?

  func run() throws {
    try options.perform(.undo(.init(card: card)), terms: ["card": "--card"])
  }
}
