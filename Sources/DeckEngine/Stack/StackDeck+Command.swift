import DeckProtocol
import Kinetics

extension StackDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe, .undo, .consult, .invalidate: throw .notFor("stack", but: "swipe")
    case .select(let card): try checkSelection(of: card)
    case .dismiss:
      if hero.openIndex == nil { throw .nothingOpen }
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
    case .markLoaded(let loaded, _): pile.markLoaded(Set(loaded.ids))
    case .select(let card):
      guard let index = card.flatMap(pile.index) ?? topmost, index != hero.openIndex else { return [] }
      return open(index, now: now)
    case .dismiss: return close(by: stack.openSpring, now: now)
    case .bounce: return jump(now: now)
    case .scroll(let target): scroll(to: target, now: now)
    case .appear: appear(now: now)
    case .reset:
      scroll.jump(to: 0)
      return restart(with: .deckReset, appearing: false, now: now)
    case .load(let new, _):
      pile.replaceCards(with: new ?? definition.cards)
      scroll.jump(to: 0)
      return restart(with: .deckLoaded, appearing: true, now: now)
    case .reload(let new):
      // The stack stays at its scroll offset where possible.
      if let new { pile.replaceCards(with: new) }
      scroll.jump(to: scroll.value(at: now).clamped(to: scrolling.range))
      return restart(with: .deckLoaded, appearing: true, now: now)
    case .insert(let new, let place): return insert(new, at: place ?? cards.count, now: now)
    case .remove(let range): return remove(range, now: now)
    case .update(let new):
      let changed = places(of: new)
      pile.update(changed)
      return changed.map { .event(.cardUpdated(.init(card: $0.card.id, index: $0.index))) }
    case .move(let card, let target):
      guard let index = pile.index(of: card), index != target else { return [] }
      rearrange(by: stack.dropSpring, now: now) { $0.move(index, to: target) }
      return [.event(.cardMoved(.init(card: card, from: index, to: target)))]
    case .layOutDetail(let card, let length):
      pile.setContentLength(length, of: card)
      if card == open { hero.detail.fit(within: detailScrolling, at: now) }
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
