package import Kinetics

/// The displacement of a card of a stack from its position: a motion for each property.
package struct StackPose: Equatable, Sendable {
  /// Points to the right.
  package var x = Motion.fixed(0)
  /// Points down.
  package var y = Motion.fixed(0)
  package var scale = Motion.fixed(1)
  /// A factor of the opacity that the card has at its position.
  package var opacity = Motion.fixed(1)

  package init() {}

  /// When the first of its motions comes to rest; `nil` while none moves.
  var end: Instant? {
    earlier(earlier(x.end, y.end), earlier(scale.end, opacity.end))
  }

  /// Whether the card is at its position and stays there.
  var isAtRest: Bool { self == StackPose() }

  /// Replaces every motion that is over by `now` by its target.
  mutating func settle(at now: Instant) {
    x.settle(at: now)
    y.settle(at: now)
    scale.settle(at: now)
    opacity.settle(at: now)
  }

  /// Replaces every motion by its target at once (M5).
  mutating func skip() {
    x.skip()
    y.skip()
    scale.skip()
    opacity.skip()
  }

  /// Moves a property to `target` by a spring, from its current value and velocity.
  mutating func spring(
    _ property: WritableKeyPath<StackPose, Motion>,
    to target: Double,
    _ spring: Spring,
    rest: RestThreshold,
    from offset: Double = 0,
    at now: Instant
  ) {
    self[keyPath: property] = self[keyPath: property]
      .springing(to: target, spring, shiftedBy: offset, rest: rest, at: now)
  }
}
