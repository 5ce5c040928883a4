public import Kinetics

/// Recognizes a `LongPress`: begins after its `minimumDuration`, ends with the finger.
public struct LongPressRecognizer: GestureRecognizer {
  private enum State: Equatable, Sendable {
    case idle
    /// Down and still; `held` when `minimumDuration` is over.
    case pressing(Touch)
    case held(start: Point)
    case over
  }

  /// What is recognized.
  public let press: LongPress
  /// Why the press was recognized; `nil` until it is.
  public private(set) var grounds: GestureGrounds?

  private var state = State.idle
  /// The finger's last location.
  private var location: Point?
  private var estimator = VelocityEstimator()

  /// A recognizer of `press`.
  public init(_ press: LongPress = LongPress()) {
    self.press = press
  }

  /// A long press.
  public static var kind: GestureKind { .longPress }

  /// The end of `minimumDuration`.
  public var deadline: Instant? {
    guard case .pressing(let start) = state else { return nil }
    return start.time.advanced(bySeconds: press.minimumDuration)
  }

  /// Handles the finger's next touch.
  public mutating func handle(_ touch: Touch) -> Transition {
    location = touch.location
    if touch.phase == .down || touch.phase == .moved { estimator.add(touch.location, at: touch.time) }
    switch (state, touch.phase) {
    case (.idle, .down):
      state = .pressing(touch)
      return .unchanged
    case (.pressing(let start), .moved), (.pressing(let start), .up):
      return evaluate(touch, from: start)
    case (.held(let start), .moved):
      return .changed(value(start, touch))
    case (.held(let start), .up):
      state = .over
      var value = value(start, touch)
      value.carriedVelocity = estimator.carriedVelocity(of: value.velocity)
      return .ended(value)
    case (.pressing, .cancelled), (.held, .cancelled):
      state = .over
      return .cancelled
    case (.idle, .moved), (.idle, .up), (.idle, .cancelled), (.pressing, .down), (.held, .down), (.over, _):
      return .unchanged
    }
  }

  /// Begins the press when the finger has stayed long enough.
  public mutating func deadlineReached(at now: Instant) -> Transition {
    guard case .pressing(let start) = state, let deadline, now >= deadline else { return .unchanged }
    state = .held(start: start.location)
    grounds = .held(duration: deadline.seconds(since: start.time), minimum: press.minimumDuration)
    return .began(
      GestureValue(
        startLocation: start.location,
        location: location ?? start.location,
        velocity: estimator.velocity(at: deadline),
        time: deadline
      )
    )
  }

  /// Fails a press that is still possible, cancels one that has begun.
  public mutating func stop(because reason: GestureFailure) -> Transition {
    switch state {
    case .pressing:
      state = .over
      return .failed(reason)
    case .held:
      state = .over
      return .cancelled
    case .idle, .over:
      return .unchanged
    }
  }

  private mutating func evaluate(_ touch: Touch, from start: Touch) -> Transition {
    let distance = (touch.location - start.location).length
    if distance >= press.allowableMovement {
      state = .over
      return .failed(.movedTooFar(distance: distance, limit: press.allowableMovement))
    }
    guard touch.phase == .up else { return .unchanged }
    state = .over
    let duration = touch.time.seconds(since: start.time)
    return .failed(.liftedTooEarly(duration: duration, minimum: press.minimumDuration))
  }

  private func value(_ start: Point, _ touch: Touch) -> GestureValue {
    GestureValue(
      startLocation: start,
      location: touch.location,
      velocity: estimator.velocity(at: touch.time),
      time: touch.time
    )
  }
}
