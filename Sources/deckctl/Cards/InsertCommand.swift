import ArgumentParser
import DeckProtocol
import JSON

/// Inserts cards into a deck.
struct InsertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "insert",
    abstract: "Put cards into the deck.",
    discussion: """
      \(CardListFile.help) A request that the deck's own cards rule out, such as an id that is taken, stops the rest, \
      and a message says how far it came.

      Example: echo '[{"id": "new"}]' | deckctl insert - --at 3
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: ArgumentHelp("The cards, with new ids.", valueName: "file"),
    completion: CompletionWords.cardFiles
  )
  var file: String

  @Option(help: ArgumentHelp("The index of the first of them, from 0 (default: the end).", valueName: "index"))
  var at: Int?

  func validate() throws {
    guard at ?? 0 >= 0 else { throw ValidationError("--at: expected an index from 0.") }
  }

  func run() throws {
    let transfer = try CardTransfer(CardListFile(file), options, verb: "inserted", terms: ["at": "--at"])
    try transfer.checkTotals(isAdding: true)
    try transfer.send(.deckInsert) { json in
      if let at { json.member("at", at) }
    }
  }
}
