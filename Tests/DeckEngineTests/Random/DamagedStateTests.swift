import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

/// States that no engine has made: a file can be wrong.
@Suite
struct `A state that cannot be` {
  private static let cards = ["a", "b", "c", "d"].map { Card(id: $0) }
  private static let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))

  private static func state(_ ids: String, kind: DeckKind = .swipe, current: Int = 0, history: [Int] = []) -> DeckState
  {
    DeckState(
      deck: "main",
      kind: kind,
      cards: CardSequence(ids.map { Card(id: String($0)) }),
      configured: [Card(id: "other")],
      current: current,
      history: history.map { .init(index: $0, direction: .left) }
    )
  }

  private static func engine(_ preset: Preset, loop: Bool = false, _ states: DeckState...) throws -> Engine {
    var deck = DeckDefinition.builtIn(preset: preset)
    deck.settings.loop = loop
    deck.cards = CardSequence(cards)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.restore(states, sequence: 1)
    _ = engine.start(appearing: true)
    #expect(engine.violations == [])
    return engine
  }

  @Test(arguments: [
    (state("abcd", current: 9, history: [0, 1]), "abcd", 4, [0, 1]),
    (state("abcd", current: -3, history: [0, 1]), "abcd", 0, []),
    (state("abcd", current: 3, history: [0, 7, -1, 2]), "abcd", 3, [0, 2]),
    (state("abcd", current: 3, history: [2, 0, 1]), "abcd", 3, [0, 1]),
    (state("abcd", current: 2, history: [0, 1, 2]), "abcd", 2, []),
    // The second b is gone, and with it its decision; what came after it moves up.
    (state("abbcd", current: 4, history: [0, 1, 2, 3]), "abcd", 3, [0, 1, 2]),
    (state("aabb", current: 4, history: [1, 3]), "ab", 2, []),
    (state("", current: 2, history: [0]), "", 0, []),
  ])
  func `is made to fit a swipe deck`(state: DeckState, cards: String, current: Int, history: [Int]) throws {
    var engine = try Self.engine(.swipeclean, state)
    let fitted = try #require(engine.state(of: "main") as DeckState?)
    #expect(fitted.cards.map(\.id).joined() == cards)
    #expect(fitted.current == current && fitted.history.map(\.index) == history)
    for _ in history {
      _ = engine.handle(.command(.undo(.init()), deck: "main", ticket: 1), at: .seconds(1))
      #expect(engine.violations == [])
    }
    #expect(engine.position(of: "main")?.undoDepth == 0)
  }

  @Test func `is made to fit a deck that loops, which never runs out`() throws {
    let engine = try Self.engine(.koloda, loop: true, Self.state("abcd", current: 4, history: [2, 0, 9]))
    let fitted = try #require(engine.state(of: "main") as DeckState?)
    #expect(fitted.current == 0 && fitted.history.map(\.index) == [2, 0])
  }

  @Test(arguments: [
    (Double.nan, "z", 0.0), (.infinity, "z", 0.0), (-20.0, "", 0.0), (1e300, "z", 2108.0 - 800.0), (900.0, "c", 900.0),
  ])
  func `is made to fit a stack`(scroll: Double, open: String, expected: Double) throws {
    var state = Self.state("", kind: .stack, current: 7, history: [3])
    state.cards = (0..<29).map { Card(id: "\($0)") } + [Card(id: "c"), Card(id: "c")]
    (state.scroll, state.open) = (scroll, open)
    let engine = try Self.engine(.fan, state)
    let fitted = try #require(engine.state(of: "main") as DeckState?)
    #expect(fitted.scroll == expected && fitted.cards.count == 30)
    #expect(fitted.open == (open == "c" ? "c" : nil) && fitted.history == [] && fitted.current == 0)
  }

  @Test func `of a deck that is there twice is the first's`() throws {
    let engine = try Self.engine(.swipeclean, Self.state("xy"), Self.state("z"))
    #expect(engine.position(of: "main")?.count == 2)
  }

  @Test(arguments: Preset.allCases)
  func `never stops the engine, whatever it has`(preset: Preset) throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var state = Self.state("", kind: Bool.random(using: &generator) ? .swipe : .stack)
      func index() -> Int { Int.random(in: -2...9, using: &generator) }
      let cards = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Card(id: "\(index())", loaded: [nil, true, false].randomElement(using: &generator) ?? nil)
      }
      state.cards = CardSequence(cards)
      state.configured = [state.cards, CardSequence(Self.cards), []].randomElement(using: &generator) ?? []
      state.current = index()
      state.history = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        .init(index: index(), direction: Direction.allCases.randomElement(using: &generator))
      }
      state.isArriving = Bool.random(using: &generator)
      state.round = [nil, .loading, .active, .ended].randomElement(using: &generator) ?? nil
      state.open = "\(index())"
      state.scroll = [.nan, -.infinity, -1e9, 300, 1e9].randomElement(using: &generator) ?? 0
      var engine = try Self.engine(preset, loop: Bool.random(using: &generator), state)
      let fitted = engine.states
      let commands: [DeckCommand] = [
        .undo(.init()), .swipe(.init(.left, force: true)), .select(.init()), .dismiss, .bounce, .undo(.init()),
      ]
      for (second, command) in commands.enumerated() {
        let now = Instant.seconds(10 * Double(second))
        _ = engine.handle(.command(command, deck: "main", ticket: 1), at: now)
        #expect(engine.violations == [], "\(state), DECKD_SEED=\(seed)")
      }
      _ = engine.handle(.deadline, at: .seconds(1000))
      #expect(engine.nextDeadline == nil, "\(state), DECKD_SEED=\(seed)")
      var again = try Self.engine(preset)
      again.restore(fitted, sequence: 1)
      #expect(again.states.map(\.cards) == fitted.map(\.cards), "\(state), DECKD_SEED=\(seed)")
    }
  }
}
