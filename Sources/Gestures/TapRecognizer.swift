public import Kinetics

/// A finger that comes down and is lifted where it came down.
public struct TapRecognizer: GestureRecognizer {
  private enum State: Equatable, Sendable {
    case idle
    case down(Touch)
    case over
  }

  /// The finger must stay nearer than this to where it went down, in points.
  public let slop: Double
  /// The longest the finger may stay down, in seconds; `nil` for as long as it likes.
  public let maximumDuration: Double?

  private var state = State.idle

  /// A tap within `slop` points and `maximumDuration` seconds.
  ///
  /// 10 pt is where `DragGesture` begins by default in SwiftUI: what is not yet a drag is still a tap.
  public init(slop: Double = 10, maximumDuration: Double? = nil) {
    self.slop = slop
    self.maximumDuration = maximumDuration
  }

  /// A tap.
  public static var kind: GestureKind { .tap }

  /// The end of `maximumDuration`.
  public var deadline: Instant? {
    guard case .down(let start) = state, let maximumDuration else { return nil }
    return start.time.advanced(bySeconds: maximumDuration)
  }

  /// Takes the finger's next touch.
  public mutating func handle(_ touch: Touch) -> Transition {
    switch (state, touch.phase) {
    case (.idle, .down):
      state = .down(touch)
      return .unchanged
    case (.down(let start), .moved), (.down(let start), .up):
      return judge(touch, from: start)
    case (.down, .cancelled):
      state = .over
      return .cancelled
    case (.idle, .moved), (.idle, .up), (.idle, .cancelled), (.down, .down), (.over, _):
      return .unchanged
    }
  }

  /// Fails a tap that was held too long.
  public mutating func deadlineReached(at now: Instant) -> Transition {
    guard case .down(let start) = state, let deadline, now >= deadline, let maximumDuration else { return .unchanged }
    state = .over
    return .failed(.heldTooLong(duration: now.seconds(since: start.time), limit: maximumDuration))
  }

  /// Fails a tap that is still possible.
  public mutating func stop(because reason: GestureFailure) -> Transition {
    guard case .down = state else { return .unchanged }
    state = .over
    return .failed(reason)
  }

  private mutating func judge(_ touch: Touch, from start: Touch) -> Transition {
    let distance = (touch.location - start.location).length
    if distance >= slop {
      state = .over
      return .failed(.movedTooFar(distance: distance, limit: slop))
    }
    guard touch.phase == .up else { return .unchanged }
    state = .over
    return .ended(
      GestureValue(
        startLocation: start.location,
        location: touch.location,
        velocity: .zero,
        time: touch.time
      )
    )
  }
}
