import ArgumentParser
import DeckProtocol
import JSON
import MessageText

/// Loads cards into a deck.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Give the deck other cards: from the first on, or from where it is.",
    discussion: """
      \(CardListFile.help)

      With --keep the front index stays, and decisions about cards that are where they were can still be undone \
      (deck.reload). Without it the decisions are forgotten (deck.load).

      Cards that do not fit into one request are staged first (deck.stage): the deck takes all of them at once, or none.

      Example: deckctl load ~/Pictures

      Example: echo '[{"id": "a"}, {"id": "b", "allowed": ["up"]}]' | deckctl load -
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: ArgumentHelp(
      "The deck's cards (default: those of the configuration, or with --keep those that it has).",
      valueName: "file"
    ),
    completion: CompletionWords.cardFiles
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
    guard let file else {
      // The message names the file if the configuration does.
      try options.perform(
        keep ? .reload(.init()) : .load(.init(current: current ?? 0)),
        terms: ["cards": .none, "staged": .none, "current": "--current"]
      )
      if !keep { StandardError.note("no file named: the deck has the cards of its configuration") }
      return
    }
    let cards = try CardListFile(file)
    if let current, current > cards.cards.count {
      throw Failure("--current is \(current); expected 0 to \(cards.cards.count), the number of cards")
    }
    let transfer = try CardTransfer(cards, options, verb: "loaded", terms: ["current": "--current"])
    try transfer.checkTotals(isAdding: false)
    try transfer.send(keep ? .deckReload : .deckLoad) { json in
      if !keep { json.member("current", current ?? 0) }
    }
  }
}
