/// Predicts where one contact will be shortly, from its latest positions (M7).
///
/// The velocity is a blend of a Kalman filter for constant velocity and of a line by least squares. It is extrapolated
/// from the newest sample, less the farther it has to reach, and braked when the finger slows down. Near rest, where it
/// would amplify the panel's noise, it fades out, and so it does when the panel falls silent.
///
/// The article <doc:Prediction> compares it with others on recordings of real fingers.
public struct FingerPredictor: Sendable {
  private struct Sample: Equatable, Sendable {
    var time: Instant
    var position: Point
  }

  /// The longest lead, in points.
  package static let greatestReach = 100.0

  private static let capacity = 20

  /// Read it through its span: subscripting a stored inline array copies all of it.
  private var ring = InlineArray<20, Sample>(
    repeating: Sample(time: Instant(microseconds: 0), position: Point(x: 0, y: 0))
  )
  private var count = 0
  private var newest = -1
  private var filter = ConstantVelocityFilter()
  /// In microseconds, over the whole life of the contact.
  private var intervals = RunningMedian()

  /// A predictor of a contact that has no sample yet.
  public init() {}

  /// Adds the contact's position at `time`; its touch-down counts as a sample.
  ///
  /// A sample with the timestamp of the newest one replaces its position; one with an earlier timestamp is ignored.
  public mutating func add(_ position: Point, at time: Instant) {
    guard count > 0 else { return append(position, at: time) }
    let last = ring.span[newest]
    let gap = time.microseconds - last.time.microseconds
    guard gap >= 0 else { return }
    guard gap > 0 else { return ring[newest].position = position }
    if gap > max(Tuning.forgetting, Int64(Tuning.forgettingIntervals * interval * 1e6)) {
      count = 0
      return append(position, at: time)
    }
    intervals.add(gap)
    append(position, at: time)
  }

  private mutating func append(_ position: Point, at time: Instant) {
    filter.update(to: position, after: count > 0 ? time.seconds(since: ring.span[newest].time) : nil)
    newest = (newest + 1) % Self.capacity
    ring[newest] = Sample(time: time, position: position)
    count = min(count + 1, Self.capacity)
  }

  /// Returns how far ahead of the newest sample the finger is drawn from then on, if a picture appears `horizon` seconds
  /// after the moment that it shows, at most `limit` points; `nil` for a finger that is not predicted to move.
  ///
  /// A finger that stops within one report is overshot by its lead, so a limit bounds that.
  public func lead(ahead horizon: Double, within limit: Double = .infinity) -> FingerLead? {
    guard count > 1, horizon > 0 else { return nil }
    let last = ring.span[newest]
    let estimate = 0.5 * (filter.velocity + slope(over: Tuning.shortWindow))
    let speed = estimate.length
    guard speed > 0 else { return nil }
    let gate = gate(speed: speed)
    guard gate > 0 else { return nil }
    let velocity = min(1, Tuning.greatestSpeed / speed) * estimate
    let silence = Tuning.silenceIntervals * interval + Tuning.silenceMargin
    let acceleration = acceleration(along: estimate)
    func reach(_ time: Double) -> Vector {
      let shrunk = Tuning.shrink * time / (1 + Tuning.shrinkRate * time)
      return limited(
        gate * braked(velocity, by: acceleration, after: shrunk),
        to: min(limit, Self.greatestReach)
      )
    }
    let start = last.time
    return FingerLead(
      start: start,
      silence: start.advanced(bySeconds: silence),
      end: start.advanced(bySeconds: silence + Tuning.fadeIntervals * interval),
      first: reach(horizon),
      peak: reach(horizon + silence)
    )
  }

  /// The panel's median interval in seconds.
  private var interval: Double {
    intervals.value.map { Double($0) * 1e-6 } ?? Tuning.usualInterval
  }

  /// How much of the prediction applies, 0…1: little for a finger that is slow or has stayed within the panel's noise.
  private func gate(speed: Double) -> Double {
    let samples = ring.span
    let last = samples[newest]
    var reach = 0.0
    for back in 1..<count {
      let sample = samples[place(back)]
      guard last.time.microseconds - sample.time.microseconds <= Tuning.reachWindow || back == 1 else { break }
      reach = max(reach, (last.position - sample.position).length)
    }
    let still = min(1, reach / Tuning.noiseReach)
    return min(1, speed / Tuning.slowSpeed) * still * still.squareRoot()
  }

