import ArgumentParser
import DeckProtocol

/// Gives a deck other cards.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Give the deck other cards: from the first on, or from where it is.",
    discussion: """
      \(CardFile.help)

      With --keep the front index stays, and decisions about cards that are where they were can still be undone
      (deck.reload). Without it the decisions are forgotten (deck.load).

      Example: echo '[{"id": "a"}, {"id": "b", "allowed": ["up"]}]' | deckctl load -
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: ArgumentHelp(
      "The deck's cards (default: those of the configuration, or with --keep those that it has).",
      valueName: "file"
    )
  )
  var file: String?

  @Option(help: ArgumentHelp("The index of the front card, from 0 (default: 0).", valueName: "index"))
  var current: Int?

  @Flag(help: "Keep the front index.")
  var keep = false

  func validate() throws {
    if let current, current < 0 { throw ValidationError("--current: expected an index from 0.") }
    if keep, current != nil { throw ValidationError("--keep keeps the front index; leave out --current.") }
  }

  func run() throws {
    let cards = try file.map { try CardFile.read($0) }
    try options.carryOut(keep ? "deck.reload" : "deck.load") { json in
      if let cards { json.member("cards", raw: cards) }
      if !keep { json.member("current", current ?? 0) }
    }
  }
}
