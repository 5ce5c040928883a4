public import Kinetics

/// Recognizes a `Fling`: ends with an up that is fast enough.
public struct FlingRecognizer: GestureRecognizer {
  private enum State: Equatable, Sendable {
    case idle
    case down(start: Point)
    case over
  }

  /// What is recognized.
  public let fling: Fling
  /// Why the fling was recognized; `nil` until it is.
  public private(set) var grounds: GestureGrounds?

  private var state = State.idle
  private var estimator: VelocityEstimator
  /// The largest distance so far, in points.
  private var farthest = 0.0

  /// A recognizer of `fling`.
  public init(_ fling: Fling = Fling()) {
    self.fling = fling
    estimator = VelocityEstimator(fling.velocity)
  }

  /// A fling.
  public static var kind: GestureKind { .fling }

  /// `nil`: a fling has no deadline.
  public var deadline: Instant? { nil }

  /// Handles the finger's next touch.
  public mutating func handle(_ touch: Touch) -> Transition {
    switch (state, touch.phase) {
    case (.idle, .down):
      state = .down(start: touch.location)
      estimator.add(touch.location, at: touch.time)
      return .unchanged
    case (.down(let start), .moved):
      estimator.add(touch.location, at: touch.time)
      farthest = max(farthest, (touch.location - start).length)
      return .unchanged
    case (.down(let start), .up):
      state = .over
      return evaluate(touch, from: start)
    case (.down, .cancelled):
      state = .over
      return .cancelled
    case (.idle, .moved), (.idle, .up), (.idle, .cancelled), (.down, .down), (.over, _):
      return .unchanged
    }
  }

  /// Changes nothing: a fling has no deadline.
  public mutating func deadlineReached(at now: Instant) -> Transition {
    .unchanged
  }

  /// Fails a fling that is still possible.
  public mutating func stop(because reason: GestureFailure) -> Transition {
    guard case .down = state else { return .unchanged }
    state = .over
    return .failed(reason)
  }

  private mutating func evaluate(_ touch: Touch, from start: Point) -> Transition {
    let distance = (touch.location - start).length
    guard distance >= fling.minimumDistance else {
      return .failed(.movedTooLittle(distance: max(farthest, distance), minimum: fling.minimumDistance))
    }
    let velocity = estimator.velocity(at: touch.time)
    let speed = fling.direction.speed(of: velocity)
    guard speed >= fling.minimumSpeed else { return .failed(.tooSlow(speed: speed, minimum: fling.minimumSpeed)) }
    grounds = .left(speed: speed, minimum: fling.minimumSpeed)
    return .ended(
      GestureValue(startLocation: start, location: touch.location, velocity: velocity, time: touch.time)
    )
  }
}
