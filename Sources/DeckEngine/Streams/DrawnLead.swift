import Kinetics

/// How far what a finger moves is drawn ahead of the measured touches (M7).
///
/// It is added to the picture alone: nothing that a deck decides or publishes as an event depends on it.
struct DrawnLead: Equatable, Sendable {
  /// The lead along one axis.
  ///
  /// It changes with every touch, so its curves are not in a `Motion`, which would allocate.
  private enum Axis: Equatable, Sendable {
    case none
    /// Grows until the panel should have reported again, then fades: the sum of both.
    case ahead(growth: CurveMotion, fade: CurveMotion)
    /// Returns to 0 by a spring.
    case returning(Motion)

    init(from start: Double, to peak: Double, in lead: FingerLead) {
      let (growth, fade) = (lead.silence.seconds(since: lead.start), lead.end.seconds(since: lead.silence))
      self = .ahead(
        growth: CurveMotion(.linear, from: start, to: peak, duration: growth, at: lead.start),
        fade: CurveMotion(.linear, from: 0, to: -peak, duration: fade, at: lead.silence)
      )
    }

    init(returning state: MotionState, at now: Instant) {
      self = .returning(
        Motion.fixed(state.position).springing(to: 0, returnSpring, velocity: state.velocity, rest: .points, at: now)
      )
    }

    func value<At: Evaluation>(at now: At) -> At.Number {
      switch self {
      case .none: 0
      case .ahead(let growth, let fade): now.value(of: growth) + now.value(of: fade)
      case .returning(let motion): now.value(of: motion)
      }
    }

    func state(at now: Instant) -> MotionState {
      switch self {
      case .none: MotionState(position: 0, velocity: 0)
      case .ahead(let growth, let fade): growth.state(at: now) + fade.state(at: now)
      case .returning(let motion): motion.state(at: now)
      }
    }

    var range: ClosedRange<Double> {
      switch self {
      case .none: 0...0
      case .ahead(let growth, let fade): growth.range.widened(by: fade.range)
      case .returning(let motion): motion.range
      }
    }

    var end: Instant? {
      switch self {
      case .none: nil
      case .ahead(let growth, let fade): max(growth.end, fade.end)
      case .returning(let motion): motion.end
      }
    }
  }

  /// No lead.
  static let none = DrawnLead()

  private var across = Axis.none
  private var down = Axis.none
  /// The id of the card that the finger moves; `nil` where it scrolls all of them.
  private(set) var card: String?
  /// When nothing is left of the lead; `nil` if there is none.
  private(set) var end: Instant?

  private init() {}

  /// The lead of a finger, as a deck draws it.
  init(_ lead: FingerLead, of card: String?) {
    across = Axis(from: lead.first.dx, to: lead.peak.dx, in: lead)
    down = Axis(from: lead.first.dy, to: lead.peak.dy, in: lead)
    self.card = card
    end = lead.end
  }

  /// What is left of the lead of a finger that was lifted: what was drawn, less the motion that has begun.
  init(returning rest: FollowedMotion, of card: String?, at now: Instant) {
    across = Axis(returning: rest.across, at: now)
    down = Axis(returning: rest.down, at: now)
    self.card = card
    end = later(across.end, down.end)
  }

  /// To the right, or along what is scrolled, in points.
  func across<At: Evaluation>(at now: At) -> At.Number { across.value(at: now) }

  /// Downward, in points.
  func down<At: Evaluation>(at now: At) -> At.Number { down.value(at: now) }

  /// All values of `across(at:)`.
  var acrossRange: ClosedRange<Double> { across.range }

  func state(at now: Instant) -> FollowedMotion {
    FollowedMotion(across: across.state(at: now), down: down.state(at: now))
  }
}

/// Where what a finger moves is, and how fast: the two components of a card, or the offset of what is scrolled.
struct FollowedMotion: Equatable, Sendable {
  var across: MotionState
  var down = MotionState(position: 0, velocity: 0)

  static func + (left: FollowedMotion, right: FollowedMotion) -> FollowedMotion {
    FollowedMotion(across: left.across + right.across, down: left.down + right.down)
  }

  static func - (left: FollowedMotion, right: FollowedMotion) -> FollowedMotion {
    FollowedMotion(across: left.across - right.across, down: left.down - right.down)
  }
}

extension MotionState {
  fileprivate static func + (left: MotionState, right: MotionState) -> MotionState {
    MotionState(position: left.position + right.position, velocity: left.velocity + right.velocity)
  }

  fileprivate static func - (left: MotionState, right: MotionState) -> MotionState {
    MotionState(position: left.position - right.position, velocity: left.velocity - right.velocity)
  }
}

extension ClosedRange<Double> {
  /// Returns the range of all sums of one of its values and one of `other`.
  func widened(by other: ClosedRange<Double>) -> ClosedRange<Double> {
    lowerBound + other.lowerBound...upperBound + other.upperBound
  }
}

/// The spring by which a lead returns; what is left of it after a quarter of a second is invisible.
private let returnSpring = SpringSetting.response(0.2, dampingFraction: 1).spring

/// Returns the later of two moments; `nil` stands for one that has passed.
private func later(_ left: Instant?, _ right: Instant?) -> Instant? {
  guard let left, let right else { return left ?? right }
  return max(left, right)
}
