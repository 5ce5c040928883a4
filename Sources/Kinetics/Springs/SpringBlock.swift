import RealModule

/// Eight springs side by side, one per lane: the constants of `Spring.state(after:displacement:velocity:)`'s formulas.
///
/// Below and above ζ = 1 the formulas have one form, with different meanings of the letters:
/// x = d·(C·x₀ + S·(v₀ + α·x₀)) and v = d·(C·v₀ − S·(γ·v₀ + ω₀²·x₀)), d = e^(−αt).
/// Swinging, α = γ = ζω₀, C = cos ωt and S = sin(ωt)/ω. Creeping, α and γ are the slow and the fast rate, C = 1 and
/// S = (1 − e^(−2βt))/(2β).
struct SpringBlock: Sendable {
  typealias Lanes = SIMD8<Double>

  static let width = Lanes.scalarCount

  /// The factors that blocks of one spring share at an instant: x = xx·x₀ + xv·v₀, v = vx·x₀ + vv·v₀.
  struct Shared {
    /// NaN, which equals nothing, before the first block.
    private var frequency = Double.nan
    private var dampingFraction = 0.0
    private var reference = 0.0
    fileprivate private(set) var xx = 0.0
    fileprivate private(set) var xv = 0.0
    fileprivate private(set) var vx = 0.0
    fileprivate private(set) var vv = 0.0

    @inline(__always)
    fileprivate mutating func update(for spring: Spring, since reference: Double, at time: Double) {
      guard
        frequency != spring.naturalFrequency || dampingFraction != spring.dampingFraction
          || self.reference != reference
      else { return }
      let seconds = (time - reference) / 1_000_000
      let unit = spring.state(after: seconds, displacement: 1, velocity: 0)
      let push = spring.state(after: seconds, displacement: 0, velocity: 1)
      (frequency, dampingFraction, self.reference) = (spring.naturalFrequency, spring.dampingFraction, reference)
      (xx, vx) = (unit.position, unit.velocity)
      (xv, vv) = (push.position, push.velocity)
    }
  }

  private var positions = Lanes.zero
  private var velocities = Lanes.zero

  private var target = Lanes.zero
  private var from = Lanes.zero
  private var displacement = Lanes.zero
  private var velocity = Lanes.zero
  /// v₀ + α·x₀.
  private var impetus = Lanes.zero
  /// γ·v₀ + ω₀²·x₀.
  private var pull = Lanes.zero
  /// ω₀.
  private var frequency = Lanes.zero
  /// α.
  private var decayRate = Lanes.zero
  /// ω below ζ = 1, 2β from there up, and its reciprocal, 0 for 0.
  private var splitting = Lanes.zero
  private var spacing = Lanes.zero
  /// −1 below ζ = 1, 1 from there up.
  private var side = Lanes(repeating: 1)
  /// In microseconds from the batch's origin; the end infinite for a motion that never rests.
  private var start = Lanes.zero
  private var end = Lanes.zero

  /// How many lanes are in use; the results of the others are never read.
  private var count = 0
  /// The spring of lane 0.
  private var spring: Spring
  /// Whether the lanes in use can share one spring and the time since one reference.
  private var isUniform = true
  /// In microseconds from the batch's origin: the start of lane 0, or of an earlier block with the same spring.
  private var reference = 0.0
  /// Displacement and velocity that each lane would have at the reference.
  private var sharedDisplacement = Lanes.zero
  private var sharedVelocity = Lanes.zero
  /// Whether any lane swings, and whether any creeps.
  private var swings = false
  private var creeps = false
  /// Between these times every lane has started and none rests.
  private var lastStart = 0.0
  private var firstEnd = 0.0

  /// A block with `motion` in its first lane, which uses the reference of the previous block where it can.
  init(_ motion: SpringMotion, origin: Instant, after previous: SpringBlock?) {
    spring = motion.spring
    set(0, to: motion, origin: origin)
    guard let previous, previous.spring == spring else { return }
    let own = reference
    reference = previous.reference
    if canShare(0) { share(0) } else { reference = own }
  }

  /// Puts `motion` in `lane`, which is in use or the next free one.
  mutating func set(_ lane: Int, to motion: SpringMotion, origin: Instant) {
    let spring = motion.spring
    let piece = motion.firstPiece
    let swinging = spring.dampingFraction < 1
    let slow = swinging ? spring.dampingFraction * spring.naturalFrequency : spring.slowRate
    let fast = swinging ? slow : spring.fastRate
    let apart = swinging ? spring.splitting : 2 * spring.splitting
    target[lane] = motion.target
    from[lane] = motion.from
    displacement[lane] = piece.displacement
    velocity[lane] = piece.velocity
    impetus[lane] = piece.velocity + slow * piece.displacement
    pull[lane] = fast * piece.velocity + spring.naturalFrequency * spring.naturalFrequency * piece.displacement
    frequency[lane] = spring.naturalFrequency
    decayRate[lane] = slow
    splitting[lane] = apart
    spacing[lane] = apart > 0 ? 1 / apart : 0
    side[lane] = swinging ? -1 : 1
    start[lane] = Double(motion.start.microseconds - origin.microseconds)
    end[lane] = motion.end.map { Double($0.microseconds - origin.microseconds) } ?? .infinity
    if lane == 0 { (self.spring, reference) = (spring, start[0]) }
    count = max(count, lane + 1)
    judgeLanes()
  }

