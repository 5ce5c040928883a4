import Foundation
import Glibc
import LiveDaemon

/// Who follows the frames.
struct Audience {
  var count: Int
  /// How many more follow at most 30 a second.
  var paced = 0

  /// Each has those before it among it.
  static let all = [Audience(count: 0), Audience(count: 1), Audience(count: 100), Audience(count: 100, paced: 4)]

  var title: String { "\(count) subscribers" + (paced > 0 ? " and \(paced) at 30/s" : "") }
}

/// What moves.
enum Motion: String, CaseIterable {
  case swipe = "a card dragged, swipeclean"
  case koloda = "a card dragged, koloda"
  case scroll = "a stack scrolled, fan"
  case reorder = "a card carried through its stack, wallet"
  case snapBack = "a card on its way back, swipeclean"
  case fling = "a stack that slows down, fan"

  var preset: String {
    switch self {
    case .swipe, .snapBack: "swipeclean"
    case .koloda: "koloda"
    case .scroll, .fling: "fan"
    case .reorder: "wallet"
    }
  }

  /// Whether a finger moves it; otherwise it moves by itself.
  var isTouched: Bool {
    switch self {
    case .swipe, .koloda, .scroll, .reorder: true
    case .snapBack, .fling: false
    }
  }

  /// What lasts long enough to be watched.
  var settings: String {
    switch self {
    case .snapBack: #"snap.spring = "response 3, dampingFraction 0.2""#
    case .fling: "scroll.deceleration = 0.9995"
    case .swipe, .koloda, .scroll, .reorder: ""
    }
  }
}

/// One motion before growing audiences.
struct Trial {
  /// Steps that are counted: touches of a finger, or the surface's ticks.
  static let steps = 120
  /// Steps before: by then every buffer has the room that it needs.
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
      // The deck is still to appear, or the card before this is on its way.
      usleep(1_500_000)
      try finger.crowd.drain(within: 20)
      tell(audience, try motion.isTouched ? drag(daemon, finger) : watch(daemon, finger))
    }
  }

  private func drag(_ daemon: LiveDaemon, _ finger: Finger) throws -> LiveDaemon.Allocations {
    // At its beginning a stack would fan and gather with each turn of the finger, and tell so in events.
    try finger.down(560, motion == .scroll ? 1500 : 1000)
    // A press takes a card of a stack up.
    if motion == .reorder { usleep(1_000_000) }
    for step in 0..<Self.before { try circle(finger, step) }
    let count = try fewest(daemon) { for step in 0..<Self.steps { try circle(finger, step) } }
    try finger.up()
    return count
  }

  /// What the daemon allocates for it: the least of a dozen times, or nothing.
  ///
  /// What a frame takes, it takes each time. Where the machine has kept the daemon waiting, several frames are made at
  /// once, and need room beside each other.
  private func fewest(_ daemon: LiveDaemon, _ steps: () throws -> Void) throws -> LiveDaemon.Allocations {
    var fewest: LiveDaemon.Allocations?
    for _ in 0..<12 where fewest?.own != 0 {
      let start = try daemon.allocations
      try steps()
      let count = try daemon.allocations.since(start)
      fewest = [fewest, count].compactMap(\.self).min { $0.own < $1.own }
    }
    return fewest ?? LiveDaemon.Allocations()
  }

  /// Around the middle: a card that the finger carries passes others.
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
    // A card that leaves a finger in motion would be swiped.
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

/// A finger on the daemon's panel that waits for what it does to be seen.
private struct Finger {
  /// What a touch takes to be handled where nobody sees it, in µs: far more than it does.
  private static let unseen: UInt32 = 8000

  var daemon: LiveDaemon
  var crowd: Crowd

  func down(_ x: Int, _ y: Int) throws {
    try daemon.put("3 57 1 3 53 \(x) 3 54 \(y) 1 330 1")
    usleep(Self.unseen)
    try crowd.drain(within: 20)
  }

  func up() throws {
    try daemon.put("3 57 -1 1 330 0")
  }

  /// Moves, and waits for the frame: touches that pile up are one report of libinput's, and take room together.
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

  /// Waits until the first client has seen so many frames.
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
