import RealModule

extension Spring {
  /// Seconds until a unit distance, from rest, has shrunk to 0.001 for good; infinite for ζ = 0.
  ///
  /// Below ζ = 1 it is (M3) the closed bound ln((1 + ζω₀)/ε)/(ζω₀), as in SwiftUI's `Spring.settlingDuration`;
  /// from ζ = 1 up it is the time found on the curve. It describes the spring; `SpringMotion.end` is when a motion is
  /// at rest in its own unit.
  public var settlingDuration: Double {
    let rate = dampingFraction * naturalFrequency
    let distance = KineticsDefaults.settlingDistance
    guard rate > 0 else { return .infinity }
    guard dampingFraction >= 1 else { return Double.log((1 + rate) / distance) / rate }
    return lastTime(outside: distance, displacement: 1, velocity: 0) ?? .infinity
  }

  /// Returns the first time from which distance and speed stay within `rest`.
  ///
  /// - Parameters:
  ///   - displacement: from the target at time 0, in the property's unit.
  ///   - velocity: at time 0, in the property's unit per second.
  ///   - rest: when the property is at rest.
  ///   - duration: the seconds that matter; if the property still moves then, the result is `duration`.
  /// - Returns: seconds, 0 if it is at rest from the beginning; `nil` if it never rests.
  func restTime(
    displacement: Double,
    velocity: Double,
    rest: RestThreshold,
    within duration: Double = .infinity
  ) -> Double? {
    // The velocity of a spring is itself a solution of its equation, so one search serves both.
    let acceleration =
      -naturalFrequency * (2 * dampingFraction * velocity + naturalFrequency * displacement)
    guard
      let far = lastTime(
        outside: rest.distance,
        displacement: displacement,
        velocity: velocity,
        within: duration
      ),
      let fast = lastTime(
        outside: rest.speed,
        displacement: velocity,
        velocity: acceleration,
        within: duration
      )
    else { return nil }
    let time = max(far, fast)
    return time < KineticsDefaults.endless ? time : nil
  }

  /// Returns the last time, in seconds, at which |x| is above `limit`; 0 if it never is, `nil` if there is no last
  /// time.
  ///
  /// Between two turning points the trajectory is monotone. So the last crossing lies after the last turning point
  /// beyond the limit, and before the next one.
  private func lastTime(
    outside limit: Double,
    displacement: Double,
    velocity: Double,
    within duration: Double = .infinity
  ) -> Double? {
    func isOutside(_ time: Double) -> Bool {
      state(after: time, displacement: displacement, velocity: velocity).position.magnitude > limit
    }
    if duration < .infinity, isOutside(duration) { return duration }

    let turn = firstTurn(displacement: displacement, velocity: velocity) ?? .infinity
    var lower: Double
    var upper: Double
    if turn <= duration, turn < .infinity, isOutside(turn) {
      guard let last = lastTurn(outside: limit, from: turn, displacement, velocity, within: duration) else {
        return nil
      }
      lower = last
      upper = dampingFraction < 1 ? last + Double.pi / splitting : .infinity
    } else if displacement.magnitude > limit {
      lower = 0
      upper = turn
    } else {
      return 0
    }

    upper = min(upper, duration)
    if upper == .infinity {
      // Only where no turning point is ahead, so that the approach to the target is monotone: step until within the
      // limit.
      var step = 1 / slowRate
      while isOutside(lower + step) {
        guard lower + step < KineticsDefaults.endless else { return nil }
        step *= 2
      }
      upper = lower + step
    }
    // 0.1 µs is a tenth of the resolution of `Instant`. 64 halvings exhaust a Double's digits for any span.
    for _ in 0..<64 where upper - lower > 1e-7 {
      let middle = lower + (upper - lower) / 2
      if isOutside(middle) { lower = middle } else { upper = middle }
    }
    return upper
  }

  /// Returns the first time from 0 on, in seconds, at which the velocity is 0; `nil` if it never is.
  func firstTurn(displacement: Double, velocity: Double) -> Double? {
    if dampingFraction < 1 {
      // v = 0 where tan ωt = v₀ω / (a·v₀ + ω₀²x₀).
      let pull = naturalFrequency * (dampingFraction * velocity + naturalFrequency * displacement)
      guard velocity != 0 || pull != 0 else { return nil }
      let angle = Double.atan2(y: velocity * splitting, x: pull)
      return (angle < 0 ? angle + Double.pi : angle) / splitting
    }
    // v = 0 where D = v₀ / (fast·(v₀ + slow·x₀)); D runs from 0 to 1/(2β), or without limit at ζ = 1.
    let growth = velocity / (fastRate * (velocity + slowRate * displacement))
    guard growth.isFinite, growth >= 0 else { return nil }
    let gap = 2 * splitting
    guard gap > 0 else { return growth }
    return gap * growth < 1 ? -Double.log(onePlus: -gap * growth) / gap : nil
  }

  /// Returns the last turning point beyond `limit`, given that the first one, at `turn`, is; `nil` if they never
  /// shrink.
  ///
  /// Below ζ = 1 turning points follow each other every π/ω, each smaller by e^(−aπ/ω); above there is only one.
  private func lastTurn(
    outside limit: Double,
    from turn: Double,
    _ displacement: Double,
    _ velocity: Double,
    within duration: Double
  ) -> Double? {
    guard dampingFraction < 1 else { return turn }
    let period = Double.pi / splitting
    let peak = state(after: turn, displacement: displacement, velocity: velocity).position.magnitude
    let shrinking = dampingFraction * naturalFrequency * period
    let beyondLimit = (Double.log(peak / limit) / shrinking).rounded(.down)
    let withinDuration = ((duration - turn) / period).rounded(.down)
    let last = turn + min(beyondLimit, withinDuration) * period
    return last < KineticsDefaults.endless ? last : nil
  }
}
