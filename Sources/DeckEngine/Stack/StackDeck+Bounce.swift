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
  mutating func jump(now: Instant) -> [DeckOutcome] {
    var falls: [(at: Instant, index: Int)] = []
    let heights =
      layout.points(
        stack.bounceLeast
      )...max(
        layout.points(stack.bounceLeast),
        layout.points(stack.bounceMost)
      )
    for (order, index) in visiblePlaces(at: now).map(\.index).sorted().enumerated() {
      let start = now.advanced(bySeconds: stack.bounceStagger * Double(order))
      let height = heights.lowerBound + randomness.next() * (heights.upperBound - heights.lowerBound)
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

  /// A stack that has been far enough below its top is ready to bounce there.
  mutating func armBounce(at now: Instant) {
    if scroll.value(at: now) > layout.points(stack.bounceArm) { finger?.isArmed = true }
  }

  /// A stack that was flicked to its top from far enough bounces when it arrives there fast enough.
  mutating func awaitBounce(now: Instant) {
    guard openIndex == nil, finger?.isArmed == true,
      let arrival = scroll.arrival(at: layout.points(stack.bounceArrival)), arrival.speed > stack.bounceSpeed
    else { return }
    bounce = Bounce(falls: bounce?.falls ?? [], arrival: arrival.at, isGoing: bounce?.isGoing ?? false)
  }

  /// Something else moves the stack: it does not arrive.
  mutating func forgetArrival() {
    bounce?.arrival = nil
    if bounce?.isGoing == false { bounce = nil }
  }

  /// Carries out what is due of a bounce.
  mutating func advanceBounce(to now: Instant) -> [DeckOutcome] {
    var outcomes: [DeckOutcome] = []
    if let arrival = bounce?.arrival, arrival <= now {
      bounce?.arrival = nil
      // What has stopped the stack meanwhile has stopped its bounce.
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
