import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// What must hold after every input, whatever came before, and does not: empty for a sound engine.
  package var violations: [String] {
    var found: [String] = []
    for member in members { found += member.deck.violations(at: clock) }
    for session in sessions where members[session.deck].owner != session.contact {
      found.append("contact \(session.contact.rawValue) follows deck \(session.deck), which another owns")
    }
    for (index, member) in members.enumerated() {
      if member.owner != nil, !sessions.contains(where: { $0.deck == index }) {
        found.append("deck \(index) is owned by a contact that nobody follows")
      }
      if member.deck.phase == .rest, member.deck.nextDeadline != nil { found.append("deck \(index) rests and wakes") }
    }
    if let next = nextDeadline, next < clock { found.append("a deadline has passed unnoticed") }
    return found
  }
}

extension SwipeDeck {
  fileprivate func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = cardFrames(at: now)
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.rotation, $0.opacity] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.index)).count != frames.count { found.append("a card is twice on the screen") }
    if current + poses.count > cards.count { found.append("a pose has no card") }
    if front != nil, poses.isEmpty { found.append("the front card is nowhere") }
    if grip != nil, front == nil { found.append("a finger holds no card") }
    if decisions.map(\.index) != Array(0..<current) { found.append("decisions are lost, doubled or out of order") }
    if promotions != promotions.sorted() { found.append("promotions are out of order") }
    return found
  }
}
