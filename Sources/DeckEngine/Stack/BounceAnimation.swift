package import Kinetics

/// Cards that jump one after another (W11).
package struct BounceAnimation: Sendable {
  private struct Fall: Equatable, Sendable {
    var at: Instant
    var index: Int
  }

  /// When each card that jumps begins to fall, earliest first; `nil` while no card jumps.
  private var falls: [Fall]?
  /// When a stack that was flicked arrives at its top, fast enough to bounce.
  private var arrival: Instant?
  /// The generator of the heights to which cards bounce.
  private var randomness: SeededGenerator

  /// A stack at rest; its name determines the heights.
  package init(deck: String) { randomness = SeededGenerator(name: deck) }

  /// Whether cards jump, or will when the stack arrives at its top.
  package var isActive: Bool { falls != nil || arrival != nil }
  /// Whether the stack bounces when it arrives at its top.
  package var isExpected: Bool { arrival != nil }
  package var nextDeadline: Instant? { earlier(falls?.first?.at, arrival) }

  /// Makes cards jump in order, by random heights.
  package mutating func start(
    _ indexes: [Int],
    _ animator: inout StackAnimator,
    in layout: StackLayout,
    at now: Instant
  ) {
    let own = layout.own
    let least = layout.points(own.bounceLeast)
    let range = max(layout.points(own.bounceMost) - least, 0)
    var falls: [Fall] = []
    for (order, index) in indexes.enumerated() {
      let start = now.advanced(bySeconds: own.bounceStagger * Double(order))
      let height = least + randomness.nextUnit() * range
      let state = animator[index].y.state(at: now)
      animator[index].y = .spring(
        SpringMotion(
          own.bounceRise.spring,
          from: state.position,
          velocity: state.velocity,
          to: -height,
          at: start,
          rest: .points
        )
      )
      falls.append(Fall(at: start.advanced(bySeconds: own.bounceFallDelay), index: index))
    }
    (self.falls, arrival) = (falls.isEmpty ? nil : falls, nil)
  }

  /// Expects a flicked stack to bounce when it arrives at its top.
  package mutating func expectArrival(at instant: Instant) { arrival = instant }

  /// Cancels the expected arrival, because something else moves the stack.
  package mutating func cancelArrival() { arrival = nil }

  /// Stops the bounce; cards in the air keep their motions.
  package mutating func cancel() { (falls, arrival) = (nil, nil) }

  /// Returns whether the stack arrives at its top by `now`, once.
  package mutating func arrives(by now: Instant) -> Bool {
    guard let arrival, arrival <= now else { return false }
    self.arrival = nil
    return true
  }

  /// Makes the cards fall that are due.
  ///
  /// - Returns: whether the bounce ended.
  package mutating func advance(to now: Instant, _ animator: inout StackAnimator, fall: SpringSetting) -> Bool {
    while let next = falls?.first, next.at <= now {
      falls?.removeFirst()
      animator.spring(\.y, of: next.index, to: 0, fall, at: now)
    }
    guard falls?.isEmpty == true, arrival == nil, !animator.movesVertically else { return false }
    falls = nil
    return true
  }

  /// Brings everything expected forward to `now` (M5).
  package mutating func skip(to now: Instant) {
    if arrival != nil { arrival = now }
    falls = falls?.map { Fall(at: now, index: $0.index) }
  }

  /// Adapts to an edit of the cards.
  package mutating func remap(by shift: IndexShift) {
    falls = falls?.compactMap { fall in shift.newIndex(of: fall.index).map { Fall(at: fall.at, index: $0) } }
  }
}

/// How near a finger has brought the stack to a bounce at its top (W11).
package enum BounceTrigger: Equatable, Sendable {
  /// The stack has not been far enough below its top since it last arrived there.
  case disarmed
  /// The stack has been far enough below its top.
  case armed
  /// The finger brought the stack to its top fast enough: it bounces at the release.
  case arrived

  /// Updates the trigger after the finger has moved the stack to `offset`, which changes by `velocity` in pt/s.
  package mutating func follow(_ offset: Double, velocity: Double, in layout: StackLayout) {
    if offset > layout.points(layout.own.bounceArm) {
      self = .armed
    } else if self == .armed, offset <= layout.points(layout.own.bounceArrival) {
      self = -velocity > layout.own.bounceSpeed ? .arrived : .disarmed
    }
  }
}

extension SeededGenerator {
  /// A sequence of its own for each name, with the name's FNV-1a hash as the seed.
  init(name: String) {
    self.init(seed: name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
  }
}
