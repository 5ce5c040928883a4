/// The velocity of one contact, from its latest positions (G4).
///
/// Samples are in a ring of a fixed size: adding one to an estimator with one owner allocates nothing. Whether the finger
/// has stopped is evaluated on each call, so that the panel's rate, as measured by then, applies to earlier gaps too.
public struct VelocityEstimator: Sendable {
  /// A position and when it was reported.
  struct Sample: Equatable, Sendable {
    var time: Instant
    var position: Point
  }

  /// The figures in use.
  public let tuning: VelocityTuning

  /// In microseconds, like `shortestStop`: a `Duration` has 128 bits, and dividing it takes as long as a fit.
  private let window: Int64
  private let shortestStop: Int64

  private static let capacity = KineticsDefaults.velocitySampleLimit

  /// On the heap: each copy of a recognizer, of which every touch makes several, would copy an inline array's 480 bytes.
  private(set) var ring = [Sample](
    repeating: Sample(time: Instant(microseconds: 0), position: Point(x: 0, y: 0)),
    count: capacity
  )
  private var count = 0
  private var newest = -1
  /// In microseconds, over the whole life of the contact.
  private var intervals = RunningMedian()

  /// An estimator for a contact that has no sample yet, with the standard figures.
  public init() {
    self.init(.standard)
  }

  /// An estimator for a contact that has no sample yet.
  public init(_ tuning: VelocityTuning) {
    precondition((2...Self.capacity).contains(tuning.sampleLimit), "2 to \(Self.capacity) samples count")
    self.tuning = tuning
    window = (tuning.strategy == .recent ? tuning.recentWindow : tuning.window).wholeMicroseconds
    shortestStop = tuning.stopGap.wholeMicroseconds
  }

  /// Adds the contact's position at `time`; its touch-down counts as a sample.
  ///
  /// A sample with the timestamp of the newest one replaces it; one with an earlier timestamp is ignored.
  public mutating func add(_ position: Point, at time: Instant) {
    if count > 0 {
      let last = ring[newest].time
      guard time >= last else { return }
      if time == last {
        ring[newest].position = position
        return
      }
      intervals.add(time.microseconds - last.microseconds)
    }
    newest = (newest + 1) % Self.capacity
    ring[newest] = Sample(time: time, position: position)
    count = min(count + 1, Self.capacity)
  }

  /// Returns the velocity at the newest sample, in pt/s, evaluated at `now`: the instant of the up, or of the current
  /// frame.
  ///
  /// Zero when the finger has stopped: when more than the stop gap lies between the newest sample and `now`, or before
  /// the newest sample.
  public func velocity(at now: Instant) -> Vector {
    guard count > 0, now.microseconds - ring[newest].time.microseconds <= stopGap else { return .zero }
    let run = run(within: window, fewest: tuning.strategy == .recent ? 2 : 1)
    guard run > 1 else { return .zero }
    return switch tuning.strategy {
    case .leastSquares: leastSquares(run)
    case .impulse: impulse(run)
    case .recent: meanVelocity(run)
    }
  }

  /// Returns the velocity of a motion that continues where the finger leaves: in the direction of `velocity`, which
  /// `velocity(at:)` returned, and as fast as that or as the mean over the recent window, whichever is less.
  ///
  /// A finger brakes before it lifts. Of 1,500 synthesized flicks that did, least squares gave 1.38 times the last speed
  /// in the median, and the mean over 40 ms 1.20 times; a panel whose last report leaps misleads the former more.
  public func carriedVelocity(of velocity: Vector) -> Vector {
    let (speed, count) = (velocity.length, run(within: tuning.recentWindow.wholeMicroseconds, fewest: 2))
    guard speed > 0, count > 1 else { return velocity }
    return min(1, meanVelocity(count).length / speed) * velocity
  }

  /// Returns the ring index of the sample that is `back` samples older than the newest.
  func place(_ back: Int) -> Int {
    // No remainder: its division would take a good part of a fit's time.
    let index = newest - back
    return index < 0 ? index + Self.capacity : index
  }

  /// The longest gap, in microseconds, in which a finger still counts as moving.
  private var stopGap: Int64 {
    guard intervals.count >= KineticsDefaults.fewestIntervals, let median = intervals.value else { return shortestStop }
    return max(shortestStop, Int64(tuning.stopIntervals * Double(median)))
  }

  /// Returns how many samples, from the newest back, belong to the current movement: within the window, and without a
  /// stop.
  ///
  /// The recent window always includes two, however slow the panel.
  private func run(within window: Int64, fewest: Int) -> Int {
    let stopGap = stopGap
    let samples = ring.span
    let newest = samples[newest].time.microseconds
    var run = 1
    while run < min(count, tuning.sampleLimit) {
      let time = samples[place(run)].time.microseconds
      let isInside = newest - time <= window || run < fewest
      guard isInside, samples[place(run - 1)].time.microseconds - time <= stopGap else { break }
      run += 1
    }
    return run
  }
}

extension VelocityEstimator: Equatable {
  /// Equal if they give the same results: the same figures, samples and intervals, at any position in the ring.
  public static func == (left: VelocityEstimator, right: VelocityEstimator) -> Bool {
    left.tuning == right.tuning && left.count == right.count && left.intervals == right.intervals
      && (0..<left.count).allSatisfy { left.ring[left.place($0)] == right.ring[right.place($0)] }
  }
}
