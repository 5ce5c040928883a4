import DeckDaemon
import DeckProtocol
import Testing

@Suite
struct `A data budget` {
  private var budget = DataBudget()

  @Test
  mutating func `counts a deck only when its bound exceeds the limit`() {
    var counts = 0
    func count(_ bytes: Int) -> Int {
      counts += 1
      return bytes
    }
    #expect(budget.add(40, to: "a", limit: 100, count: count(0), exact: count(-1)) == nil && counts == 1)
    #expect(budget.add(40, to: "a", limit: 100, count: count(-1), exact: count(-1)) == nil && counts == 1)
    // Cards were removed meanwhile: the deck has capacity that its bound does not have.
    #expect(budget.add(40, to: "a", limit: 100, count: count(-1), exact: count(60)) == nil && counts == 2)
    #expect(budget.add(40, to: "a", limit: 100, count: count(60), exact: count(-1)) == nil && counts == 3)
    #expect(budget.add(1, to: "a", limit: 100, count: count(-1), exact: count(101)) == 101)
    #expect(budget.add(0, to: "a", limit: 100, count: count(-1), exact: count(-1)) == nil)
  }

  @Test
  mutating func `begins again when the deck's cards are replaced`() {
    #expect(budget.add(90, to: "a", limit: 100, count: 0, exact: -1) == nil)
    budget.reset("a")
    #expect(budget.add(90, to: "a", limit: 100, count: 0, exact: -1) == nil)
    budget.resetAll()
    #expect(budget.add(90, to: "a", limit: 100, count: 11, exact: 101) == 101)
  }
}

@Suite
struct `A registry of delegates` {
  private final class Client {}

  private let one = Client()
  private let other = Client()
  private var registry = DelegateRegistry()

  @Test
  mutating func `has one client for each deck, and several decks for a client`() {
    registry.register(ObjectIdentifier(one), for: "b")
    registry.register(ObjectIdentifier(one), for: "a")
    registry.register(ObjectIdentifier(other), for: "c")
    #expect(registry.decks == ["a", "b", "c"] && registry.decks(of: ObjectIdentifier(one)) == ["a", "b"])
    #expect(registry.client(of: "c") == ObjectIdentifier(other) && registry.client(of: "d") == nil)
    registry.register(ObjectIdentifier(other), for: "a")
    #expect(registry.decks(of: ObjectIdentifier(one)) == ["b"])
  }

  @Test
  mutating func `has the first mistake of each delegate logged, and counts the others`() {
    registry.register(ObjectIdentifier(one), for: "a")
    #expect(registry.countMistake(for: "a") && !registry.countMistake(for: "a"))
    let isFirst = registry.countMistake(for: "b")
    #expect(!isFirst)
    #expect(registry.remove("a") == 2 && registry.remove("a") == 0)
    registry.register(ObjectIdentifier(one), for: "a")
    let isFirstAgain = registry.countMistake(for: "a")
    #expect(isFirstAgain)
  }
}

@Suite
struct `An encoder of notifications` {
  private static func haptic(_ time: Int64) -> DeckNotification {
    .haptic(HapticNote(time: time, deck: "a", kind: .light))
  }

  @Test
  func `writes the same line as the notification itself, each time`() {
    var encoder = NotificationEncoder()
    for time in [Int64(1), 22, 3] {
      #expect(encoder.encode(Self.haptic(time)) == Self.haptic(time).line)
    }
  }

  @Test
  func `gives each deck a key of its own, always the same`() {
    var encoder = NotificationEncoder()
    let keys = ["a", "b", "a"].map { encoder.key(for: $0) }
    #expect(keys[0] == keys[2] && keys[0] != keys[1])
  }
}
