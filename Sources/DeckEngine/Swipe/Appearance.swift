import Kinetics

/// The animation that a deck appears with: from small and invisible to its size, about its middle (S15).
struct Appearance: Equatable, Sendable {
  var scale: CurveMotion
  var opacity: CurveMotion

  init(_ settings: DeckSettings, at start: Instant) {
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

  /// Returns a card of the deck as it is drawn at `now`.
  func show<At: Evaluation>(_ place: CardGeometry<At.Number>, about center: Point, at now: At) -> CardGeometry<
    At.Number
  > {
    var place = place.scaled(by: now.value(of: .curve(scale)), about: center)
    place.opacity = place.opacity * now.value(of: .curve(opacity))
    return place
  }
}
