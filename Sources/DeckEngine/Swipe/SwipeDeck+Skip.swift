import Kinetics

extension SwipeDeck {
  var isAnimating: Bool { isMoving || !promotions.isEmpty || !incoming.isEmpty }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    for place in poses.indices { poses[place].skip() }
    for place in leaving.indices { leaving[place].pose.skip() }
    follow.skip()
    feedback?.progress.skip()
    wash.skip()
    appearance?.skip(to: now)
    promotions = promotions.map { _ in now }
    incoming = incoming.map { _ in now }
    return advance(to: now)
  }
}

extension Appearance {
  fileprivate mutating func skip(to now: Instant) {
    scale = CurveMotion(.default, from: 1, to: 1, duration: 0, at: now)
    opacity = scale
  }
}
