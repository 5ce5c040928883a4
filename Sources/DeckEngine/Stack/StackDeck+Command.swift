import DeckProtocol
import Kinetics
import MessageText

extension StackDeck {
  func check(_ command: DeckCommand) throws(CommandError) -> CheckedCommand {
    var indexes: [Int] = []
    switch command {
    case .swipe, .undo, .consult, .invalidate: throw .wrongKind("stack", expected: "swipe")
    case .select(let selection): try checkSelection(of: selection.card)
    case .dismiss:
      if openIndex == nil { throw .nothingOpen }
    case .load(let load):
      try checkLoad(load)
      guard load.current == 0 else {
        throw .outOfRange("current", load.current, expected: "0: a stack shows its cards from the first on")
      }
    case .reload(let reload): try checkIDs(of: reload.cards ?? [])
    case .insert(let insertion): try checkInsertion(insertion)
    case .remove(let removal): try checkRemoval(of: removal.range)
    case .update(let update): indexes = try checkUpdate(with: update.cards)
    case .markLoaded(let loaded): indexes = try indexesOfKnown(loaded.cards)
    case .move(let move):
      _ = try index(of: move.card)
      guard cards.indices.contains(move.index) else {
        throw .outOfRange(
          "to",
          move.index,
          expected: "the index of a card; the deck has \(pluralized(cards.count, "card"))"
        )
      }
    case .scroll(let scroll):
      if case .card(let card) = scroll.target { _ = try index(of: card) }
    case .layOutDetail(let layout): _ = try index(of: layout.card)
    case .bounce, .appear:
      if cards.isEmpty { throw .noCards }
    case .reset: break
    }
    return CheckedCommand(command, interruptsTouch: interruptsTouch(command), indexes: indexes)
  }

  private func interruptsTouch(_ command: DeckCommand) -> Bool {
    switch command {
    case .update, .markLoaded, .layOutDetail: false
    // A dragged card stays under its finger, whatever happens to the others.
    case .insert: openIndex != nil
    case .remove(let removal): openIndex != nil || dragged.map(removal.range.contains) == true
    case .move(let move): openIndex != nil || dragged.map { cards[$0].id == move.card } == true
    default: true
    }
  }

  /// The card that a finger drags to another index.
  private var dragged: Int? { touch?.reorder?.index }

  /// The card that is over all others.
  var topmost: Int? {
    guard !cards.isEmpty else { return nil }
    return stack.order == .downwards ? cards.count - 1 : 0
  }

  private func checkSelection(of card: String?) throws(CommandError) {
    guard !cards.isEmpty else { throw .noCards }
    if let card { _ = try index(of: card) }
  }

  private func index(of card: String) throws(CommandError) -> Int {
    guard let index = pile.index(of: card) else { throw .unknownCard(card, .card) }
    return index
  }
}
