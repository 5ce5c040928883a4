public import Kinetics

/// A finger that moves: begins at `minimumDistance`, follows the finger, ends with it.
public struct DragRecognizer: GestureRecognizer {
  private enum State: Equatable, Sendable {
    case idle
    case down(start: Point)
    case dragging(start: Point)
    case over
  }

  /// The axes that count towards `minimumDistance`.
  public enum Axis: Hashable, Sendable {
    /// Any direction.
    case any
    /// Sideways movement only.
    case horizontal
    /// Upward and downward movement only.
    case vertical
  }

  /// How far the finger must move along `axis`, in points.
  public let minimumDistance: Double
  /// The axes that count.
  public let axis: Axis

  private var state = State.idle
  private var estimator = VelocityEstimator()

  /// A drag of at least `minimumDistance` points along `axis`.
  ///
  /// 10 pt is the default of SwiftUI's `DragGesture`.
  public init(minimumDistance: Double = 10, axis: Axis = .any) {
    self.minimumDistance = minimumDistance
    self.axis = axis
  }

  /// A drag.
  public static var kind: GestureKind { .drag }

  /// A drag waits for touches alone.
  public var deadline: Instant? { nil }

  /// Takes the finger's next touch.
  public mutating func handle(_ touch: Touch) -> Transition {
    switch (state, touch.phase) {
    case (.idle, .down):
      state = .down(start: touch.location)
      estimator.add(touch.location, at: touch.time)
      return .unchanged
    case (.down(let start), .moved):
      estimator.add(touch.location, at: touch.time)
      guard distance(from: start, to: touch.location) >= minimumDistance else { return .unchanged }
      state = .dragging(start: start)
      return .began(value(start, touch))
    case (.down(let start), .up):
      state = .over
      let distance = distance(from: start, to: touch.location)
      return .failed(.movedTooLittle(distance: distance, minimum: minimumDistance))
    case (.dragging(let start), .moved):
      estimator.add(touch.location, at: touch.time)
      return .changed(value(start, touch))
    case (.dragging(let start), .up):
      state = .over
      return .ended(value(start, touch))
    case (.down, .cancelled), (.dragging, .cancelled):
      state = .over
      return .cancelled
    case (.idle, .moved), (.idle, .up), (.idle, .cancelled), (.down, .down), (.dragging, .down), (.over, _):
      return .unchanged
    }
  }

  /// A drag waits for touches alone.
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

  private func distance(from start: Point, to end: Point) -> Double {
    let way = end - start
    return switch axis {
    case .any: way.length
    case .horizontal: way.dx.magnitude
    case .vertical: way.dy.magnitude
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
