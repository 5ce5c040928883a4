/// Predicts where one contact will be shortly, from its latest positions (M7).
///
/// It extrapolates the longest line by least squares that all of its samples keep to, less the farther it has to reach.
/// While a finger moves steadily the line is long, so that the panel's noise and its rounding average out; when the
/// finger's speed changes, the line is short at once, and a finger that brakes is expected to continue. Near rest,
/// where it would amplify the noise, the prediction fades out, and so it does when the panel falls silent.
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

  /// A way at a constant velocity.
  private struct Line {
    /// How far from the newest sample it is at that time.
    var offset: Vector
    /// In pt/s.
    var velocity: Vector
  }

  /// Read it through its span: subscripting a stored inline array copies all of it.
  private var ring = InlineArray<20, Sample>(
    repeating: Sample(time: Instant(microseconds: 0), position: Point(x: 0, y: 0))
  )
  private var count = 0
  private var newest = -1
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
    let line = line(from: Tuning.shortestSpan, to: Tuning.longestSpan)
    let speed = line.velocity.length
    guard speed > 0 else { return nil }
    let gate = gate(speed: speed)
    guard gate > 0 else { return nil }
    // A line that is farther from the newest sample than noise puts it lags behind a finger that changes its speed.
    let offset = limited(line.offset, to: Tuning.positionNoise)
    let velocity = limited(line.velocity, to: Tuning.greatestSpeed)
    let deceleration = deceleration(of: line.velocity)
    let silence = Tuning.silenceIntervals * interval + Tuning.silenceMargin
    func reach(_ time: Double) -> Vector {
      let shrunk = Tuning.shrink * time / (1 + Tuning.shrinkRate * time)
      let moving = min(shrunk, speed / deceleration)
      let duration = moving - deceleration * moving * moving / (2 * speed)
      return limited(gate * (offset + duration * velocity), to: min(limit, Self.greatestReach))
    }
    let start = ring.span[newest].time
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

  /// Returns how fast a finger of `velocity` brakes along its way, in pt/s², beyond what noise explains at 800 pt/s.
  private func deceleration(of velocity: Vector) -> Double {
    let speed = velocity.length
    let direction = 1 / speed * velocity
    let (short, long) = (Tuning.changeSpans.short, Tuning.changeSpans.long)
    let change = line(from: long, to: long).velocity - line(from: short, to: short).velocity
    let measured = (change.dx * direction.dx + change.dy * direction.dy) / Tuning.changeTime
    return Tuning.brake * max(0, min(measured, Tuning.greatestChange * speed) - Tuning.leastChange * speed)
  }

  /// Returns the longest line by least squares, from the newest sample back, that all of its samples keep to: over
  /// `shortest` µs even so, and over `longest` at most.
  ///
  /// Known as adaptive windowing: F. Janabi-Sharifi, V. Hayward and C.-S. J. Chen, "Discrete-time adaptive windowing
  /// for velocity estimation", IEEE Transactions on Control Systems Technology 8:6 (2000).
  private func line(from shortest: Int64, to longest: Int64) -> Line {
    let samples = ring.span
    let last = samples[newest]
    var (number, times, squares) = (1.0, 0.0, 0.0)
    var (ways, products) = (Vector.zero, Vector.zero)
    var kept = Line(offset: .zero, velocity: .zero)
    for back in 1..<count {
      let sample = samples[place(back)]
      let age = last.time.microseconds - sample.time.microseconds
      guard age <= longest || back == 1 else { break }
      let time = Double(age) * -1e-6
      let way = sample.position - last.position
      number += 1
      times += time
      squares += time * time
      ways = ways + way
      products = products + time * way
      let spread = squares - times * times / number
      let velocity = 1 / spread * (products + (-times / number) * ways)
      let line = Line(offset: 1 / number * (ways + -times * velocity), velocity: velocity)
      guard age <= shortest || isKept(line, back: back) else { break }
      kept = line
    }
    return kept
  }

  /// Whether the newest sample and the `back` before it are as near to the line, along each axis, as noise puts them.
  private func isKept(_ line: Line, back: Int) -> Bool {
    let samples = ring.span
    let last = samples[newest]
    let noise = Tuning.positionNoise + Tuning.timeNoise * line.velocity.length
    return (0...back).allSatisfy { index in
      let sample = samples[place(index)]
      let expected = last.position + line.offset + sample.time.seconds(since: last.time) * line.velocity
      let difference = sample.position - expected
      return abs(difference.dx) <= noise && abs(difference.dy) <= noise
    }
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
    static let shortestSpan: Int64 = 20_000
    static let longestSpan: Int64 = 100_000
    /// A panel that reports whole points is half a point off.
    static let positionNoise = 0.45
    /// A panel whose reports are polled, or stamped, once in a millisecond is half of it off.
    static let timeNoise = 0.0005
    /// In µs; `changeTime` is the time between the middles of the two, in seconds.
    static let changeSpans: (short: Int64, long: Int64) = (20_000, 80_000)
    static let changeTime = 0.030
    /// Relative to the speed, per second: rounded to whole points, a steady finger seems to brake by as much.
    static let leastChange = 1.0
    /// Relative to the speed, per second: a quarter of it in 16 ms.
    static let greatestChange = 0.25 / 0.016
    /// More than measured, since a finger that has just begun to brake shows it in a part of the spans.
    static let brake = 2.5
    static let shrink = 0.94
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
