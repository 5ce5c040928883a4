import DeckProtocol
import Kinetics

/// A command that removes the front card, or inserts another one at its index, cancels the touches on it too: the finger
/// is ignored until it is lifted.
extension SwipeDeck {
  func check(_ command: DeckCommand) throws(CommandError) -> CheckedCommand {
    var indexes: [Int] = []
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
    case .update(let update): indexes = try checkUpdate(with: update.cards)
    case .markLoaded(let loaded): indexes = try indexesOfKnown(loaded.cards)
    case .consult: break
    case .invalidate(let ids): try indexesOfKnown(ids ?? [])
    case .move, .scroll: throw .wrongKind("swipe", expected: "stack or carousel")
    case .dismiss: if !interaction.isWaiting { throw .nothingAwaited }
    case .bounce, .layOutDetail: throw .wrongKind("swipe", expected: "stack")
    }
    return CheckedCommand(command, interruptsTouch: interruptsTouch(command), indexes: indexes)
  }

  private func interruptsTouch(_ command: DeckCommand) -> Bool {
    switch command {
    case .select, .update, .markLoaded, .consult, .invalidate: false
    case .insert(let insertion): insertion.index ?? cards.count == current
    case .remove(let removal): removal.range.contains(current)
    default: true
    }
  }

  private func checkSwipe(_ direction: Direction, force: Bool) throws(CommandError) {
    let front = try pile.requireFront()
    guard let rules else { throw .exhausted }
    // An answer that the delegate still owes is no reason yet.
    guard rules.allowed.contains(direction) || queries.awaitsDirections(of: front) && !force else {
      throw .notAllowed(direction, card: front.id, allowed: Array(rules.allowed))
    }
    if interaction.isWaiting, !force { throw .delegateIsAsked(card: front.id, deadline: settings.delegateDeadline) }
    if !force, permission(direction, of: front) == false {
      let isConfirmed = settings.delegateConfirmed.contains(direction) && front.swipeable == nil
      if isConfirmed, !queries.hasDelegate { throw .notConfirmed(direction, card: front.id) }
      throw .notPermitted(direction, card: front.id, byDelegate: front.swipeable == nil)
    }
    if interaction.isDrag { throw .dragged(card: front.id) }
    guard round.heldUntil == nil else { throw round.refusal(of: pile, settings) }
    guard animator.shows(current) else { throw .leaving(card: front.id) }
  }
}
