import MessageText
import DeckProtocol
import Kinetics

extension StackDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe, .undo, .consult, .invalidate: throw .notFor("stack", but: "swipe")
    case .select(let selection): try checkSelection(of: selection.card)
    case .dismiss:
      if hero.openIndex == nil { throw .nothingOpen }
    case .load(let load):
      try checkLoad(load)
      guard load.current == 0 else {
        throw .outOfRange("current", load.current, "0: a stack shows its cards from the first on")
      }
    case .reload(let reload): try checkIDs(of: reload.cards ?? [])
    case .insert(let insertion): try checkInsertion(insertion)
    case .remove(let removal): try checkRemoval(of: removal.range)
    case .update(let update): try checkUpdate(with: update.cards)
    case .markLoaded(let loaded): try checkKnown(loaded.cards)
    case .move(let move):
      _ = try index(of: move.card, field: "params.card")
      guard cards.indices.contains(move.index) else {
        throw .outOfRange("to", move.index, "the index of a card; the deck has \(pluralized(cards.count, "card"))")
      }
    case .scroll(let scroll):
      if case .card(let card) = scroll.target { _ = try index(of: card, field: "params.card") }
    case .layOutDetail(let layout): _ = try index(of: layout.card, field: "params.card")
    case .bounce, .appear:
      if cards.isEmpty { throw .exhausted }
    case .reset: break
    }
    switch command {
    case .update, .markLoaded, .layOutDetail: return false
    // These change the index of a card that a finger drags.
    case .insert, .remove, .move: return touch?.reorder != nil || hero.openIndex != nil
    default: return true
    }
  }

  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    let outcomes = outcomes(of: command, now: now)
    return outcomes + updateFan(now: now)
  }

  private mutating func outcomes(of command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .swipe, .undo, .consult, .invalidate: return []
    case .markLoaded(let loaded): pile.markLoaded(Set(loaded.cards.ids))
    case .select(let selection):
      guard let index = selection.card.flatMap(pile.index) ?? topmost, index != hero.openIndex else { return [] }
      return open(index, now: now)
    case .dismiss: return close(by: stack.openSpring, now: now)
    case .bounce: return jump(now: now)
    case .scroll(let scroll): self.scroll(to: scroll.target, now: now)
    case .appear: appear(now: now)
    case .reset:
      scroll.jump(to: 0)
      return restart(with: .deckReset, appearing: false, now: now)
    case .load(let load):
      pile.replaceCards(with: load.cards ?? definition.cards)
      scroll.jump(to: 0)
      return restart(with: .deckLoaded, appearing: true, now: now)
    case .reload(let reload):
      // The stack stays at its scroll offset where possible.
      if let new = reload.cards { pile.replaceCards(with: new) }
      scroll.jump(to: scroll.value(at: now).clamped(to: scrolling.range))
      return restart(with: .deckLoaded, appearing: true, now: now)
    case .insert(let new): return insert(new.cards, at: new.index ?? cards.count, now: now)
    case .remove(let removal): return remove(removal.range, now: now)
    case .update(let update):
      let changed = places(of: update.cards)
      pile.update(changed)
      return changed.map { .event(.cardUpdated(.init(card: $0.card.id, index: $0.index))) }
    case .move(let move):
      guard let index = pile.index(of: move.card), index != move.index else { return [] }
      rearrange(by: stack.dropSpring, now: now) { $0.move(index, to: move.index) }
      return [.event(.cardMoved(.init(card: move.card, from: index, to: move.index)))]
    case .layOutDetail(let layout):
      pile.setContentLength(layout.length, of: layout.card)
      if layout.card == open { hero.detail.fit(within: detailScrolling, at: now) }
    }
    return []
  }

  /// The card that is over all others.
  private var topmost: Int? {
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
