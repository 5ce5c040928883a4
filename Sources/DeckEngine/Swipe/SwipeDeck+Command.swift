import DeckProtocol
import Kinetics

/// A command that removes the front card, or inserts another one at its index, takes it from the finger too: the finger
/// is ignored until it is lifted.
extension SwipeDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe(let direction, let force, let card):
      try checkTurn(of: card)
      try checkSwipe(direction, force: force)
    case .undo(let card): try checkUndo(of: card)
    case .select(let card): try checkTurn(of: card)
    case .appear:
      if front == nil { throw .exhausted }
    case .reset: break
    case .load(let new, let current): try checkLoad(of: new, current: current)
    case .reload(let new): try checkIDs(of: new ?? [])
    case .insert(let new, let place): try checkInsertion(of: new, at: place ?? cards.count)
    case .remove(let range): try checkRemoval(of: range)
    case .update(let new): try checkUpdate(with: new)
    case .markLoaded(let loaded, _): try checkKnown(loaded)
    case .consult: break
    case .invalidate(let ids): try checkKnown(ids ?? [])
    case .move, .dismiss, .bounce, .scroll, .layOutDetail: throw .notFor("swipe", but: "stack")
    }
    switch command {
    case .select, .update, .markLoaded, .consult, .invalidate: return false
    case .insert(_, let place): return place ?? cards.count == current
    case .remove(let range): return range.contains(current)
    default: return true
    }
  }

  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    concluded(outcomes(of: command, now: now), now: now)
  }

  private mutating func outcomes(of command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .swipe(let direction, true, _): return decide(direction, byFinger: false, now: now)
    case .swipe(let direction, false, _): return propose(direction, now: now)
    case .undo: return undo(now: now)
    case .select: return tap()
    case .appear:
      appear(now: now)
      return []
    case .reset: return reset(now: now)
    case .load(let new, let current): return load(new ?? definition.cards, current: current, now: now)
    case .reload(let new): return reload(new, now: now)
    case .insert(let new, let place): return insert(new, at: place ?? cards.count, now: now)
    case .remove(let range): return remove(range, now: now)
    case .update(let new): return update(places(of: new))
    case .markLoaded(let loaded, _):
      markLoaded(Set(loaded.ids))
      return []
    case .consult(let topics):
      queries.begin(topics)
      return []
    case .invalidate(let ids):
      forgetAnswers(about: ids.map { Set($0) })
      return []
    case .move, .dismiss, .bounce, .scroll, .layOutDetail: return []
    }
  }

  private func checkSwipe(_ direction: Direction, force: Bool) throws(ProtocolError) {
    guard let front else { throw .exhausted }
    // An answer that the delegate still owes is no reason yet.
    guard allowed(of: front).contains(direction) || awaitsDirections && !force else {
      throw notAllowed(direction, front)
    }
    guard pending == nil || force else {
      throw ProtocolError(
        .refused,
        "the delegate is being asked about \(front.id)",
        field: "params.deck",
        expected: "a deck whose delegate has answered; try again after \(settings.delegateDeadline) s, or force"
      )
    }
    if !force, permission(direction) == false { throw .notPermitted(direction, front) }
    if case .dragging = interaction {
      throw ProtocolError(
        .refused,
        "a finger is dragging \(front.id)",
        field: "params.deck",
        expected: "a deck that is not being dragged; try again when its phase is not dragging"
      )
    }
    guard decides else { throw heldRefusal }
    guard poses.first?.index == current else {
      throw ProtocolError(
        .refused,
        "\(front.id) is still leaving",
        field: "params.deck",
        expected: "a deck whose front card is there; try again after card.shown"
      )
    }
  }

  private func checkUndo(of card: String?) throws(ProtocolError) {
    guard let last = history.last.map({ cards[$0.index] }) else {
      throw ProtocolError(
        .refused,
        "there is nothing to undo",
        field: "params.deck",
        expected: "a deck with a decision to take back"
      )
    }
    guard card == nil || card == last.id else {
      throw ProtocolError(
        .refused,
        "the last decision is not about \(truncatedQuote(card ?? ""))",
        field: "params.card",
        expected: "\(last.id), the card of the last decision, which may be left out"
      )
    }
  }

  /// Throws if a command is meant for a card other than the front one.
  private func checkTurn(of card: String?) throws(ProtocolError) {
    guard let front else { throw .exhausted }
    guard card == nil || card == front.id else {
      throw ProtocolError(
        .refused,
        cards.contains { $0.id == card }
          ? "\(truncatedQuote(card ?? "")) is not in front" : "there is no card \(truncatedQuote(card ?? ""))",
        field: "params.card",
        expected: "\(front.id), the front card, which may be left out"
      )
    }
  }
}
