import Kinetics

extension StackDeck {
  /// A stack that scrolls because a dragged card is held at its end is the finger's doing, not an animation.
  var isAnimating: Bool {
    let others = poses.values.contains { $0.end != nil } || openings.contains { $0.progress.end != nil }
    return others || dismissal.end != nil || spread.end != nil || leaving.contains { $0.opacity.end != nil }
      || detail.isMoving || bounce != nil || scroll.isMoving && !isAutoscrolling
  }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    for index in poses.keys {
      poses[index]?.x.skip()
      poses[index]?.y.skip()
      poses[index]?.scale.skip()
      poses[index]?.opacity.skip()
    }
    for place in openings.indices { openings[place].progress.skip() }
    for place in leaving.indices { leaving[place].opacity.skip() }
    dismissal.skip()
    spread.skip()
    detail.skip()
    // A flick that arrives fast enough to bounce does so before it ends.
    if bounce?.arrival != nil {
      bounce?.arrival = now
    } else if !isAutoscrolling {
      scroll.skip()
    }
    let falls = bounce?.falls.map { (at: now, index: $0.index) }
    if let falls { bounce?.falls = falls }
    return advance(to: now)
  }

  private var isAutoscrolling: Bool {
    guard case .reordering = finger?.hold, case .curve = scroll.offset else { return false }
    return true
  }
}
