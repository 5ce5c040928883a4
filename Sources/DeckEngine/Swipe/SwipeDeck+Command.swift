import DeckProtocol
import Kinetics

/// A command that removes the front card, or inserts another one at its index, cancels the touches on it too: the finger
/// is ignored until it is lifted.
extension SwipeDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe(let swipe):
      try pile.checkTurn(of: swipe.card)
      try checkSwipe(swipe.direction, force: swipe.force)
    case .undo(let undo): try pile.checkUndo(of: undo.card)
    case .select(let selection): try pile.checkTurn(of: selection.card)
    case .appear: try pile.checkTurn(of: nil)
    case .reset: break
    case .load(let load): try checkLoad(load)
    case .reload(let reload): try checkIDs(of: reload.cards ?? [])
    case .insert(let insertion): try checkInsertion(insertion)
    case .remove(let removal): try checkRemoval(of: removal.range)
    case .update(let update): try checkUpdate(with: update.cards)
    case .markLoaded(let loaded): try checkKnown(loaded.cards)
    case .consult: break
    case .invalidate(let ids): try checkKnown(ids ?? [])
    case .move, .dismiss, .bounce, .scroll, .layOutDetail: throw .notFor("swipe", but: "stack")
    }
    switch command {
    case .select, .update, .markLoaded, .consult, .invalidate: return false
    case .insert(let insertion): return insertion.index ?? cards.count == current
    case .remove(let removal): return removal.range.contains(current)
    default: return true
    }
  }

  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    concluded(outcomes(of: command, now: now), now: now)
  }

  private mutating func outcomes(of command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .swipe(let swipe):
      return swipe.force
        ? decide(swipe.direction, byFinger: false, now: now) : propose(swipe.direction, now: now)
    case .undo: return undo(now: now)
    case .select: return select()
    case .appear: animator.appear(at: now)
    case .reset:
      pile.reset()
      return [.event(.deckReset)] + show(now: now)
    case .load(let load):
      pile.load(load.cards ?? definition.cards, current: load.current)
      return [.event(.deckLoaded)] + show(now: now)
    case .reload(let reload):
      pile.reload(reload.cards ?? pile.cards)
      return [.event(.deckLoaded)] + show(now: now)
    case .insert(let new): return insert(new.cards, at: new.index ?? cards.count, now: now)
    case .remove(let removal): return remove(removal.range, now: now)
    case .update(let update): return self.update(places(of: update.cards), now: now)
    case .markLoaded(let loaded): pile.markLoaded(Set(loaded.cards.ids))
    case .consult(let topics): queries.begin(topics)
    case .invalidate(let ids): forgetAnswers(about: ids.map { Set($0) })
    case .move, .dismiss, .bounce, .scroll, .layOutDetail: break
    }
    return []
  }

  private func checkSwipe(_ direction: Direction, force: Bool) throws(ProtocolError) {
    guard let front = pile.front else { throw .exhausted }
    // An answer that the delegate still owes is no reason yet.
    guard allowed(of: front).contains(direction) || queries.awaitsDirections(of: front) && !force else {
      throw .notAllowed(direction, front, allowed(of: front))
    }
    if case .awaitingDelegate = interaction, !force {
      throw .refused(
        "the delegate is being asked about \(front.id)",
        expected: "a deck whose delegate has answered; try again after \(settings.delegateDeadline) s, or force"
      )
    }
    if !force, queries.permission(direction, of: front) == false { throw .notPermitted(direction, front) }
    if case .dragged = interaction {
      throw .refused(
        "a finger is dragging \(front.id)",
        expected: "a deck that is not being dragged; try again when its phase is not dragging"
      )
    }
    guard round.heldUntil == nil else { throw round.refusal(of: pile, settings) }
    guard animator.shows(current) else {
      let expected = "a deck whose front card is there; try again after card.shown"
      throw .refused("\(front.id) is still leaving", expected: expected)
    }
  }

  // MARK: Edits

  private mutating func insert(_ new: [Card], at index: Int, now: Instant) -> [DeckOutcome] {
    guard !new.isEmpty else { return [] }
    round.prepare(toInsert: new, into: pile)
    let before = counts
    pile.insert(new, at: index)
    animator.insert(new, at: index, into: pile, now: now)
    return inserted(new, at: index, since: before) + arrival()
  }

  private mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    guard !range.isEmpty else { return [] }
    let (before, losesFront, ids) = (counts, range.contains(current), cards[range].map(\.id))
    animator.remove(range, from: pile, at: now)
    let decisions = pile.remove(range)
    animator.arrange(pile, at: now)
    let events = removed(ids, from: range, since: before, decisions: decisions)
    guard losesFront, pile.front == nil else { return events + arrival() }
    animator.cancelPromotions()
    return events + [.event(.deckExhausted)]
  }

  private mutating func update(_ new: [(index: Int, card: Card)], now: Instant) -> [DeckOutcome] {
    forgetAnswers(about: Set(new.map(\.card.id)))
    for (index, card) in new {
      pile.update(card, at: index)
      animator.update(card)
    }
    if case .dragged(let grab, let total, _) = interaction, new.contains(where: { $0.index == pile.current }) {
      // Other directions give the same finger another progress, which the cards behind follow.
      drag(by: animator.layout.translation(of: total, from: grab.offset), now: now)
    }
    return new.map { .event(.cardUpdated(.init(card: $0.card.id, index: $0.index))) }
  }

  /// Forgets the delegate's answers about these cards, or about all; a swipe that waits keeps waiting.
  private mutating func forgetAnswers(about ids: Set<String>?) {
    var isWaiting = false
    if case .awaitingDelegate = interaction { isWaiting = true }
    queries.forget(ids, keepingSwipe: isWaiting)
  }
}
