import ArgumentParser
import DeckProtocol

/// Replaces cards of a deck that have the same ids.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Replace the cards that have the same ids.",
    discussion: """
      \(CardListFile.help) A request that the deck's own cards rule out, such as an id that is taken, stops the rest, \
      and a message says how far it came.

      Example: echo '[{"id": "a", "data": {"title": "Lake"}}]' | deckctl update -
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: ArgumentHelp("The cards, with ids that the deck has.", valueName: "file"),
    completion: CompletionWords.cardFiles
  )
  var file: String

  func run() throws {
    let transfer = try CardTransfer(CardListFile(file), options, verb: "updated", terms: [:])
    try transfer.send(.deckUpdate)
  }
}
