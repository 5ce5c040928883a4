public import Kinetics

/// Recognizes a `Pinch`: begins when two fingers have parted or approached each other, ends when one of them leaves.
///
/// The first two contacts that are down together are the fingers; others are ignored. The value's location is the
/// middle between the two, and its scale their distance divided by the distance at which the second came down.
public struct PinchRecognizer: Equatable, Sendable {
  private struct Finger: Equatable, Sendable {
    var id: ContactID
    var location: Point
  }

  /// Where the two fingers were when the second came down.
  private struct Start: Equatable, Sendable {
    var center: Point
    var span: Double
  }

  private enum State: Equatable, Sendable {
    case idle
    case alone(Finger, start: Point)
    case paired(Finger, Finger, Start)
    case pinching(Finger, Finger, Start)
    case over
  }

  /// What is recognized.
  public let pinch: Pinch
  /// Why the pinch was recognized; `nil` until it is.
  public private(set) var grounds: GestureGrounds?

  private var state = State.idle
  private var estimator = VelocityEstimator()
  /// Estimates how fast the distance between the fingers changes, as the x of its samples.
  private var spanEstimator = VelocityEstimator()
  /// The largest change of the distance between the fingers so far, in points.
  private var largestChange = 0.0

  /// A recognizer of `pinch`.
  public init(_ pinch: Pinch = Pinch()) {
    self.pinch = pinch
  }

  /// A pinch.
  public static var kind: GestureKind { .pinch }

  /// Handles the changes of contacts at `time`: one that came down or ended, or any that moved.
  public mutating func handle(_ contacts: [Contact], at time: Instant) -> Transition {
    guard let first = contacts.first else { return .unchanged }
    return switch first.phase {
    case .down: came(first, at: time)
    case .moved, .stationary: moved(contacts, at: time)
    case .up: left(first.id, at: time)
    case .cancelled: cancelled(first.id)
    }
  }

  /// Fails a pinch that is still possible, cancels one that has begun.
  public mutating func stop(because reason: GestureFailure) -> Transition {
    switch state {
    case .alone, .paired:
      state = .over
      return .failed(reason)
    case .pinching:
      state = .over
      return .cancelled
    case .idle, .over:
      return .unchanged
    }
  }

  private mutating func came(_ contact: Contact, at time: Instant) -> Transition {
    let finger = Finger(id: contact.id, location: contact.position)
    switch state {
    case .idle:
      state = .alone(finger, start: finger.location)
    case .alone(let first, _) where first.id != finger.id:
      let center = Self.middle(first, finger)
      let span = max((finger.location - first.location).length, GestureDefaults.pinchSpan)
      state = .paired(first, finger, Start(center: center, span: span))
      estimator.add(center, at: time)
      spanEstimator.add(Point(x: (finger.location - first.location).length, y: 0), at: time)
    case .alone, .paired, .pinching, .over:
      break
    }
    return .unchanged
  }

  private mutating func moved(_ contacts: [Contact], at time: Instant) -> Transition {
    switch state {
    case .idle, .over:
      return .unchanged
    case .alone(var finger, let start):
      guard Self.update(&finger, from: contacts) else { return .unchanged }
      state = .alone(finger, start: start)
      let distance = (finger.location - start).length
      guard let limit = pinch.aloneMovement, distance >= limit else { return .unchanged }
      state = .over
      return .failed(.movedTooFar(distance: distance, limit: limit))
    case .paired(var first, var second, let start):
      let moves = [Self.update(&first, from: contacts), Self.update(&second, from: contacts)]
      guard moves.contains(true) else { return .unchanged }
      sample(first, second, at: time)
      let change = Self.change(first, second, start)
      largestChange = max(largestChange, change)
      guard change >= pinch.minimumChange else {
        state = .paired(first, second, start)
        return .unchanged
      }
      state = .pinching(first, second, start)
      grounds = .spread(distance: change, minimum: pinch.minimumChange)
      return .began(value(first, second, start, time))
    case .pinching(var first, var second, let start):
      let moves = [Self.update(&first, from: contacts), Self.update(&second, from: contacts)]
      guard moves.contains(true) else { return .unchanged }
      sample(first, second, at: time)
      state = .pinching(first, second, start)
      return .changed(value(first, second, start, time))
    }
  }

  private mutating func left(_ id: ContactID, at time: Instant) -> Transition {
    switch state {
    case .alone(let finger, _) where finger.id == id:
      state = .over
      return .failed(.tooFewContacts(count: 1, needed: 2))
    case .paired(let first, let second, let start) where first.id == id || second.id == id:
      state = .over
      let change = max(largestChange, Self.change(first, second, start))
      return .failed(.movedTooLittle(distance: change, minimum: pinch.minimumChange))
    case .pinching(let first, let second, let start) where first.id == id || second.id == id:
      state = .over
      return .ended(value(first, second, start, time))
    case .idle, .alone, .paired, .pinching, .over:
      return .unchanged
    }
  }

  private mutating func cancelled(_ id: ContactID) -> Transition {
    switch state {
    case .alone(let finger, _) where finger.id == id:
      state = .over
      return .cancelled
    case .paired(let first, let second, _) where first.id == id || second.id == id,
      .pinching(let first, let second, _) where first.id == id || second.id == id:
      state = .over
      return .cancelled
    case .idle, .alone, .paired, .pinching, .over:
      return .unchanged
    }
  }

  private func value(_ first: Finger, _ second: Finger, _ start: Start, _ time: Instant) -> GestureValue {
    GestureValue(
      startLocation: start.center,
      location: Self.middle(first, second),
      velocity: estimator.velocity(at: time),
      time: time,
      scale: (second.location - first.location).length / start.span,
      scaleVelocity: spanEstimator.velocity(at: time).dx / start.span
    )
  }

  private mutating func sample(_ first: Finger, _ second: Finger, at time: Instant) {
    estimator.add(Self.middle(first, second), at: time)
    spanEstimator.add(Point(x: (second.location - first.location).length, y: 0), at: time)
  }

  private static func update(_ finger: inout Finger, from contacts: [Contact]) -> Bool {
    guard let contact = contacts.first(where: { $0.id == finger.id }) else { return false }
    finger.location = contact.position
    return true
  }

  private static func change(_ first: Finger, _ second: Finger, _ start: Start) -> Double {
    ((second.location - first.location).length - start.span).magnitude
  }

  private static func middle(_ first: Finger, _ second: Finger) -> Point {
    Point(x: (first.location.x + second.location.x) / 2, y: (first.location.y + second.location.y) / 2)
  }
}
