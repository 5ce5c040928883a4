public import Kinetics

/// Recognizes a `Tap`: ends with the last up.
public struct TapRecognizer: GestureRecognizer {
  private enum State: Equatable, Sendable {
    case idle
    /// Down for the tap numbered `tap`, counted from 1; `first` is where the first one went down.
    case down(Touch, tap: Int, first: Point)
    /// Lifted after the tap numbered `tap`, more to come.
    case between(Touch, tap: Int, first: Point)
    case over
  }

  /// What is recognized.
  public let tap: Tap
  /// Why the tap was recognized; `nil` until it is.
  public private(set) var grounds: GestureGrounds?

  private var state = State.idle
  /// The largest distance of the finger from where it went down, in points.
  private var farthest = 0.0

  /// A recognizer of `tap`.
  public init(_ tap: Tap = Tap()) {
    self.tap = tap
  }

  /// A tap.
  public static var kind: GestureKind { .tap }

  /// When the finger has been down too long, or the next tap is too late.
  public var deadline: Instant? {
    switch state {
    case .down(let start, _, _): tap.maximumDuration.map { start.time.advanced(bySeconds: $0) }
    case .between(let up, _, _): up.time.advanced(bySeconds: tap.interval)
    case .idle, .over: nil
    }
  }

  /// Handles the finger's next touch.
  public mutating func handle(_ touch: Touch) -> Transition {
    switch (state, touch.phase) {
    case (.idle, .down):
      state = .down(touch, tap: 1, first: touch.location)
      farthest = 0
      return .unchanged
    case (.between(_, let number, let first), .down):
      let distance = (touch.location - first).length
      guard distance < tap.spacing else { return fail(.movedTooFar(distance: distance, limit: tap.spacing)) }
      state = .down(touch, tap: number + 1, first: first)
      farthest = 0
      return .unchanged
    case (.down(let start, let number, let first), .moved), (.down(let start, let number, let first), .up):
      return evaluate(touch, from: start, tap: number, first: first)
    case (.down, .cancelled), (.between, .cancelled):
      state = .over
      return .cancelled
    case (.idle, .moved), (.idle, .up), (.idle, .cancelled), (.between, .moved), (.between, .up), (.down, .down),
      (.over, _):
      return .unchanged
    }
  }

  /// Fails a tap that was held too long, or that the next one did not follow in time.
  public mutating func deadlineReached(at now: Instant) -> Transition {
    guard let deadline, now >= deadline else { return .unchanged }
    switch state {
    case .down(let start, _, _):
      return fail(.heldTooLong(duration: now.seconds(since: start.time), limit: tap.maximumDuration ?? 0))
    case .between:
      return fail(.nothingCame(limit: tap.interval))
    case .idle, .over:
      return .unchanged
    }
  }

  /// Fails a tap that is still possible.
  public mutating func stop(because reason: GestureFailure) -> Transition {
    switch state {
    case .down, .between: fail(reason)
    case .idle, .over: .unchanged
    }
  }

  private mutating func evaluate(_ touch: Touch, from start: Touch, tap number: Int, first: Point) -> Transition {
    let distance = (touch.location - start.location).length
    guard distance < tap.slop else { return fail(.movedTooFar(distance: distance, limit: tap.slop)) }
    farthest = max(farthest, distance)
    guard touch.phase == .up else { return .unchanged }
    guard number == tap.count else {
      state = .between(touch, tap: number, first: first)
      return .unchanged
    }
    state = .over
    grounds = .stayed(distance: farthest, limit: tap.slop, duration: touch.time.seconds(since: start.time))
    return .ended(
      GestureValue(
        startLocation: start.location,
        location: touch.location,
        velocity: .zero,
        time: touch.time
      )
    )
  }

  private mutating func fail(_ reason: GestureFailure) -> Transition {
    state = .over
    return .failed(reason)
  }
}
