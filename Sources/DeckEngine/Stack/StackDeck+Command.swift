import DeckProtocol
import Kinetics

extension StackDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe, .undo, .consult, .invalidate: throw .notFor("stack", but: "swipe")
    case .select(let card): try checkSelection(of: card)
    case .dismiss:
      if openIndex == nil { throw .nothingOpen }
    case .load(let new, let current):
      try checkLoad(of: new, current: current)
      guard current == 0 else { throw .outOfRange("current", current, "0: a stack shows its cards from the first on") }
    case .reload(let new): try checkIDs(of: new ?? [])
    case .insert(let new, let place): try checkInsertion(of: new, at: place ?? cards.count)
    case .remove(let range): try checkRemoval(of: range)
    case .update(let new): try checkUpdate(with: new)
    case .markLoaded(let loaded, _): try checkKnown(loaded)
    case .move(let card, let target):
      _ = try index(of: card, field: "params.card")
      guard cards.indices.contains(target) else {
        throw .outOfRange("to", target, "the index of a card; the deck has \(pluralized(cards.count, "card"))")
      }
    case .scroll(.card(let card)): _ = try index(of: card, field: "params.card")
    case .layOutDetail(let card, _): _ = try index(of: card, field: "params.card")
    case .bounce, .appear:
      if cards.isEmpty { throw .exhausted }
    case .reset, .scroll(.offset): break
    }
    switch command {
    case .update, .markLoaded, .layOutDetail: return false
    // These change the index of a card that a finger drags.
    case .insert, .remove, .move: return touch?.reorder != nil || openIndex != nil
    default: return true
    }
  }

  /// The card that is over all others.
  var topmost: Int? {
    guard !cards.isEmpty else { return nil }
    return stack.order == .downwards ? cards.count - 1 : 0
  }

  private func checkSelection(of card: String?) throws(ProtocolError) {
    guard !cards.isEmpty else { throw .exhausted }
    if let card { _ = try index(of: card, field: "params.card") }
  }

  private func index(of card: String, field: String) throws(ProtocolError) -> Int {
    guard let index = pile.index(of: card) else { throw .unknownCard(card, field: field) }
    return index
  }
}

extension ProtocolError {
  fileprivate static let nothingOpen = ProtocolError(
    .refused,
    "no card is open",
    field: "params.deck",
    expected: "a deck with an open card; deck.select opens one"
  )
}
