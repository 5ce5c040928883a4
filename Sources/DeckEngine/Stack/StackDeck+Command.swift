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
    case .insert, .remove, .move:
      if case .reordering = finger?.hold { return true }
      return openIndex != nil
    default: return true
    }
  }

  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    let outcomes = outcomes(of: command, now: now)
    return outcomes + fanChange(now: now)
  }

  private mutating func outcomes(of command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .swipe, .undo, .consult, .invalidate: return []
    case .markLoaded(let loaded, _):
      let ids = Set(loaded.ids)
      for index in cards.indices where ids.contains(cards[index].id) { cards[index].loaded = true }
    case .select(let card):
      guard let index = card.flatMap({ id in cards.firstIndex { $0.id == id } }) ?? topmost, index != openIndex else {
        return []
      }
      return open(index, now: now)
    case .dismiss: return close(stack.openSpring, now: now)
    case .bounce: return jump(now: now)
    case .scroll(let target): scroll(to: target, now: now)
    case .appear: appear(now: now)
    case .reset: return reset(now: now)
    case .load(let new, _): return load(new ?? definition.cards, now: now)
    case .reload(let new): return reload(new, now: now)
    case .insert(let new, let place): return insert(new, at: place ?? cards.count, now: now)
    case .remove(let range): return remove(range, now: now)
    case .update(let new): return update(places(of: new))
    case .move(let card, let target):
      return cards.firstIndex { $0.id == card }.map { move($0, to: target, now: now) } ?? []
    case .layOutDetail(let card, let length):
      lengths[card] = length
      if card == open { returnDetailToRange(now: now) }
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
    guard let index = cards.firstIndex(where: { $0.id == card }) else { throw .unknownCard(card, field: field) }
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
