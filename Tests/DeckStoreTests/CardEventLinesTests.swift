import DeckEngine
import DeckProtocol
import DeckStore
import TestSupport
import Testing

@Suite
struct `The lines of events about many cards` {
  private static func insertion(_ count: Int, first: UInt64 = 1) -> CardEvents {
    let cards = (0..<count).map { DeckEvent.CardReference(card: "card-\($0)", index: $0) }
    let before = DeckCounts(current: 0, count: 0, undoDepth: 0)
    let changes = CardChanges(.inserted(shiftsCurrent: false), of: cards, since: before)
    return CardEvents(changes, deck: "main", first: first, time: 1000)
  }

  private static func lines(_ events: some Sequence<DeckEvent>) -> [[UInt8]] {
    events.map { DeckNotification.event($0).line }
  }

  @Test(arguments: [1, 65, 5000])
  func `are those of the single events, in chunks of whole lines`(count: Int) throws {
    let lines = CardEventLines(Self.insertion(count))
    #expect(lines.chunks == nil)
    lines.encode()
    let chunks = try #require(lines.chunks)
    #expect(Array(chunks.joined()) == Array(Self.lines(lines.events).joined()))
    #expect(chunks.allSatisfy { $0.last == UInt8(ascii: "\n") && $0.count < 70_000 })
    #expect(chunks.count == 1 || count == 5000)
  }

  @Test
  func `are in the journal like others, by their numbers`() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, retention: Retention(events: 10_000, age: 1000))
    func single(_ number: UInt64) -> StoredEvent {
      let line = DeckNotification.event(DeckEvent(sequence: number, time: 1, deck: "main", kind: .deckReset)).line
      return StoredEvent(sequence: number, deck: "main", line: line)
    }
    let (first, second) = (
      CardEventLines(Self.insertion(800, first: 2)), CardEventLines(Self.insertion(70, first: 804))
    )
    try store.commit([
      StateChange(events: [single(1), single(802)], lists: [first]),
      StateChange(events: [single(803)], lists: [second]),
    ])
    #expect(store.sequence == 873)
    let answer = try store.events(after: 0, upTo: 873, byteLimit: .max)
    let expected =
      [single(1).line] + Self.lines(first.events) + [single(802).line, single(803).line] + Self.lines(second.events)
    #expect(answer == .lines(Array(expected.joined()), through: 873))
  }
}
