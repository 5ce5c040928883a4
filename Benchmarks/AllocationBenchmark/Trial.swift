import Foundation
import Glibc
import LiveDaemon

/// The clients that subscribe to the frames.
struct Audience {
  var count: Int
  /// How many additional clients subscribe at 30 frames a second at most.
  var paced = 0

  /// Each audience includes the previous one.
  static let all = [Audience(count: 0), Audience(count: 1), Audience(count: 100), Audience(count: 100, paced: 4)]

  var title: String { "\(count) subscribers" + (paced > 0 ? " and \(paced) at 30/s" : "") }
}

/// The motion during which allocations are counted.
enum Motion: String, CaseIterable {
  case swipe = "a card dragged, swipeclean"
  case koloda = "a card dragged, koloda"
  case scroll = "a stack scrolled, fan"
  case reorder = "a card carried through its stack, wallet"
  case carousel = "a carousel scrolled"
  case snapBack = "a card on its way back, swipeclean"
  case fling = "a stack that slows down, fan"

  var preset: String {
    switch self {
    case .swipe, .snapBack: "swipeclean"
    case .koloda: "koloda"
    case .scroll, .fling: "fan"
    case .reorder: "wallet"
    case .carousel: "carousel"
    }
  }

  /// Whether a finger causes the motion; otherwise the deck moves by itself.
  var isTouched: Bool {
    switch self {
    case .swipe, .koloda, .scroll, .reorder, .carousel: true
    case .snapBack, .fling: false
    }
  }

  /// How many springs begin during the steps: each is an allocation, and no frame is.
  var springs: Int {
    switch self {
    // The card that is carried passes others four times, and they move aside.
    case .reorder: 8
    case .swipe, .koloda, .scroll, .carousel, .snapBack, .fling: 0
    }
  }

  /// Settings that make the motion last long enough to be measured.
  var settings: String {
    switch self {
    case .snapBack: #"snap.spring = "response 3, dampingFraction 0.2""#
    case .fling: "scroll.deceleration = 0.9995"
    case .swipe, .koloda, .scroll, .reorder, .carousel: ""
    }
  }
}

/// One motion measured with increasing audiences.
struct Trial {
  /// How many steps are counted: touches of a finger, or the surface's ticks.
  static let steps = 120
  /// How many steps precede them: by then every buffer has the capacity that it needs.
  private static let before = 60

  var motion: Motion

  func run(_ tell: (Audience, LiveDaemon.Allocations) -> Void) throws {
    let daemon = try LiveDaemon(configuration: configuration, isCounting: true)
    // Linked with the Swift runtime as a library, it would seem to allocate nothing.
    guard try daemon.allocations.own > 1000 else {
      throw Missing("a deckd with the Swift runtime linked into it: make release")
    }
    let finger = Finger(daemon: daemon, crowd: try Crowd())
    var (count, paced) = (0, 0)
    for audience in Audience.all {
      try finger.crowd.join(audience.count - count, at: daemon.socket)
      try finger.crowd.join(audience.paced - paced, at: daemon.socket, rate: 30)
      (count, paced) = (audience.count, audience.paced)
      // What the last trial set in motion would move for up to 20 s.
      try reset(daemon)
      try finger.rest()
      tell(audience, try motion.isTouched ? drag(daemon, finger) : watch(daemon, finger))
    }
  }

