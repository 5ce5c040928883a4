import Kinetics

extension StackDeck {
  /// Whether an animation runs; a scroll that a dragged card causes at an end of the stack is the finger's, and is
  /// none.
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
