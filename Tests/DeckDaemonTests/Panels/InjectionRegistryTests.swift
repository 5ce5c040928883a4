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

  private mutating func add(
    _ frames: [ClientRequest.InjectedFrame],
    _ client: Client,
    request: [UInt8]? = nil
  ) throws {
    _ = try registry.add(frames, on: "main", at: Self.now, request: request, from: ObjectIdentifier(client))
  }

  private mutating func add(_ phase: TouchNote.Contact.Phase, _ client: Client) throws -> [Int] {
    let frame = ClientRequest.InjectedFrame(contacts: [.init(id: 1, phase: phase, x: 1, y: 2)])
    try add([frame], client)
    let step = registry.next(of: ObjectIdentifier(client))
    return step?.frame.contacts.map(\.id.rawValue) ?? []
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

  private static func drag(_ count: Int) -> [ClientRequest.InjectedFrame] {
    (0..<count).map { .init(contacts: [.init(id: 1, phase: $0 == 0 ? .down : .moved, x: Double($0), y: 2)]) }
  }

  @Test
  mutating func `gives the frames of a request one by one, and cancels where the last one left the contact`() throws {
    let client = ObjectIdentifier(one)
    try add(Self.drag(3), one, request: Array("7".utf8))
    let next = registry.next(of: client)
    let first = try #require(next)
    #expect(first.frame.contacts.map(\.phase) == [.down] && !first.isLast && first.request == Array("7".utf8))
    let following = registry.next(of: client)
    let second = try #require(following)
    #expect(second.frame.contacts.map(\.position.x) == [1] && !second.isLast)
    let leavesContacts = registry.orphan(client)
    #expect(leavesContacts)
    let none = registry.next(of: client)
    #expect(none == nil)
    let cancelled = registry.cancelOrphans(now: Self.now)
    #expect(cancelled.map(\.frame.contacts[0].position.x) == [1])
  }

  @Test
  mutating func `refuses a request as a whole, whichever of its frames no panel reports`() throws {
    var frames = Self.drag(3)
    frames[2].contacts[0].phase = .down
    let error = #expect(throws: ProtocolError.self) {
      var registry = self
      try registry.add(frames, one)
    }
    #expect(error?.field == "params.frames[2].contacts[0].phase")
  }

  @Test
  mutating func `limits the frames that wait of all clients, but not those of one request alone`() throws {
    try add(Self.drag(65_537), one)
    let error = #expect(throws: ProtocolError.self) {
      var registry = self
      try registry.add(Self.drag(1), other)
    }
    #expect(error?.message == "too many frames wait to be injected")
    var count = 0
    while let step = registry.next(of: ObjectIdentifier(one)) {
      count += 1
      #expect(step.isLast == (count == 65_537))
    }
    try add(Self.drag(1), other)
  }
}
