import Gestures
import Kinetics

/// The gestures that a finger on a stack can make.
extension StackLayout {
  /// Returns the gestures of a finger on the stack.
  ///
  /// A finger that stops a moving stack does not tap. A press and a tap go together: a lift soon after the press is
  /// still a tap.
  func press(on card: Int?, of count: Int, suppressed: GestureExplanation.SuppressedGesture?) -> Press {
    var gestures: [GestureTree] = []
    if own.fans { gestures.append(Pinch(aloneMovement: points(own.scrollDistance)).tree) }
    let scrolls = scrollRange(count: count).upperBound > 0
    let duration = scrolls ? own.pressScrollingDuration : own.pressDuration
    let press = LongPress(minimumDuration: duration, allowableMovement: points(own.pressSlop))
    switch (presses: card != nil && count > 1, taps: suppressed == nil) {
    case (true, true): gestures.append(press.simultaneously(with: tap))
    case (true, false): gestures.append(press.tree)
    case (false, true): gestures.append(tap.tree)
    case (false, false): break
    }
    let axis = own.scrollAlong ? Drag.Axis.vertical : .any
    gestures.append(Drag(minimumDistance: points(own.scrollDistance), axis: axis).tree)
    return Press(GestureArena(gestures), suppressed: suppressed)
  }

  /// Returns the gestures of a finger on a stack with an open card.
  func pressOnOpenCard(suppressed: GestureExplanation.SuppressedGesture?) -> Press {
    let drag = Drag(minimumDistance: points(own.detailDistance))
    let gestures = suppressed == nil ? [tap.tree, drag.tree] : [drag.tree]
    return Press(GestureArena(gestures), suppressed: suppressed)
  }

  /// Returns whether an open card that was dragged down to `offset` closes at the release, and how fast it moves (W9).
  func dismissal(at offset: Double, after drag: GestureValue) -> (isClosed: Bool, velocity: Double) {
    let distance = drag.translation.dy
    let predicted = drag.predictedEndLocation.y - drag.startLocation.y
    let isThrown = predicted / max(distance, 1) > own.dismissRatio && offset > points(own.dismissLeast)
    let follows = own.releaseCarriesVelocity && distance >= points(own.dismissStart)
    return (
      offset > points(own.dismissDistance) || isThrown, follows ? own.dismissFollow * drag.carriedVelocity.dy : 0
    )
  }

  private var tap: Tap { Tap(slop: points(own.tapSlop), maximumDuration: own.tapDuration) }
}
