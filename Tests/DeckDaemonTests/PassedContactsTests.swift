import DeckDaemon
import Gestures
import Kinetics
import Testing

@Suite
struct `Contacts that are passed on` {
  private var passed = PassedContacts()

  private mutating func follow(_ contacts: (Int, Contact.Phase)..., taken: Set<Int> = []) -> [String] {
    let frame = TouchFrame(
      time: Instant(microseconds: 0),
      contacts: contacts.map { Contact(id: ContactID($0.0), phase: $0.1, position: Point(x: 0.5, y: 0.5)) }
    )
    return passed.follow(frame) { taken.contains($0.rawValue) }.map { "\($0.id.rawValue) \($0.phase)" }
  }

  @Test
  mutating func `are whole: what a deck takes when it comes down stays the deck's`() {
    #expect(follow((0, .down), (1, .down), taken: [0]) == ["1 down"])
    // Whoever has the first contact's place by now.
    #expect(follow((0, .moved), (1, .moved)) == ["1 moved"])
    #expect(follow((0, .stationary), (1, .stationary)).isEmpty)
    #expect(follow((0, .up), (1, .up), taken: [1]) == ["1 up"])
    #expect(follow((0, .down), (1, .down), taken: [1]) == ["0 down"])
  }

  @Test
  mutating func `end when they are cancelled, and when their slot has another contact`() {
    #expect(follow((0, .down), (1, .down)) == ["0 down", "1 down"])
    #expect(follow((0, .cancelled), (1, .down), taken: [1]) == ["0 cancelled", "1 cancelled"])
    #expect(follow((0, .up), (1, .up)).isEmpty)
    #expect(follow((2, .down), (2, .up)) == ["2 down", "2 up"])
  }
}