  private mutating func judgeLanes() {
    let used = 0..<count
    isUniform = used.allSatisfy(canShare)
    if isUniform { for lane in used { share(lane) } }
    swings = used.contains { side[$0] < 0 }
    creeps = used.contains { side[$0] > 0 }
    lastStart = used.reduce(-.infinity) { max($0, start[$1]) }
    firstEnd = used.reduce(.infinity) { min($0, end[$1]) }
  }

  /// Whether `lane` has lane 0's spring and starts so close to the reference that extrapolating to it loses no digits.
  ///
  /// A swing decays at one rate, so the evaluation shrinks again what extrapolating back magnifies. A creep has two:
  /// the fast one would be magnified by e^(2β·Δ) against the slow one. A hundred radians lose two digits of a phase.
  /// Near ζ = 1 the polynomial terms cancel instead, there and back: the loss is (ω₀·Δ)², so Δ is limited to 10/ω₀.
  private func canShare(_ lane: Int) -> Bool {
    guard
      frequency[lane] == frequency[0], decayRate[lane] == decayRate[0], splitting[lane] == splitting[0],
      side[lane] == side[0]
    else { return false }
    let away = (start[lane] - reference).magnitude / 1_000_000
    let limit = splitting[lane] * 10 > frequency[lane] ? 100.0 : 10
    return frequency[lane] * away < limit && (side[lane] < 0 || splitting[lane] * away < 2)
  }

  private mutating func share(_ lane: Int) {
    let state =
      start[lane] == reference
      ? MotionState(position: displacement[lane], velocity: velocity[lane])
      : spring.state(
        after: (reference - start[lane]) / 1_000_000,
        displacement: displacement[lane],
        velocity: velocity[lane]
      )
    sharedDisplacement[lane] = state.position
    sharedVelocity[lane] = state.velocity
  }

  /// Returns the result of the last evaluation for `lane`.
  func state(of lane: Int) -> MotionState {
    MotionState(position: positions[lane], velocity: velocities[lane])
  }

  /// Stores a state that was computed elsewhere as the result for `lane`.
  mutating func put(_ state: MotionState, in lane: Int) {
    positions[lane] = state.position
    velocities[lane] = state.velocity
  }

  /// Evaluates every lane at `time`, in microseconds from the origin.
  ///
  /// Mutates the block in place, including the results: a large struct that is only read is copied first.
  @inline(__always)
  mutating func evaluate(at time: Double, sharing shared: inout Shared) {
    if isUniform {
      shared.update(for: spring, since: reference, at: time)
      positions = target + (shared.xx * sharedDisplacement + shared.xv * sharedVelocity)
      velocities = shared.vx * sharedDisplacement + shared.vv * sharedVelocity
    } else {
      var seconds = (Lanes(repeating: time) - start) / 1_000_000
      // A motion that has not started is corrected below; its negative time must not make its exponential grow.
      if time < lastStart { seconds.replace(with: 0, where: seconds .< 0) }
      let decay = LaneMath.exp(-decayRate * seconds)
      let (steady, growth) = factors(after: seconds)
      positions = target + decay * (steady * displacement + growth * impetus)
      velocities = decay * (steady * velocity - growth * pull)
    }
    if time >= firstEnd {
      let resting = Lanes(repeating: time) .>= end
      positions.replace(with: target, where: resting)
      velocities.replace(with: 0, where: resting)
    }
    if time < lastStart {
      let waiting = Lanes(repeating: time) .< start
      positions.replace(with: from, where: waiting)
      velocities.replace(with: 0, where: waiting)
    }
  }

  /// C and S.
  @inline(__always)
  private mutating func factors(after seconds: Lanes) -> (steady: Lanes, growth: Lanes) {
    let phase = splitting * seconds
    guard creeps else {
      let (sine, cosine) = LaneMath.sineAndCosine(phase)
      return (cosine, sine * spacing)
    }
    // At ζ = 1 the spacing is 0 and S = t.
    var growth = -LaneMath.expMinusOne(-phase) * spacing
    growth.replace(with: seconds, where: splitting .== 0)
    var steady = Lanes(repeating: 1)
    if swings {
      let (sine, cosine) = LaneMath.sineAndCosine(phase)
      let swinging = side .< 0
      steady.replace(with: cosine, where: swinging)
      growth.replace(with: sine * spacing, where: swinging)
    }
    return (steady, growth)
  }
}
