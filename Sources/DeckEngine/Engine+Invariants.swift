import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// The invariants that must hold after every input, and do not; empty for a sound engine.
  package var violations: [String] {
    var found: [String] = []
    for member in members { found += member.deck.violations(at: clock) }
    for (index, member) in members.enumerated() {
      if member.session?.contacts.isEmpty ?? false { found.append("deck \(index) is touched by no contact") }
      if member.deck.phase.isTouched, member.session == nil {
        found.append("deck \(index) is held by a contact that nobody follows")
      }
      if member.deck.phase == .rest, !member.deck.isWaiting, member.deck.nextDeadline != nil {
        found.append("deck \(index) rests and wakes")
      }
    }
    if let next = nextDeadline, next < clock { found.append("a deadline has passed unnoticed") }
    return found
  }
}

extension DeckPhase {
  /// Whether a finger is on the deck.
  fileprivate var isTouched: Bool {
    switch self {
    case .pressing, .dragging, .scrolling: true
    case .rest, .settling: false
    }
  }
}
