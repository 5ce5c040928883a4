import DeckProtocol
import Kinetics

/// A command that removes the front card, or inserts another one at its index, cancels the touches on it too: the finger
/// is ignored until it is lifted.
extension SwipeDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe(let direction, let force, let card):
      try pile.checkTurn(of: card)
      try checkSwipe(direction, force: force)
    case .undo(let card): try pile.checkUndo(of: card)
    case .select(let card): try pile.checkTurn(of: card)
    case .appear: try pile.checkTurn(of: nil)
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

  private func checkSwipe(_ direction: Direction, force: Bool) throws(ProtocolError) {
    guard let front = pile.front, let rules else { throw .exhausted }
    // An answer that the delegate still owes is no reason yet.
    guard rules.allowed.contains(direction) || queries.awaitsDirections(of: front) && !force else {
      throw .notAllowed(direction, front, rules.allowed)
    }
    if interaction.isWaiting, !force { throw .delegateIsAsked(about: front, during: settings.delegateDeadline) }
    if !force, queries.permission(direction, of: front) == false { throw .notPermitted(direction, front) }
    if interaction.isDrag { throw .isDragged(front) }
    guard round.heldUntil == nil else { throw round.refusal(of: pile, settings) }
    guard animator.shows(current) else {
      let expected = "a deck whose front card is there; try again after card.shown"
      throw .refused("\(front.id) is still leaving", expected: expected)
    }
  }
}
