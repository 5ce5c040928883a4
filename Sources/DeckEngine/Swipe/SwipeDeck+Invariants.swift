import DeckProtocol
import Kinetics

extension SwipeDeck {
  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.rotation, $0.opacity] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    found += animator.violations(showing: pile)
    if interaction.grab != nil, animator.poses.isEmpty { found.append("a finger holds no card") }
    if interaction.isWaiting, queries.open.isEmpty { found.append("a swipe waits for nobody") }
    return found
  }
}
