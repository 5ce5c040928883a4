public import Kinetics

/// A state machine that turns time-stamped touches into transitions; it reads no clock.
///
/// A recognizer follows one finger from down to up or cancel, several times in succession where its gesture needs that.
/// It reports `ended`, `failed` or `cancelled` exactly once and is inert afterwards.
public protocol GestureRecognizer: Equatable, Sendable {
  /// The kind of gesture that is recognized.
  static var kind: GestureKind { get }

  /// Why the gesture was recognized; `nil` until it is.
  var grounds: GestureGrounds? { get }

  /// When `deadlineReached(at:)` must be called next, if no touch comes before.
  var deadline: Instant? { get }

  /// Handles the finger's next touch.
  mutating func handle(_ touch: Touch) -> Transition

  /// Handles the passing of `deadline`; earlier calls change nothing.
  mutating func deadlineReached(at now: Instant) -> Transition

  /// Ends the gesture from outside: `failed` with `reason` while it is still possible, `cancelled` once it
  /// has begun; `unchanged` when it is over.
  mutating func stop(because reason: GestureFailure) -> Transition
}
