import DeckProtocol
import Testing

@Suite
struct `A deck's model` {
  private static func model(
    kind: String = "swipe",
    current: Int = 0,
    cards: [String] = ["a", "b", "c"],
    settings: [SettingValue] = [SettingValue(name: "round.enabled", value: .flag(true))]
  ) throws -> DeckModel {
    var model = DeckModel(
      deck: "main",
      kind: kind,
      preset: kind == "swipe" ? "swipeclean" : "fan",
      sequence: 10,
      placement: Samples.place,
      counts: DeckCounts(current: current, count: cards.count, undoDepth: current),
      round: kind == "swipe" ? .active : nil,
      open: nil,
      settings: settings
    )
    try model.follow(cards: cards)
    return model
  }

  private static func event(
    _ kind: DeckEvent.Kind,
    _ counts: DeckCounts? = nil,
    sequence: UInt64 = 11,
    deck: String = "main"
  ) -> DeckEvent {
    DeckEvent(sequence: sequence, time: 0, deck: deck, kind: kind, counts: counts)
  }

  @Test func `follows its deck's events, each once, and no others`() throws {
    var model = try Self.model()
    let swiped = DeckEvent.Kind.cardSwiped(.init(card: "a", index: 0, direction: .left, decision: nil))
    let counts = DeckCounts(current: 1, count: 3, undoDepth: 1)
    try model.apply(Self.event(swiped, counts, deck: "other"))
    #expect(model.counts.current == 0 && model.sequence == 10)
    try model.apply(Self.event(swiped, counts))
    #expect(model.counts == counts && model.sequence == 11)
    try model.apply(Self.event(.deckReset, DeckCounts(current: 0, count: 3, undoDepth: 0), sequence: 9))
    #expect(model.counts == counts)
  }

  @Test func `has its cards in their order`() throws {
    var model = try Self.model()
    try model.apply(
      Self.event(.cardInserted(.init(card: "x", index: 1)), DeckCounts(current: 0, count: 4, undoDepth: 0))
    )
    #expect(model.cards == ["a", "x", "b", "c"])
    try model.apply(Self.event(.cardMoved(.init(card: "c", from: 3, to: 0)), sequence: 12))
    #expect(model.cards == ["c", "a", "x", "b"])
    let removed = DeckCounts(current: 0, count: 3, undoDepth: 0)
    try model.apply(Self.event(.cardRemoved(.init(card: "x", index: 2)), removed, sequence: 13))
    #expect(model.cards == ["c", "a", "b"])
    // Others take their place, which the client has yet to fetch.
    try model.apply(Self.event(.deckLoaded, DeckCounts(current: 0, count: 7, undoDepth: 0), sequence: 14))
    #expect(model.cards == nil && model.counts.count == 7)
  }

  @Test func `knows which card of a stack is open`() throws {
    var model = try Self.model(kind: "stack", settings: [])
    try model.apply(Self.event(.cardSelected(.init(card: "b", index: 1))))
    #expect(model.open == "b")
    try model.apply(Self.event(.cardDismissed(.init(card: "b", index: 1)), sequence: 12))
    #expect(model.open == nil)
  }

  @Test func `knows the round from what ends it`() throws {
    var model = try Self.model(current: 2)
    try model.apply(
      Self.event(
        .cardSwiped(.init(card: "c", index: 2, direction: .right, decision: "keep")),
        DeckCounts(current: 3, count: 3, undoDepth: 3)
      )
    )
    #expect(model.round == .ended)
    try model.apply(Self.event(.roundChanged(.loading), sequence: 12))
    #expect(model.round == .loading)
    let off = [SettingValue(name: "round.enabled", value: .flag(false))]
    try model.apply(Self.event(.deckConfigured(.init(kind: "swipe", preset: "koloda", settings: off)), sequence: 13))
    #expect(model.round == nil && model.preset == "koloda" && model[setting: "round.enabled"] == .flag(false))
  }

  @Test func `begins with the event that adds its deck`() throws {
    let added = try #require(Samples.events.first { $0.type == .deckAdded })
    let model = try #require(DeckModel(added))
    #expect(model.kind == "swipe" && model.preset == "koloda" && model.cards == nil && model.round == .active)
    #expect(DeckModel(Samples.events[0]) == nil)
  }

  @Test(
    arguments: [
      (.cardSwiped(.init(card: "b", index: 0, direction: .left, decision: nil)), "b is not at 0"),
      (.cardRemoved(.init(card: "c", index: 7)), "c is not at 7"),
      (.cardInserted(.init(card: "x", index: 9)), "x is inserted at 9 of 3 cards"),
      (.cardDismissed(.init(card: "a", index: 0)), "a is closed, but was not open"),
      (.cardRemoved(.init(card: "c", index: 2)), "main has 3 cards, but 2 are known"),
    ] as [(DeckEvent.Kind, String)]
  )
  func `objects to an event that does not fit`(_ kind: DeckEvent.Kind, _ objection: String) throws {
    var model = try Self.model()
    let counts = DeckCounts(current: 0, count: 3, undoDepth: 0)
    let error = #expect(throws: DeckModel.Contradiction.self) { try model.apply(Self.event(kind, counts)) }
    #expect(error?.description == objection)
  }

  @Test func `objects to as many cards as the deck does not have`() throws {
    var model = try Self.model()
    let error = #expect(throws: DeckModel.Contradiction.self) { try model.follow(cards: ["a"]) }
    #expect(error?.description == "main has 3 cards, not 1")
  }
}
