import DeckDaemon
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `Contacts that are passed on` {
  private var passed = PassedContacts()
  /// In milliseconds.
  private var now: Int64 = 0
  private var claims: [Int: ContactClaim] = [:]

  /// Reports contacts, each at `x`, and returns what others receive: `ID PHASE`, with the position where that is not 0.
  private mutating func follow(_ contacts: (id: Int, phase: Contact.Phase, x: Double)...) -> [String] {
    let now = Instant(microseconds: now * 1000)
    let frame = TouchFrame(
      time: now,
      contacts: contacts.map { Contact(id: ContactID($0.id), phase: $0.phase, position: Point(x: $0.x, y: 0)) }
    )
    let claims = claims
    return passed.follow(contacts.isEmpty ? nil : frame, at: now) { id, _ in claims[id.rawValue] ?? .free }
      .map { "\($0.id.rawValue) \($0.phase)" + ($0.position.x == 0 ? "" : " \($0.position.x)") }
  }

  private mutating func wait(until time: Int64) -> [String] {
    now = time
    return follow()
  }

  @Test
  mutating func `are whole: what a deck takes when it comes down stays the deck's`() {
    claims[0] = .taken
    #expect(follow((0, .down, 0), (1, .down, 0)) == ["1 down"])
    // What the deck does with it later is of no consequence.
    claims[0] = .free
    #expect(follow((0, .moved, 0), (1, .moved, 0)) == ["1 moved"])
    #expect(follow((0, .stationary, 0), (1, .stationary, 0)).isEmpty)
    claims[1] = .taken
    #expect(follow((0, .up, 0), (1, .up, 0)) == ["1 up"])
    #expect(follow((0, .down, 0), (1, .down, 0)) == ["0 down"])
  }

  @Test
  mutating func `end when they are cancelled, and when their slot has another contact`() {
    #expect(follow((0, .down, 0), (1, .down, 0)) == ["0 down", "1 down"])
    claims[1] = .taken
    #expect(follow((0, .cancelled, 0), (1, .down, 0)) == ["1 cancelled", "0 cancelled"])
    #expect(follow((0, .up, 0), (1, .up, 0)).isEmpty)
    #expect(follow((2, .down, 0), (2, .up, 0)) == ["2 down", "2 up"])
  }

  @Test
  mutating func `are held back while a gesture may take them, but not longer than 50 ms`() {
    claims[0] = .undecided
    #expect(follow((0, .down, 0), (1, .down, 0)) == ["1 down"])
    #expect(passed.deadline == Instant(microseconds: 50_000))
    now = 20
    #expect(follow((0, .moved, 0.1)).isEmpty)
    #expect(follow((0, .moved, 0.2), (1, .moved, 0.1)) == ["1 moved 0.1"])
    #expect(wait(until: 49).isEmpty)
    #expect(wait(until: 50) == ["0 down", "0 moved 0.2"])
    #expect(passed.deadline == nil && passed.isUndecided)
    #expect(follow((0, .moved, 0.3)) == ["0 moved 0.3"])
    claims[0] = .free
    #expect(follow((0, .up, 0.3)) == ["0 up 0.3"])
    #expect(!passed.isUndecided)
  }

  @Test
  mutating func `are passed on at once when no gesture takes them any more`() {
    claims = [0: .undecided, 1: .undecided]
    #expect(follow((0, .down, 0), (1, .down, 0)).isEmpty)
    now = 10
    claims[0] = .free
    #expect(follow((0, .up, 0)) == ["0 down", "0 up"])
    claims[1] = .free
    #expect(follow() == ["1 down"])
    #expect(follow((1, .moved, 0.1)) == ["1 moved 0.1"])
  }

  @Test
  mutating func `are the gesture's alone when it takes them in time, and are cancelled for others otherwise`() {
    claims = [0: .undecided, 1: .undecided, 2: .undecided]
    #expect(follow((0, .down, 0)).isEmpty)
    claims[0] = .taken
    #expect(follow((0, .moved, 0.1)).isEmpty)
    #expect(follow((0, .moved, 0.2)).isEmpty)
    #expect(follow((0, .up, 0.2), (1, .down, 0), (2, .down, 0)).isEmpty)
    #expect(wait(until: 50) == ["1 down", "2 down"])
    (claims[1], claims[2]) = (.taken, .taken)
    // By a gesture that is performed when a finger is lifted, and without any report.
    #expect(follow((1, .up, 0)) == ["1 cancelled", "2 cancelled"])
    #expect(follow((2, .moved, 0.1)).isEmpty && !passed.isUndecided)
  }

  @Test
  mutating func `are lifted for others when it is decided whether the lift is a gesture's, but not later than 50 ms`() {
    claims = [0: .undecided, 1: .undecided]
    #expect(follow((0, .down, 0), (1, .down, 0)).isEmpty)
    #expect(wait(until: 50) == ["0 down", "1 down"])
    now = 80
    #expect(follow((0, .up, 0)).isEmpty && passed.deadline == Instant(microseconds: 130_000))
    now = 100
    claims = [0: .taken, 1: .taken]
    #expect(follow((1, .up, 0)) == ["0 cancelled", "1 cancelled"])
    claims[0] = .undecided
    now = 200
    #expect(follow((0, .down, 0)).isEmpty)
    #expect(wait(until: 250) == ["0 down"])
    now = 260
    #expect(follow((0, .up, 0)).isEmpty)
    #expect(wait(until: 309).isEmpty && wait(until: 310) == ["0 up"])
    #expect(!passed.isUndecided)
  }

  @Test
  func `come down once and end once, whatever fingers, gestures and decks do`() {
    var random = SeededGenerator(seed: Seed.value)
    for _ in 0..<300 {
      var session = RandomSession(&random)
      for _ in 0..<200 { session.step(&random) }
      session.end()
    }
  }

  @Test
  mutating func `are whole taps when they are lifted before that is decided`() {
    claims[0] = .undecided
    #expect(follow((0, .down, 0)).isEmpty)
    now = 30
    #expect(follow((0, .up, 0)).isEmpty)
    #expect(passed.deadline == Instant(microseconds: 50_000))
    // The next tap in the slot.
    now = 45
    #expect(follow((0, .down, 0.1)) == ["0 down", "0 up"])
    #expect(wait(until: 94).isEmpty)
    #expect(wait(until: 95) == ["0 down 0.1"])
    claims[0] = .free
    #expect(follow((0, .up, 0.1)) == ["0 up 0.1"])
    // One that was cancelled in time never was.
    claims[0] = .undecided
    #expect(follow((0, .down, 0)).isEmpty)
    #expect(follow((0, .cancelled, 0)).isEmpty)
    #expect(wait(until: 200).isEmpty && passed.deadline == nil)
  }
}

