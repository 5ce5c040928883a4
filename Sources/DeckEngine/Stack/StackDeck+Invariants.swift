import DeckProtocol
import Kinetics

extension StackDeck {
  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.opacity, $0.z] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    if motions.animator.displaced.contains(where: { !cards.indices.contains($0) }) {
      found.append("a pose has no card")
    }
    if motions.hero.indexes.contains(where: { !cards.indices.contains($0) }) { found.append("an opening has no card") }
    if let card = touch?.card, !cards.indices.contains(card) { found.append("a finger is on a card that is gone") }
    if touch == nil, openIndex == nil, !isMoving, !motions.isBouncing {
      let offset = motions.scroll.value(at: now)
      if offset != offset.clamped(to: layout.scrollRange(count: cards.count)) {
        found.append("the stack rests beyond its end")
      }
    }
    return found
  }
}
