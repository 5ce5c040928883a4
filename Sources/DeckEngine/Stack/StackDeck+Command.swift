import DeckProtocol
import Kinetics

extension StackDeck {
  func checkOwn(_ command: DeckCommand) throws(CommandError) -> Bool {
    switch command {
    case .select(let selection):
      guard !cards.isEmpty else { throw .noCards }
      if let card = selection.card { try indexesOfKnown(.one(card)) }
    case .dismiss: if openIndex == nil { throw .nothingOpen }
    case .scroll(let scroll): if case .card(let card) = scroll.target { try indexesOfKnown(.one(card)) }
    case .bounce, .appear: if cards.isEmpty { throw .noCards }
    case .layOutDetail(let layout):
      try indexesOfKnown(.one(layout.card))
      return false
    default: break
    }
    return true
  }

  func checkCurrent(_ current: Int, of count: Int) throws(CommandError) {
    guard current == 0 else {
      throw .outOfRange("current", current, expected: "0: a stack shows its cards from the first on")
    }
  }

  // A dragged card stays under its finger, whatever happens to the others.
  func interruptsTouch(insertingAt index: Int) -> Bool { openIndex != nil }

  func interruptsTouch(removing range: Range<Int>) -> Bool { openIndex != nil || dragged.map(range.contains) == true }

  func interruptsTouch(moving index: Int) -> Bool { openIndex != nil || dragged == index }

  /// The card that a finger drags to another index.
  private var dragged: Int? { touch?.reorder?.index }

  /// The card that is over all others.
  var topmost: Int? {
    guard !cards.isEmpty else { return nil }
    return own.order == .downwards ? cards.count - 1 : 0
  }
}
