import DeckDaemon
import DeckProtocol
import Gestures
import Kinetics
import Testing

@Suite
struct `A registry of injected contacts` {
  private final class Client {}

  private let one = Client()
  private let other = Client()
  private static let now = Instant(microseconds: 1000)
  private var registry = InjectionRegistry()

  private mutating func add(_ phase: TouchNote.Contact.Phase, _ client: Client) throws -> [Int] {
    let frame = ClientRequest.InjectedFrame(contacts: [.init(id: 1, phase: phase, x: 1, y: 2)])
    let frames = try registry.add([frame], on: "main", from: ObjectIdentifier(client), now: Self.now)
    return frames.flatMap { $0.contacts.map(\.id.rawValue) }
  }

  @Test
  mutating func `keeps the contacts of clients apart, and refuses what no panel reports`() throws {
    let (first, second) = (try add(.down, one), try add(.down, other))
    let moved = try add(.moved, one)
    #expect(first != second && first == moved)
    #expect(throws: ProtocolError.self) {
      var registry = self
      _ = try registry.add(.down, one)
    }
    let lifted = try add(.up, one)
    #expect(first == lifted)
  }

  @Test
  mutating func `cancels the contacts of a departed client, whose number is taken until then`() throws {
    let first = try add(.down, one)
    let leavesContacts = registry.orphan(ObjectIdentifier(one))
    #expect(leavesContacts)
    let isLeft = registry.orphan(ObjectIdentifier(one))
    #expect(!isLeft)
    let second = try add(.down, other)
    #expect(second != first)
    let cancelled = registry.cancelOrphans(now: Self.now)
    #expect(cancelled.map(\.surface) == ["main"] && cancelled[0].frame.contacts.map(\.id.rawValue) == first)
    #expect(cancelled[0].frame.contacts.allSatisfy { $0.phase == .cancelled })
    let again = registry.cancelOrphans(now: Self.now)
    #expect(again.isEmpty)
    let third = Client()
    let reused = try add(.down, third)
    #expect(reused == first)
  }
}
