import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `Events about many cards` {
  /// The settings of a deck of each kind, and of those that loop.
  private static let decks: [(Preset, loops: Bool)] = [
    (.koloda, false), (.koloda, true), (.wallet, false), (.carousel, false), (.carousel, true),
  ]

  private static func engine(_ preset: Preset, loops: Bool) throws -> Engine {
    var definition = DeckDefinition.builtIn(preset: preset, count: 200)
    definition.settings.loop = loops
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [definition]), at: .zero)
    _ = engine.start(appearing: false)
    return engine
  }

  /// Commands before and after the current card, of it, of all cards, and of as many as cause events of their own.
  private static let edits: [DeckCommand] = [
    .insert(.init((0..<100).map { Card(id: "new-\($0)") }, at: 0)),
    .insert(.init((0..<100).map { Card(id: "new-\($0)") }, at: 3)),
    .insert(.init((0..<64).map { Card(id: "new-\($0)") })),
    .remove(.init(0..<64)), .remove(.init(0..<65)), .remove(.init(1..<200)), .remove(.init(2..<102)),
    .remove(.init(100..<200)), .remove(.init(0..<200)),
  ]

  @Test(arguments: decks, edits)
  func `lead a client's model from the deck before the command to the deck after it`(
    deck: (preset: Preset, loops: Bool),
    edit: DeckCommand
  ) throws {
    var engine = try Self.engine(deck.preset, loops: deck.loops)
    // Each kind of deck refuses one of them.
    let moves: [DeckCommand] = [.swipe(.init(.right, force: true)), .scroll(.init(to: .card("card-3")))]
    for number in 0..<3 {
      for move in moves {
        _ = engine.handle(.command(move, deck: "main", ticket: 0), at: .seconds(Double(number)))
      }
    }
    while let deadline = engine.nextDeadline { _ = engine.handle(.deadline, at: deadline) }
    let snapshot = try #require(engine.snapshot(of: "main", at: .seconds(100)) as DeckSnapshot?)
    var model = snapshot.model
    try model.follow(cards: try #require(engine.state(of: "main") as DeckState?).cards.map(\.id))
    let effects = engine.handle(.command(edit, deck: "main", ticket: 1), at: .seconds(100))
    for case .notify(.event(let event)) in effects { try model.apply(event) }
    let state = try #require(engine.state(of: "main") as DeckState?)
    let counts = engine.position(of: "main").map {
      DeckCounts(current: $0.current, count: $0.count, undoDepth: $0.undoDepth)
    }
    #expect(model.cards == state.cards.map(\.id) && model.sequence == engine.sequence)
    #expect(model.counts == counts)
  }

  @Test(arguments: decks)
  func `have frames with at most 64 cards that leave, however quickly a client inserts and removes them`(
    deck: (preset: Preset, loops: Bool)
  ) throws {
    var engine = try Self.engine(deck.preset, loops: deck.loops)
    engine.interest = [.frames]
    _ = engine.handle(.command(.scroll(.init(to: .card("card-3"))), deck: "main", ticket: 0), at: .zero)
    while let deadline = engine.nextDeadline { _ = engine.handle(.deadline, at: deadline) }
    // Behind the front card, and in the middle of the others.
    let index = deck.preset == .koloda ? 1 : 3
    var leaving: [Int] = []
    for number in 0..<100 {
      let insertion = DeckCommand.insert(.init([Card(id: "new-\(number)")], at: index))
      let now = Instant.seconds(100 + Double(number) / 5000)
      _ = engine.handle(.command(insertion, deck: "main", ticket: 0), at: now)
      let removal = EngineInput.command(.remove(.init(index..<index + 1)), deck: "main", ticket: 0)
      for case .frame(let frame) in engine.handle(removal, at: now.advanced(bySeconds: 0.0001)) {
        leaving.append(frame.cards.filter { $0.role == .leaving }.count)
      }
    }
    // One of them may be the card that the insertion pushed out, and that has come back.
    #expect((63...64).contains(leaving.max() ?? 0), "\(leaving)")
  }

  @Test
  func `are numbered like others`() {
    var effects = EffectBuffer(at: .seconds(1))
    let before = DeckCounts(current: 0, count: 100, undoDepth: 0)
    func update(_ count: Int) -> CardChanges {
      CardChanges(.updated, of: (0..<count).map { .init(card: "card-\($0)", index: $0) }, since: before)
    }
    effects.restart(after: 41)
    effects.publish(update(100), deck: "a")
    effects.publish(update(0), deck: "a")
    effects.publish(.deckExhausted, deck: "a", counts: before)
    let events = effects.drain().compactMap { effect -> DeckEvent? in
      if case .notify(.event(let event)) = effect { event } else { nil }
    }
    #expect(events.map(\.sequence) == Array(42...142) && events.allSatisfy { $0.time == 1_000_000 })
    #expect(events.first?.kind == .cardUpdated(.init(card: "card-0", index: 0)))
    #expect(effects.sequence == 142)
  }
}
