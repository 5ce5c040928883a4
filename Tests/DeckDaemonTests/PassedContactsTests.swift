import DeckDaemon
import Gestures
import Kinetics
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
  mutating func `are whole taps when they are lifted before that is decided`() {
    claims[0] = .undecided
    #expect(follow((0, .down, 0)).isEmpty)
    now = 30
    #expect(follow((0, .up, 0)).isEmpty)
    // The next tap in the slot.
    now = 45
    #expect(follow((0, .down, 0.1)) == ["0 down", "0 up"])
    #expect(wait(until: 94).isEmpty)
    #expect(wait(until: 95) == ["0 down 0.1"])
    // One that was cancelled in time never was.
    #expect(follow((0, .up, 0.1)) == ["0 up 0.1"])
    #expect(follow((0, .down, 0)).isEmpty)
    #expect(follow((0, .cancelled, 0)).isEmpty)
    #expect(wait(until: 200).isEmpty && passed.deadline == nil)
  }
}