/// Random fingers on a surface with gestures and a deck, and what other programs receive of them.
private struct RandomSession {
  private static let gestures = [
    SurfaceGesture("home", .swipe([.up], distance: 10), from: .edge(.bottom, depth: 6)),
    SurfaceGesture("double", .tap(count: 2), from: .region(x: 0, y: 0, width: 200, height: 800)),
    SurfaceGesture("menu", .tap(count: 1), fingers: 3), SurfaceGesture("hold", .hold(duration: 0.5)),
    SurfaceGesture("turn", .rotate(.clockwise), fingers: 2),
  ]

  private var arena: SurfaceArena
  private var passed = PassedContacts()
  private var reports: [SurfaceGestureReport] = []
  private var now: Int64 = 0
  private var fingers: Set<Int> = []
  /// The contacts that are down for other programs.
  private var others: Set<ContactID> = []

  init(_ random: inout SeededGenerator) {
    let gestures = Self.gestures.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
    arena = SurfaceArena(Array(gestures), size: Size(width: 400, height: 800), pointsPerMillimetre: 5)
  }

  mutating func step(_ random: inout SeededGenerator) {
    wait(Int64.random(in: 1000...120_000, using: &random))
    var contacts: [Contact] = []
    for id in 0..<4 {
      let choice = Int.random(in: 0..<10, using: &random)
      let phase: Contact.Phase? =
        switch (fingers.contains(id), choice) {
        // A down without an up before it is a lost up.
        case (false, 0...2), (true, 0): .down
        case (true, 1...3): .up
        case (true, 4): .cancelled
        case (true, 5...8): .moved
        default: nil
        }
      guard let phase else { continue }
      if phase == .down { fingers.insert(id) } else if phase != .moved { fingers.remove(id) }
      let place = Point(x: .random(in: 0...400, using: &random), y: .random(in: 700...800, using: &random))
      contacts.append(Contact(id: ContactID(id), phase: phase, position: place))
    }
    if !contacts.isEmpty { report(contacts) }
  }

  mutating func end() {
    report(fingers.sorted().map { Contact(id: ContactID($0), phase: .up, position: Point(x: 0, y: 0)) })
    wait(1_000_000)
    #expect(others.isEmpty && passed.deadline == nil && !passed.isUndecided, "DECKD_SEED=\(Seed.value)")
  }

  private mutating func wait(_ time: Int64) {
    let end = now + time
    while let due = Instant.earlier(arena.deadline, passed.deadline), due.microseconds <= end {
      now = max(now, due.microseconds)
      arena.deadlineReached(at: due, into: &reports)
      pass(nil, taken: [])
    }
    now = end
  }

  /// The deck is on the right.
  private mutating func report(_ contacts: [Contact]) {
    let time = Instant(microseconds: now)
    arena.beginFrame()
    let changes = contacts.filter { $0.phase != .down && arena.owns($0.id) }
    if !changes.isEmpty { arena.handle(changes, at: time, into: &reports) }
    var taken: Set<ContactID> = []
    for contact in contacts where contact.phase == .down {
      if arena.owns(contact.id) {
        arena.handle([Contact(id: contact.id, phase: .cancelled, position: contact.position)], at: time, into: &reports)
      }
      if arena.wants(contact.position, first: true) {
        arena.add(contact, at: time, into: &reports)
      } else if contact.position.x > 300 {
        taken.insert(contact.id)
        arena.yieldToDeck(at: time, into: &reports)
      } else if arena.wants(contact.position, first: false) {
        arena.add(contact, at: time, into: &reports)
      }
    }
    pass(TouchFrame(time: time, contacts: contacts), taken: taken)
  }

  private mutating func pass(_ frame: TouchFrame?, taken: Set<ContactID>) {
    let arena = arena
    let contacts = passed.follow(frame, at: Instant(microseconds: now)) { id, isNew in
      isNew && taken.contains(id) ? .taken : arena.claim(on: id, isNew: isNew)
    }
    for contact in contacts {
      let isRight =
        switch contact.phase {
        case .down: others.insert(contact.id).inserted
        case .moved: others.contains(contact.id)
        case .up, .cancelled: others.remove(contact.id) != nil
        case .stationary: false
        }
      #expect(isRight, "DECKD_SEED=\(Seed.value): \(contact)")
    }
  }
}
