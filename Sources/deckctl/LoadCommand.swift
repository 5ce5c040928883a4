import ArgumentParser
import DeckClient
import DeckProtocol
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

      A file of more than 1 MiB takes several requests. The first has every card that the front index and undo depend \
      on; where those do not fit, the cards farthest from the front card get their data a moment later. With --current, \
      undo may reach back to fewer cards than there are before the front card: as many as fit into the first request \
      without their data. A note then says how many.

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
        terms: ["cards": .none, "current": "--current"]
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
    try transfer.send(keep ? try keepingParts(transfer) : loadingParts(transfer))
  }

  private func loadingParts(_ transfer: CardTransfer) -> [CardUpload.Part] {
    let load = transfer.upload.load(current: current ?? 0)
    if let undoable = load.undoable, undoable < current ?? 0 {
      StandardError.note("only the last \(pluralized(undoable, "card")) before the front one can be undone")
    }
    return load.parts
  }

  private func keepingParts(_ transfer: CardTransfer) throws -> [CardUpload.Part] {
    let position = transfer.upload.fitsOneRequest ? (decided: 0, front: 0) : try transfer.position()
    guard let parts = transfer.upload.reload(decided: position.decided, front: position.front) else {
      throw Failure(
        """
        \(transfer.file.name): decisions and the front index depend on the first \
        \(pluralized(max(position.decided, position.front + 1), "card")), and as many do not fit into one request even \
        without their data; leave out --keep
        """
      )
    }
    return parts
  }
}
