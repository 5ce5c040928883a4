public import Kinetics

/// Values with time stamps in, transitions out; nothing here reads a clock.
///
/// A recognizer follows one finger from down to up or cancel, or through several of them. It reports `ended`, `failed` or `cancelled`
/// exactly once and is inert afterwards.
public protocol GestureRecognizer: Equatable, Sendable {
  /// What the recognizer recognizes.
  static var kind: GestureKind { get }

  /// Why the gesture was recognized; `nil` until it is.
  var grounds: GestureGrounds? { get }

  /// When `deadlineReached(at:)` must be called next, if no touch comes before.
  var deadline: Instant? { get }

  /// Takes the finger's next touch.
  mutating func handle(_ touch: Touch) -> Transition

  /// Tells that `deadline` has come; earlier calls change nothing.
  mutating func deadlineReached(at now: Instant) -> Transition

  /// Ends the gesture from outside: `failed` with `reason` while it is still possible, `cancelled` once it
  /// has begun; `unchanged` when it is over.
  mutating func stop(because reason: GestureFailure) -> Transition
}
