/// The trajectory of one property pulled to a target by a spring, as a pure function of time.
///
/// `retarget` keeps position and velocity. From `end` on the property is exactly on its target and at rest; that step
/// is below the rest threshold.
public struct SpringMotion: Equatable, Hashable, Sendable {
  /// The position at the start, or at the last retarget.
  public private(set) var from: Double

  /// Where the motion comes to rest.
  public private(set) var target: Double

  /// The threshold at which the property counts as at rest.
  public let rest: RestThreshold

  /// The first instant from which distance *and* speed stay within `rest`; `nil` if there is none (ζ = 0).
  ///
  /// Computed once, when the motion is created or retargeted.
  public private(set) var end: Instant?

  private var first: SpringPiece
  /// The pieces after `first` in a motion with a blend; empty otherwise, so that a plain motion allocates nothing.
  private var later: [SpringPiece] = []

  /// A motion to `target`, from rest or from a velocity.
  ///
  /// - Parameters:
  ///   - spring: the spring that pulls.
  ///   - from: the position at `start`, in the property's unit, finite.
  ///   - velocity: the velocity at `start`, in the property's unit per second, finite.
  ///   - target: where it comes to rest, finite.
  ///   - start: when it starts to move; an instant later than now makes a delay.
  ///   - rest: the threshold at which it counts as at rest, in the property's unit.
  public init(
    _ spring: Spring,
    from: Double,
    velocity: Double = 0,
    to target: Double,
    at start: Instant,
    rest: RestThreshold
  ) {
    precondition(from.isFinite && velocity.isFinite && target.isFinite, "a motion's positions and velocity are finite")
    self.from = from
    self.target = target
    self.rest = rest
    first = SpringPiece(spring, displacement: from - target, velocity: velocity, at: start)
    end = restInstant()
  }

  /// When the motion started, or was last retargeted.
  public var start: Instant { first.start }

  /// The spring that the motion ends with.
  public var spring: Spring { (later.last ?? first).spring }

  /// The closed formulas since `start`, in order: one, or nine in a motion with a blend.
  public var pieces: [SpringPiece] { [first] + later }

  /// The formula that holds from `start`.
  var firstPiece: SpringPiece { first }

  /// Whether there is more than one formula.
  var isBlending: Bool { !later.isEmpty }

  /// Position and velocity at `instant`.
  ///
  /// Before `start` the property rests at `from`, whatever velocity it starts with.
  public func state(at instant: Instant) -> MotionState {
    guard instant >= start else { return MotionState(position: from, velocity: 0) }
    if let end, instant >= end { return MotionState(position: target, velocity: 0) }
    // Not target + (from − target), which can differ in the last digit.
    guard instant > start else { return MotionState(position: from, velocity: first.velocity) }
    let state = later.isEmpty ? first.state(at: instant) : piece(at: instant).state(at: instant)
    return MotionState(position: target + state.position, velocity: state.velocity)
  }

  /// Returns the first instant at which a motion that swings at most once has passed the middle of its way.
  public var middle: Instant? {
    guard let end, target != from else { return nil }
    var (before, after) = (start.microseconds, end.microseconds)
    while after - before > 1 {
      let instant = before + (after - before) / 2
      let passed = (state(at: Instant(microseconds: instant)).position - from) / (target - from)
      if passed < 0.5 { before = instant } else { after = instant }
    }
    return Instant(microseconds: after)
  }

  /// Changes the target at `instant` and keeps position, velocity, spring and the rest of a blend.
  ///
  /// A motion that has not started yet starts at `instant`, from rest.
  public mutating func retarget(to target: Double, at instant: Instant) {
    let state = state(at: instant)
    let ahead = later.filter { $0.start > instant }
    restart(with: piece(at: instant).spring, in: state, to: target, at: instant)
    for piece in ahead { append(piece.spring, at: piece.start) }
    end = restInstant()
  }

  /// Changes the target and the spring at `instant` and keeps position and velocity.
  ///
  /// A motion that has not started yet starts at `instant`, from rest. A blend eases response and ζ from the spring at
  /// `instant` to the new one by smoothstep, 3p² − 2p³, in 8 pieces of constant response, each with the smoothstep at
  /// its middle; the new spring follows them (M2).
  ///
  /// - Parameters:
  ///   - target: where the motion comes to rest, finite.
  ///   - spring: the spring that pulls after the blend.
  ///   - blend: seconds, 0 or more; 0 changes the spring at once.
  ///   - instant: when the target and the spring change.
  public mutating func retarget(to target: Double, with spring: Spring, blend: Double = 0, at instant: Instant) {
    precondition((0..<KineticsDefaults.endless).contains(blend), "a blend takes 0 s or more, and is finite")
    let old = piece(at: instant).spring
    let state = state(at: instant)
    if blend == 0 {
      restart(with: spring, in: state, to: target, at: instant)
    } else {
      let count = KineticsDefaults.blendPieces
      let springs = (0..<count).map { index in
        Spring(between: old, and: spring, at: Self.smoothstep((Double(index) + 0.5) / Double(count)))
      }
      restart(with: springs[0], in: state, to: target, at: instant)
      for index in 1...count {
        append(
          index < count ? springs[index] : spring,
          at: instant.advanced(bySeconds: blend * Double(index) / Double(count))
        )
      }
    }
    end = restInstant()
  }

  private static func smoothstep(_ progress: Double) -> Double {
    progress * progress * (3 - 2 * progress)
  }

  private mutating func restart(with spring: Spring, in state: MotionState, to target: Double, at instant: Instant) {
    precondition(target.isFinite, "a motion's target is finite")
    from = state.position
    self.target = target
    first = SpringPiece(spring, displacement: from - target, velocity: state.velocity, at: instant)
    later.removeAll()
  }

  private mutating func append(_ spring: Spring, at start: Instant) {
    later.append((later.last ?? first).continued(by: spring, at: start))
  }

  private func piece(at instant: Instant) -> SpringPiece {
    later.last { $0.start <= instant } ?? first
  }

  /// Searches from the last piece to the first, since a motion that is outside its threshold in one piece can have been
  /// inside it before.
  private func restInstant() -> Instant? {
    var next: Instant?
    for index in stride(from: later.count, through: 0, by: -1) {
      let piece = index == 0 ? first : later[index - 1]
      guard let time = piece.restTime(rest, until: next) else { return nil }
      if time > 0 { return piece.start.advanced(bySeconds: time) }
      next = piece.start
    }
    return start
  }
}
