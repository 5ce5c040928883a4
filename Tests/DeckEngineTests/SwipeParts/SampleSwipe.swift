import DeckEngine
import DeckProtocol
import Kinetics

/// The layout of a swipe deck on a surface of 400 by 800 points: three visible cards, which move up 0.15 s after a
/// decision.
func sampleSwipeLayout(_ change: (inout SwipeSettings) -> Void = { _ in }) -> SwipeLayout {
  var own = SwipeSettings()
  change(&own)
  let size = Size(width: 400, height: 800)
  return SwipeLayout(
    settings: DeckSettings(own),
    area: Rectangle(origin: Point(x: 0, y: 0), size: size),
    surface: SurfaceConfiguration(name: "panel", size: size)
  )
}

extension PoseAnimator {
  /// An animator that shows a pile at rest.
  init(showing pile: SwipePile, _ change: (inout SwipeSettings) -> Void = { _ in }) {
    self.init(sampleSwipeLayout(change))
    arrange(pile, at: .zero)
  }

  /// Performs everything that is due until nothing moves; the moment of the last of it.
  @discardableResult
  mutating func rest(showing pile: SwipePile) -> Instant {
    var last = Instant.zero
    while let due = nextDeadline {
      let count = outgoing.count
      settle(at: due, isFrontHeld: false)
      _ = promoteDue(in: pile, hasGap: outgoing.count != count, at: due)
      _ = endAppearance(at: due)
      last = due
    }
    return last
  }
}
