import ArgumentParser
import DeckClient

/// Replaces cards of a deck that have the same ids.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Replace the cards that have the same ids.",
    discussion: """
      \(CardListFile.help)

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
    try transfer.send(transfer.upload.update())
  }
}
