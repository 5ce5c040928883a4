import DeckProtocol
import Kinetics

/// A command that removes the front card, or inserts another one at its index, cancels the touches on it too: the finger
/// is ignored until it is lifted.
extension SwipeDeck {
  func checkOwn(_ command: DeckCommand) throws(CommandError) -> Bool {
    switch command {
    case .swipe(let swipe):
      try pile.checkTurn(of: swipe.card)
      try checkSwipe(swipe.direction, force: swipe.force)
    case .undo(let undo): try pile.checkUndo(of: undo.card)
    case .appear: try pile.checkTurn(of: nil)
    case .dismiss: if !interaction.isWaiting { throw .nothingAwaited }
    case .select(let selection):
      try pile.checkTurn(of: selection.card)
      return false
    case .invalidate(let ids):
      try indexesOfKnown(ids ?? [])
      return false
    default: return false
    }
    return true
  }

  func checkCurrent(_ current: Int, of count: Int) {}

  func interruptsTouch(insertingAt index: Int) -> Bool { index == current }

  func interruptsTouch(removing range: Range<Int>) -> Bool { range.contains(current) }

  private func checkSwipe(_ direction: Direction, force: Bool) throws(CommandError) {
    let front = try pile.requireFront()
    guard let rules else { throw .exhausted }
    // An answer that the delegate still owes is no reason yet.
    guard rules.allowed.contains(direction) || queries.awaitsDirections(of: front) && !force else {
      throw .notAllowed(direction, card: front.id, allowed: Array(rules.allowed))
    }
    if interaction.isWaiting, !force { throw .delegateIsAsked(card: front.id, deadline: own.delegateDeadline) }
    if !force, permission(direction, of: front) == false {
      let isConfirmed = own.delegateConfirmed.contains(direction) && front.swipeable == nil
      if isConfirmed, !queries.hasDelegate { throw .notConfirmed(direction, card: front.id) }
      throw .notPermitted(direction, card: front.id, byDelegate: front.swipeable == nil)
    }
    if interaction.isDrag { throw .dragged(card: front.id) }
    guard round.heldUntil == nil else { throw round.refusal(of: pile, own) }
    guard animator.shows(current) else { throw .leaving(card: front.id) }
  }
}
