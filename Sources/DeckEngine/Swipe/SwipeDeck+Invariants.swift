import DeckProtocol
import Kinetics

extension SwipeDeck {
  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.rotation, $0.opacity] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    if poses.contains(where: { !cards.indices.contains($0.index) }) { found.append("a pose has no card") }
    let isStillLeaving = leaving.contains { $0.reason == .decided && $0.pose.index == current }
    if front != nil, poses.first?.index != current, !isStillLeaving { found.append("the front card is nowhere") }
    if interaction != nil, poses.isEmpty { found.append("a finger holds no card") }
    if !(0...cards.count).contains(current) { found.append("the front index is beyond the deck") }
    if settings.loop, front == nil, !cards.isEmpty { found.append("a looping deck has run out") }
    if history.contains(where: { !cards.indices.contains($0.index) }) { found.append("a decision has no card") }
    if !settings.loop, !isAscending(history.map(\.index) + [current]) {
      found.append("decisions are lost, doubled or out of order")
    }
    if pending != nil, queries.open.isEmpty { found.append("a swipe waits for nobody") }
    if pending?.isByFinger == true, interaction != nil {
      found.append("a finger holds a card that waits to be decided")
    }
    if promotions != promotions.sorted() { found.append("promotions are out of order") }
    if incoming != incoming.sorted() { found.append("incoming cards are out of order") }
    return found
  }
}

private func isAscending(_ indexes: [Int]) -> Bool {
  zip(indexes, indexes.dropFirst()).allSatisfy { $0 < $1 }
}
