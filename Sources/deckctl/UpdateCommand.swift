import ArgumentParser
import DeckProtocol

/// Replaces cards of a deck by others with the same ids.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Replace the cards that have the same ids.",
    discussion: """
      \(CardFile.help)

      Example: echo '[{"id": "a", "data": {"title": "Lake"}}]' | deckctl update -
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(help: ArgumentHelp("The cards, with ids that the deck has.", valueName: "file"))
  var file: String

  func run() throws {
    let cards = try CardFile.read(file)
    try options.carryOut("deck.update") { json in json.member("cards", raw: cards) }
  }
}
