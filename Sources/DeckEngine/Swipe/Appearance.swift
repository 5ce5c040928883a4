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

  /// A card of the deck as it is drawn at `now`.
  func show(_ place: CardPlace, about center: Point, at now: Instant) -> CardPlace {
    var place = place.scaled(by: scale.state(at: now).position, about: center)
    place.opacity *= opacity.state(at: now).position
    return place
  }
}
