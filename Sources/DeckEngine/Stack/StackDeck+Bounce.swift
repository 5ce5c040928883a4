import DeckProtocol
import Kinetics

extension StackDeck {
  /// Cards that jump one after the other (W11).
  struct Bounce: Equatable, Sendable {
    /// When each card begins to fall, earliest first.
    var falls: [(at: Instant, index: Int)] = []
    /// When a stack that was flicked arrives at its top, fast enough to bounce.
    var arrival: Instant?
    /// Whether cards jump, and `deck.bounced` is still to be told.
    var isGoing = false

    static func == (left: Bounce, right: Bounce) -> Bool {
      left.falls.map(\.at) == right.falls.map(\.at) && left.falls.map(\.index) == right.falls.map(\.index)
        && left.arrival == right.arrival && left.isGoing == right.isGoing
    }
  }

  /// Lets every visible card jump, by heights of the deck's own randomness.
  mutating func jump(now: Instant) {
    var falls: [(at: Instant, index: Int)] = []
    let heights =
      layout.points(
        stack.bounceLeast
      )...max(
        layout.points(stack.bounceLeast),
        layout.points(stack.bounceMost)
      )
    for (order, visible) in visiblePlaces(at: now).enumerated() {
      let start = now.advanced(bySeconds: stack.bounceStagger * Double(order))
      let height = heights.lowerBound + randomness.next() * (heights.upperBound - heights.lowerBound)
      var pose = poses[visible.index] ?? StackPose()
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
      poses[visible.index] = pose
      falls.append((start.advanced(bySeconds: stack.bounceFallDelay), visible.index))
    }
    bounce = falls.isEmpty ? nil : Bounce(falls: falls, isGoing: true)
  }

  /// A stack that was flicked to its top from far enough bounces when it arrives there fast enough.
  mutating func armBounce(now: Instant) {
    guard openIndex == nil, scroll.value(at: now) > layout.points(stack.bounceArm),
      let arrival = scroll.arrival(at: layout.points(stack.bounceArrival)), arrival.speed > stack.bounceSpeed
    else { return }
    bounce = Bounce(falls: bounce?.falls ?? [], arrival: arrival.at, isGoing: bounce?.isGoing ?? false)
  }

  /// Carries out what is due of a bounce.
  mutating func advanceBounce(to now: Instant) -> [DeckOutcome] {
    var outcomes: [DeckOutcome] = []
    if let arrival = bounce?.arrival, arrival <= now {
      bounce?.arrival = nil
      // A finger that has stopped the stack meanwhile has stopped its bounce.
      if scroll.isMoving {
        jump(now: now)
        outcomes.append(.haptic(.success))
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

/// Numbers between 0 and 1 that look random and are the same after the same beginning (splitmix64).
struct Randomness: Equatable, Sendable {
  private var state: UInt64

  /// A sequence of its own for each name.
  init(_ name: String) {
    // FNV-1a.
    state = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  mutating func next() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
  }
}
