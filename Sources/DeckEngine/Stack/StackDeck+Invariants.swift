import DeckProtocol
import Kinetics

extension StackDeck {
  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.opacity, $0.z] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    if poses.keys.contains(where: { !cards.indices.contains($0) }) { found.append("a pose has no card") }
    if openings.contains(where: { $0.index.map { !cards.indices.contains($0) } ?? false }) {
      found.append("an opening has no card")
    }
    if let openIndex, !openings.contains(where: { $0.index == openIndex }) { found.append("the open card is nowhere") }
    if Set(openings.map(\.card)).count != openings.count { found.append("a card opens twice") }
    if let card = finger?.card, !cards.indices.contains(card) { found.append("a finger is on a card that is gone") }
    if !lengths.isEmpty, !Set(lengths.keys).isSubset(of: cards.map(\.id)) {
      found.append("the length of a card's content is known that is gone")
    }
    if finger == nil, openIndex == nil, !isMoving, bounce == nil {
      let offset = scroll.value(at: now)
      if offset != offset.clamped(to: scrollRange) { found.append("the stack rests beyond its end") }
    }
    return found
  }
}
