public import Kinetics

/// Recognizes a `Drag`: begins at its `minimumDistance`, follows the finger, ends with it.
public struct DragRecognizer: GestureRecognizer {
  private enum State: Equatable, Sendable {
    case idle
    case down(start: Point)
    case dragging(start: Point)
    case over
  }

  /// What is recognized.
  public let drag: Drag
  /// Why the drag was recognized; `nil` until it is.
  public private(set) var grounds: GestureGrounds?

  private var state = State.idle
  private var estimator: VelocityEstimator
  /// The largest distance along the axis so far, in points.
  private var farthest = 0.0

  /// A recognizer of `drag`.
  public init(_ drag: Drag = Drag()) {
    self.drag = drag
    estimator = VelocityEstimator(drag.velocity)
  }

  /// A drag.
  public static var kind: GestureKind { .drag }

  /// `nil`: a drag has no deadline.
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
      let distance = drag.axis.distance(from: start, to: touch.location)
      farthest = max(farthest, distance)
      guard distance >= drag.minimumDistance else { return .unchanged }
      state = .dragging(start: start)
      grounds = .moved(distance: distance, minimum: drag.minimumDistance, axis: drag.axis)
      return .began(value(start, touch))
    case (.down(let start), .up):
      state = .over
      let distance = max(farthest, drag.axis.distance(from: start, to: touch.location))
      return .failed(.movedTooLittle(distance: distance, minimum: drag.minimumDistance, axis: drag.axis))
    case (.dragging(let start), .moved):
      estimator.add(touch.location, at: touch.time)
      return .changed(value(start, touch))
    case (.dragging(let start), .up):
      state = .over
      var value = value(start, touch)
      value.carriedVelocity = estimator.carriedVelocity(of: value.velocity)
      return .ended(value)
    case (.down, .cancelled), (.dragging, .cancelled):
      state = .over
      return .cancelled
    case (.idle, .moved), (.idle, .up), (.idle, .cancelled), (.down, .down), (.dragging, .down), (.over, _):
      return .unchanged
    }
  }

  /// Changes nothing: a drag has no deadline.
  public mutating func deadlineReached(at now: Instant) -> Transition {
    .unchanged
  }

  /// Fails a drag that is still possible, cancels one that has begun.
  public mutating func stop(because reason: GestureFailure) -> Transition {
    switch state {
    case .down:
      state = .over
      return .failed(reason)
    case .dragging:
      state = .over
      return .cancelled
    case .idle, .over:
      return .unchanged
    }
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
