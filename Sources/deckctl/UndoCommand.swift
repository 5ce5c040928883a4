import ArgumentParser

/// Takes the last decision back.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last decision back: its card returns to the front.",
    discussion: "Once for each decision. Example: deckctl undo"
  )

  @OptionGroup var options: DeckCommandOptions

  func run() throws {
    try options.carryOut("deck.undo")
  }
}
