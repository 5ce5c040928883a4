import DeckProtocol
import Kinetics

extension StackDeck {
  /// Cards that jump one after another (W11).
  struct Bounce: Sendable {
    /// When each card begins to fall, earliest first.
    var falls: [(at: Instant, index: Int)] = []
    /// When a stack that was flicked arrives at its top, fast enough to bounce.
    var arrival: Instant?
    /// Whether cards jump, and `deck.bounced` is still to be published.
    var isGoing = false
  }

  /// Makes every visible card jump, by random heights from the deck's own generator.
  mutating func jump(now: Instant) -> [DeckOutcome] {
    var falls: [(at: Instant, index: Int)] = []
    let least = layout.points(stack.bounceLeast)
    let range = max(layout.points(stack.bounceMost) - least, 0)
    for (order, index) in visiblePlaces(at: now).map(\.index).sorted().enumerated() {
      let start = now.advanced(bySeconds: stack.bounceStagger * Double(order))
      let height = least + randomness.nextUnit() * range
      var pose = poses[index] ?? StackPose()
      let state = pose.y.state(at: now)
      pose.y = .spring(
        SpringMotion(
          stack.bounceRise.spring,
          from: state.position,
          velocity: state.velocity,
          to: -height,
          at: start,
          rest: .points
        )
      )
      poses[index] = pose
      falls.append((start.advanced(bySeconds: stack.bounceFallDelay), index))
    }
    bounce = falls.isEmpty ? nil : Bounce(falls: falls, isGoing: true)
    return isFelt ? [.haptic(.success)] : []
  }

  /// How near a finger has brought the stack to a bounce at its top (W11).
  enum BounceTrigger: Equatable, Sendable {
    /// The stack has not been far enough below its top since it last arrived there.
    case disarmed
    /// The stack has been far enough below its top.
    case armed
    /// The finger brought the stack to its top fast enough: it bounces at the release.
    case arrived
  }

  /// Updates the trigger after the finger has moved the stack, whose offset changes by `velocity` in pt/s.
  mutating func followBounce(velocity: Double, now: Instant) {
    let offset = scroll.value(at: now)
    if offset > layout.points(stack.bounceArm) {
      finger?.trigger = .armed
    } else if finger?.trigger == .armed, offset <= layout.points(stack.bounceArrival) {
      let isFast = -velocity > stack.bounceSpeed
      finger?.trigger = isFast ? .arrived : .disarmed
    }
  }

  /// Bounces a stack that the finger brought to its top fast enough; a stack that was flicked there bounces when it
  /// arrives.
  mutating func releaseBounce(now: Instant) -> [DeckOutcome] {
    guard openIndex == nil, let trigger = finger?.trigger else { return [] }
    switch trigger {
    case .disarmed: return []
    case .arrived: return scroll.value(at: now) <= layout.points(stack.bounceArrival) ? jump(now: now) : []
    case .armed:
      guard let arrival = scroll.arrival(at: layout.points(stack.bounceArrival)), arrival.speed > stack.bounceSpeed
      else { return [] }
      bounce = Bounce(falls: bounce?.falls ?? [], arrival: arrival.at, isGoing: bounce?.isGoing ?? false)
      return []
    }
  }

  /// Forgets the arrival, because something else moves the stack.
  mutating func forgetArrival() {
    bounce?.arrival = nil
    if bounce?.isGoing == false { bounce = nil }
  }

  /// Performs what is due of a bounce.
  mutating func advanceBounce(to now: Instant) -> [DeckOutcome] {
    var outcomes: [DeckOutcome] = []
    if let arrival = bounce?.arrival, arrival <= now {
      bounce?.arrival = nil
      // A touch or a command that stopped the stack in the meantime has cancelled its bounce.
      if case .decay = scroll.offset {
        outcomes += jump(now: now)
      }
    }
    while let fall = bounce?.falls.first, fall.at <= now {
      bounce?.falls.removeFirst()
      spring(\.y, of: fall.index, to: 0, stack.bounceFall, now: now)
    }
    guard let current = bounce, current.falls.isEmpty, current.arrival == nil else { return outcomes }
    guard current.isGoing else {
      bounce = nil
      return outcomes
    }
    guard !poses.values.contains(where: { $0.y.end != nil }) else { return outcomes }
    bounce = nil
    return outcomes + [.event(.deckBounced)]
  }
}

extension SeededGenerator {
  /// A sequence of its own for each name, with the name's FNV-1a hash as the seed.
  init(name: String) {
    self.init(seed: name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
  }
}
