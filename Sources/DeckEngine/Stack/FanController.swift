package import DeckProtocol
package import Gestures
package import Kinetics

/// How far a pinch parts the cards of a stack, and which event about the fan is due (W8).
package struct FanController: Equatable, Sendable {
  /// How far a pinch has moved the cards, in points each.
  package private(set) var spread = Motion.fixed(0)
  /// Whether a finger has pulled the cards apart and they are not together again.
  package private(set) var isFanned: Bool

  package init(isFanned: Bool = false) { self.isFanned = isFanned }

  /// Stops the cards under a pinch that catches them, where they are.
  ///
  /// - Returns: the spread from which the pinch continues.
  package mutating func hold(within limit: Double, at now: Instant) -> Double {
    let caught = spread.value(at: now).clamped(to: 0...limit)
    spread = .fixed(caught)
    return caught
  }

  /// Moves the cards under a pinch that caught them at the spread `start`.
  package mutating func pinch(_ value: GestureValue, from start: Double, within limit: Double) {
    spread = .fixed((start + limit * (value.scale - 1)).clamped(to: 0...limit))
  }

  /// Moves the cards together from their spread at `velocity`, in pt/s.
  package mutating func release(velocity: Double, spring: Spring, at now: Instant) {
    spread = spread.springing(to: 0, spring, velocity: velocity, rest: .points, at: now)
  }

  /// Returns how fast a pinch that caught the cards at `start` moves them apart as they are drawn, in pt/s each.
  package static func velocity(of value: GestureValue, from start: Double, within limit: Double) -> Double {
    (0..<limit).contains(start + limit * (value.scale - 1)) ? limit * value.scaleVelocity : 0
  }

  /// Drops a motion that is over.
  package mutating func advance(to now: Instant) { spread.settle(at: now) }

  /// Replaces the motion by its target at once (M5).
  package mutating func skip() { spread.skip() }

  /// Returns the event of cards that a finger has pulled apart, or that are together again.
  ///
  /// Springs that swing pass through the position at which the cards are together.
  package mutating func update(isApart: Bool, isPulled: Bool, isReturning: Bool) -> DeckEvent.Kind? {
    if !isFanned, isApart, isPulled {
      isFanned = true
      return .stackFanned
    }
    return isApart || spread.end != nil || isReturning ? nil : gather()
  }

  /// Returns the event that the cards are together, if they were apart.
  package mutating func gather() -> DeckEvent.Kind? {
    guard isFanned else { return nil }
    isFanned = false
    return .stackGathered
  }
}
