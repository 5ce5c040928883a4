import DeckDaemon
import DeckProtocol
import TestSupport
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
    registry.register(ObjectIdentifier(one), for: "b", answering: [])
    registry.register(ObjectIdentifier(one), for: "a", answering: [])
    registry.register(ObjectIdentifier(other), for: "c", answering: [])
    #expect(registry.decks == ["a", "b", "c"] && registry.decks(of: ObjectIdentifier(one)) == ["a", "b"])
    #expect(registry.client(of: "c") == ObjectIdentifier(other) && registry.client(of: "d") == nil)
    registry.register(ObjectIdentifier(other), for: "a", answering: [])
    #expect(registry.decks(of: ObjectIdentifier(one)) == ["b"])
  }

  @Test
  mutating func `has the first mistake of each delegate logged, and counts the others`() {
    registry.register(ObjectIdentifier(one), for: "a", answering: [])
    #expect(registry.countMistake(for: "a") && !registry.countMistake(for: "a"))
    let isFirst = registry.countMistake(for: "b")
    #expect(!isFirst)
    #expect(registry.remove("a") == 2 && registry.remove("a") == 0)
    registry.register(ObjectIdentifier(one), for: "a", answering: [])
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

  /// Of the cards of the frame before, some move, some are others, some are gone, and some come.
  private static func next(_ cards: [CardFrame], _ random: inout SeededGenerator) -> [CardFrame] {
    var cards = cards
    for index in cards.indices where Int.random(in: 0..<4, using: &random) == 0 {
      cards[index].x = [-0.0, 0, 1.5, 123.456].randomElement(using: &random) ?? 0
      cards[index].lift = Bool.random(using: &random) ? 0.5 : nil
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !cards.isEmpty: cards.remove(at: Int.random(in: cards.indices, using: &random))
    case 1, 2:
      let number = Int.random(in: 0..<8, using: &random)
      // Escaped, and of several lengths.
      let id = number < 4 ? "a \"card\" with a long name \(number)" : "\(number)"
      let card = CardFrame(id: id, index: number, depth: 0, x: 1, y: 2, width: 3, height: 4, z: 5, role: .front)
      cards.insert(card, at: Int.random(in: 0...cards.count, using: &random))
    case 3: cards.shuffle(using: &random)
    default: break
    }
    return cards
  }

  /// Most often the one before; also none, and the one before after none.
  private static func accessibility(_ random: inout SeededGenerator) -> DeckFrame.Accessibility? {
    let number = Int.random(in: 0..<12, using: &random)
    guard number < 10 else { return nil }
    let actions = [
      DeckFrame.Accessibility.Action(name: "keep", method: "deck.swipe", direction: number == 9 ? .left : .right)
    ]
    let label = number == 8 ? "another" : "a \"card\" with a long label"
    return DeckFrame.Accessibility(card: "a", label: label, hint: "", selected: number != 7, actions: actions)
  }

  @Test
  func `writes a deck's frames as they are, whatever the frames before`() {
    let seed = Seed.value
    var (random, encoder) = (SeededGenerator(seed: seed), NotificationEncoder())
    // A queue that still holds the lines before keeps them as they were.
    var held: [(line: [UInt8], notification: DeckNotification)] = []
    var cards: [String: [CardFrame]] = [:]
    for number in 1...500 {
      let deck = Bool.random(using: &random) ? "a" : "b"
      let key = encoder.key(for: deck)
      cards[deck] = Self.next(cards[deck] ?? [], &random)
      let frame = DeckFrame(
        deck: deck,
        number: UInt64(number),
        time: Int64(number) * 16_667,
        input: Bool.random(using: &random) ? 1 : nil,
        phase: .dragging,
        current: 0,
        count: 10,
        cards: cards[deck] ?? [],
        drag: nil,
        accessibility: Self.accessibility(&random)
      )
      let line = withUnsafePointer(to: frame) { encoder.encode($0, key) }
      held.append((line, .frame(frame)))
    }
    for (line, notification) in held { #expect(line == notification.line, "seed \(seed)") }
  }

  @Test
  func `writes texts again that differ only in their normalization`() {
    var encoder = NotificationEncoder()
    let key = encoder.key(for: "a")
    for text in ["\u{e9}", "e\u{301}", "\u{e9}"] {
      let card = CardFrame(id: text, index: 0, depth: 0, x: 1, y: 2, width: 3, height: 4, z: 5, role: .front)
      let frame = DeckFrame(
        deck: "a",
        number: 1,
        time: 1,
        input: nil,
        phase: .rest,
        current: 0,
        count: 1,
        cards: [card],
        drag: nil,
        accessibility: DeckFrame.Accessibility(card: text, label: text, hint: "", selected: true, actions: [])
      )
      #expect(withUnsafePointer(to: frame) { encoder.encode($0, key) } == DeckNotification.frame(frame).line)
    }
  }

  @Test
  func `gives each deck a key of its own, always the same`() {
    var encoder = NotificationEncoder()
    let keys = ["a", "b", "a"].map { encoder.key(for: $0) }
    #expect(keys[0] == keys[2] && keys[0] != keys[1])
  }
}