  /// Returns the acceleration in pt/s²: along the velocity only a deceleration, across it a part of what is measured.
  private func acceleration(along velocity: Vector) -> Vector {
    let speed = velocity.length
    let way = 1 / speed * velocity
    let change = 1 / Tuning.changeSpan * (slope(over: Tuning.changeWindow) - slope(over: Tuning.longWindow))
    let limit = Tuning.greatestChange * speed
    let along = min(max(change.dx * way.dx + change.dy * way.dy, -limit), 0)
    let across = min(max(change.dy * way.dx - change.dx * way.dy, -limit), limit)
    let (brake, turn) = (Tuning.brake * along, Tuning.turn * across)
    return Vector(dx: brake * way.dx - turn * way.dy, dy: brake * way.dy + turn * way.dx)
  }

  /// Returns the distance moved at `velocity` in `time`, with an acceleration that stops it at most.
  private func braked(_ velocity: Vector, by acceleration: Vector, after time: Double) -> Vector {
    let speed = velocity.length
    let way = 1 / speed * velocity
    let along = acceleration.dx * way.dx + acceleration.dy * way.dy
    let across = Vector(dx: acceleration.dx - along * way.dx, dy: acceleration.dy - along * way.dy)
    let moving = along < 0 ? min(time, speed / -along) : time
    let distance = speed * moving + along * moving * moving / 2
    return distance * way + (time * time) * across
  }

  /// Returns the slope of the line by least squares through the samples of the last `window` µs, at least two.
  private func slope(over window: Int64) -> Vector {
    let samples = ring.span
    let last = samples[newest]
    var (number, times, squares) = (1.0, 0.0, 0.0)
    var (ways, products) = (Vector.zero, Vector.zero)
    for back in 1..<count {
      let sample = samples[place(back)]
      let age = last.time.microseconds - sample.time.microseconds
      guard age <= window || back == 1 else { break }
      let time = Double(age) * -1e-6
      let way = sample.position - last.position
      number += 1
      times += time
      squares += time * time
      ways = ways + way
      products = products + time * way
    }
    let spread = squares - times * times / number
    return 1 / spread * (products + (-times / number) * ways)
  }

  /// Returns the ring index of the sample that is `back` samples older than the newest.
  private func place(_ back: Int) -> Int {
    let index = newest - back
    return index < 0 ? index + Self.capacity : index
  }

  private func limited(_ vector: Vector, to limit: Double) -> Vector {
    let length = vector.length
    return length > limit ? (limit / length) * vector : vector
  }
}

extension FingerPredictor {
  /// The figures, in seconds, microseconds, points and their quotients; `make bench` compares them on recordings.
  private enum Tuning {
    static let shortWindow: Int64 = 30_000
    static let changeWindow: Int64 = 20_000
    static let longWindow: Int64 = 80_000
    /// The distance between the middles of the two windows before.
    static let changeSpan = 0.030
    /// Per second: a quarter of the speed in 16 ms.
    static let greatestChange = 0.25 / 0.016
    static let brake = 0.75
    static let turn = 0.25
    static let shrink = 0.95
    static let shrinkRate = 4.0
    static let slowSpeed = 90.0
    static let reachWindow: Int64 = 40_000
    static let noiseReach = 3.0
    static let greatestSpeed = 3000.0
    static let usualInterval = 0.010
    static let silenceIntervals = 1.05
    static let silenceMargin = 0.003
    static let fadeIntervals = 1.75
    static let forgetting: Int64 = 40_000
    static let forgettingIntervals = 3.0
  }
}

/// How far ahead of its newest sample a finger is drawn, as a function of time: it grows at a constant rate until the
/// panel should have reported again, and fades when it has not.
public struct FingerLead: Equatable, Hashable, Sendable {
  /// When the newest sample was reported.
  public var start: Instant
  /// When the panel should have reported again.
  public var silence: Instant
  /// When nothing is left of the lead.
  public var end: Instant
  /// The lead at `start`, in points.
  public var first: Vector
  /// The lead at `silence`, in points.
  public var peak: Vector

  /// Returns the lead at `now`, in points.
  public func value(at now: Instant) -> Vector {
    if now >= end { return .zero }
    if now <= start { return first }
    guard now >= silence else {
      return first + now.seconds(since: start) / silence.seconds(since: start) * (peak - first)
    }
    return end.seconds(since: now) / end.seconds(since: silence) * peak
  }
}
