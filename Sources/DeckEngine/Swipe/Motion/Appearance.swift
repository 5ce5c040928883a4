import Kinetics

/// The animation that a deck appears with: from small and invisible to its size, about its middle (S15).
struct Appearance: Equatable, Sendable {
  var scale: CurveMotion
  var opacity: CurveMotion

  init(_ settings: SwipeSettings, at start: Instant) {
    func motion(from: Double) -> CurveMotion {
      CurveMotion(
        .default,
        from: from,
        to: 1,
        duration: settings.appearDuration,
        at: start,
        delay: settings.appearDelay
      )
    }
    scale = motion(from: settings.appearScale)
    opacity = motion(from: 0)
  }

  var end: Instant { scale.end }

  /// Returns the geometry of a card of the deck as it is drawn at `now`.
  func apply<At: Evaluation>(
    to geometry: CardGeometry<At.Number>,
    about center: Point,
    at now: At
  ) -> CardGeometry<At.Number> {
    var geometry = geometry.scaled(by: now.value(of: scale), about: center)
    geometry.opacity = geometry.opacity * now.value(of: opacity)
    return geometry
  }

  /// Ends the animation at once (M5).
  mutating func skip(to now: Instant) {
    scale = CurveMotion(.default, from: 1, to: 1, duration: 0, at: now)
    opacity = scale
  }
}
