import DeckProtocol
import Kinetics

extension StackDeck {
  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.opacity, $0.z] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    if animator.displaced.contains(where: { !cards.indices.contains($0) }) { found.append("a pose has no card") }
    if hero.indexes.contains(where: { !cards.indices.contains($0) }) { found.append("an opening has no card") }
    if let card = touch?.card, !cards.indices.contains(card) { found.append("a finger is on a card that is gone") }
    if touch == nil, hero.openIndex == nil, !isMoving, !bounce.isActive {
      let offset = scroll.value(at: now)
      if offset != offset.clamped(to: scrolling.range) { found.append("the stack rests beyond its end") }
    }
    return found
  }
}