  /// Brings the deck to rest, by a client that then leaves.
  private func reset(_ daemon: LiveDaemon) throws {
    try Requester(at: daemon.socket).ask("deck.reset", #"{"deck":"main"}"#)
  }

  private func drag(_ daemon: LiveDaemon, _ finger: Finger) throws -> LiveDaemon.Allocations {
    // Near its beginning a stack would fan and gather with each turn of the finger, and publish that in events.
    try finger.down(560, motion == .scroll ? 1500 : 1000)
    // A long press lifts a card of a stack.
    if motion == .reorder { usleep(1_000_000) }
    for step in 0..<Self.before { try circle(finger, step) }
    let count = try fewest(daemon) { for step in 0..<Self.steps { try circle(finger, step) } }
    try finger.up()
    return count
  }

  /// Returns what the daemon allocates for the steps: the minimum of up to a dozen runs.
  ///
  /// An allocation that a frame needs occurs in every run. If the machine delays the daemon, several frames are encoded
  /// at once and need separate buffers. It stops after a run without an unexplained one.
  private func fewest(_ daemon: LiveDaemon, _ steps: () throws -> Void) throws -> LiveDaemon.Allocations {
    var fewest: LiveDaemon.Allocations?
    for _ in 0..<12 where fewest.map({ unexplained($0) > 0 }) ?? true {
      let start = try daemon.allocations
      try steps()
      let count = try daemon.allocations.since(start)
      fewest = [fewest, count].compactMap(\.self).min { unexplained($0) < unexplained($1) }
    }
    return fewest ?? LiveDaemon.Allocations()
  }

  /// How many allocations are neither a timer's nor a spring's nor the one of each wakeup: steps wake the daemon, and
  /// so do timers, which are the steps of what moves by itself.
  func unexplained(_ count: LiveDaemon.Allocations) -> Int {
    let wakeups = Self.steps + (motion.isTouched ? count.timers : 0)
    return count.own - count.timers - motion.springs - wakeups
  }

  /// Moves around the middle: a card that the finger drags passes others.
  private func circle(_ finger: Finger, _ step: Int) throws {
    let angle = Double(step) * 2 * .pi / Double(Self.before)
    try finger.move(560 + Int(150 * sin(angle)), 1000 + Int(150 * cos(angle)))
  }

  private func watch(_ daemon: LiveDaemon, _ finger: Finger) throws -> LiveDaemon.Allocations {
    try finger.down(560, 1500)
    let way = motion == .fling ? (x: 0, y: -60) : (x: 20, y: 0)
    for step in 1...8 {
      usleep(8000)
      try finger.move(560 + step * way.x, 1500 + step * way.y)
    }
    // A card released by a moving finger would be swiped.
    if motion == .snapBack { usleep(300_000) }
    try finger.up()
    try finger.watch(frames: Self.before)
    return try fewest(daemon) { try finger.watch(frames: Self.steps) }
  }

  private var configuration: String {
    """
    [[surfaces]]
    name = "main"
    refresh = 60
    [[decks]]
    id = "main"
    preset = "\(motion.preset)"
    count = 2000
    [decks.settings]
    \(motion.settings)
    """
  }
}

/// A finger on the daemon's panel that waits until the effects of its touches are visible.
private struct Finger {
  /// How long to wait for a touch to be handled if no client receives frames, in µs: far longer than it takes.
  private static let unseen: UInt32 = 8000

  var daemon: LiveDaemon
  var crowd: Crowd

  /// Waits until nothing moves.
  func rest() throws {
    guard crowd.count > 0 else {
      // A deck appears within a second.
      usleep(1_500_000)
      return
    }
    try crowd.drain()
  }

  func down(_ x: Int, _ y: Int) throws {
    try daemon.put("3 57 1 3 53 \(x) 3 54 \(y) 1 330 1")
    usleep(Self.unseen)
    try crowd.drain(within: 20)
  }

  func up() throws {
    try daemon.put("3 57 -1 1 330 0")
  }

  /// Moves and waits for the frame: touches that pile up are a single report of libinput and allocate together.
  func move(_ x: Int, _ y: Int) throws {
    let time = try daemon.put("3 53 \(x) 3 54 \(y)")
    guard crowd.count > 0 else {
      usleep(Self.unseen)
      return
    }
    var isSeen = false
    let limit = Crowd.now + 100_000
    while !isSeen, Crowd.now < limit {
      try crowd.read(within: 20) { if $0.reader == 0, let input = $0.input, input >= time { isSeen = true } }
    }
  }

  /// Waits until the first client has received `count` frames.
  func watch(frames count: Int) throws {
    guard crowd.count > 0 else {
      usleep(UInt32(count * 1_000_000 / 60))
      return
    }
    var seen = 0
    while seen < count {
      guard try crowd.read(within: 2000, { if $0.reader == 0 { seen += 1 } }) else {
        throw Missing("a frame of something that moves")
      }
    }
  }
}
