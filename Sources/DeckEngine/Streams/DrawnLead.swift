import Kinetics

/// How far what a finger moves is drawn ahead of the measured touches (M7).
///
/// It is added to the picture alone: nothing that a deck decides or publishes as an event depends on it.
struct DrawnLead: Equatable, Sendable {
  /// The sum of two motions, of which the second begins later.
  private struct Axis: Equatable, Sendable {
    var first = Motion.fixed(0)
    var second = Motion.fixed(0)

    /// Grows until the panel should have reported again, then fades.
    init(from start: Double, to peak: Double, in lead: FingerLead) {
      let (growth, fade) = (lead.silence.seconds(since: lead.start), lead.end.seconds(since: lead.silence))
      first = .curve(CurveMotion(.linear, from: start, to: peak, duration: growth, at: lead.start))
      second = .curve(CurveMotion(.linear, from: 0, to: -peak, duration: fade, at: lead.silence))
    }

    /// Returns to 0 by a spring.
    init(returning state: MotionState, at now: Instant) {
      first = Motion.fixed(state.position).springing(
        to: 0,
        returnSpring,
        velocity: state.velocity,
        rest: .points,
        at: now
      )
    }

    init() {}

    func value<At: Evaluation>(at now: At) -> At.Number { now.value(of: first) + now.value(of: second) }

    func state(at now: Instant) -> MotionState {
      let (one, other) = (first.state(at: now), second.state(at: now))
      return MotionState(position: one.position + other.position, velocity: one.velocity + other.velocity)
    }

    var range: ClosedRange<Double> {
      let (one, other) = (first.range, second.range)
      return one.lowerBound + other.lowerBound...one.upperBound + other.upperBound
    }

    var end: Instant? { later(first.end, second.end) }
  }

  /// No lead.
  static let none = DrawnLead()

  private var across = Axis()
  private var down = Axis()
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
