import DeckProtocol
import Kinetics

/// The commands about cards, for every kind of deck.
extension CommandableDeck {
  /// Checks a command.
  ///
  /// - Throws: what is wrong with the command, or why it is refused now.
  func check(_ command: DeckCommand) throws(CommandError) -> CheckedCommand {
    let kind = definition.preset.kind
    guard kind.takes(command) else {
      let kinds = DeckKind.allCases.filter { $0.takes(command) }
      throw .wrongKind(kind.rawValue, expected: kinds.map(\.rawValue).joined(separator: " or "))
    }
    var (interruptsTouch, indexes) = (true, [Int]())
    switch command {
    case .reset: break
    case .load(let load): try checkLoad(load)
    case .reload(let reload): try checkIDs(of: reload.cards ?? [])
    case .insert(let insertion):
      try checkInsertion(insertion)
      interruptsTouch = self.interruptsTouch(insertingAt: insertion.index ?? cards.count)
    case .remove(let removal):
      try checkRemoval(of: removal.range)
      interruptsTouch = self.interruptsTouch(removing: removal.range)
    case .update(let update): (interruptsTouch, indexes) = (false, try checkUpdate(with: update.cards))
    case .markLoaded(let loaded): (interruptsTouch, indexes) = (false, try indexesOfKnown(loaded.cards))
    case .move(let move):
      indexes = try indexesOfKnown(.one(move.card))
      try checkIndex(move.index, of: "to")
      interruptsTouch = self.interruptsTouch(moving: indexes[0])
    default: interruptsTouch = try checkOwn(command)
    }
    return CheckedCommand(command, interruptsTouch: interruptsTouch, indexes: indexes)
  }

  /// Performs a command.
  mutating func perform(_ command: CheckedCommand, now: Instant) -> [DeckOutcome] {
    let outcomes = outcomes(of: command, now: now)
    return outcomes + complete(now: now)
  }

  private mutating func outcomes(of checked: CheckedCommand, now: Instant) -> [DeckOutcome] {
    switch checked.command {
    case .reset: return reset(now: now)
    case .load(let load): return self.load(load.cards ?? definition.cards, current: load.current, now: now)
    case .reload(let reload): return self.reload(reload.cards, now: now)
    case .insert(let new): return insert(new.cards, at: new.index ?? cards.count, now: now)
    case .remove(let removal): return remove(removal.range, now: now)
    case .update(let update): return self.update(update.cards, at: checked.indexes, now: now)
    case .markLoaded:
      markLoaded(at: checked.indexes)
      return []
    case .move(let move):
      let index = checked.indexes[0]
      guard index != move.index else { return [] }
      self.move(index, to: move.index, now: now)
      return [.event(.cardMoved(.init(card: move.card, from: index, to: move.index)))]
    default: return performOwn(checked.command, now: now)
    }
  }
}

extension CommandableDeck {
  func interruptsTouch(insertingAt index: Int) -> Bool { false }
  func interruptsTouch(removing range: Range<Int>) -> Bool { false }
  func interruptsTouch(moving index: Int) -> Bool { false }
  mutating func move(_ index: Int, to target: Int, now: Instant) {}
}

extension DeckKind {
  /// Whether decks of the kind take a command.
  fileprivate func takes(_ command: DeckCommand) -> Bool {
    switch command {
    case .load, .reload, .reset, .insert, .remove, .update, .markLoaded, .select: true
    case .swipe, .undo, .consult, .invalidate: self == .swipe
    case .bounce, .layOutDetail: self == .stack
    case .appear, .dismiss: self != .carousel
    case .scroll, .move: self != .swipe
    }
  }
}
