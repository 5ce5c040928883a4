import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

/// Another configuration for an engine that runs (issue 6); what random ones must not do is in `RandomTouchTests`.
struct ReconfigureTests: ~Copyable {
  private static let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))

  private static func deck(_ id: String, _ preset: Preset = .swipeclean, cards: Int = 4) -> DeckDefinition {
    var deck = DeckDefinition.builtIn(preset: preset, count: cards)
    deck.id = id
    return deck
  }

  private var engine: Engine
  private var configuration: EngineConfiguration

  init() throws {
    configuration = EngineConfiguration(surfaces: [Self.surface], decks: [Self.deck("a"), Self.deck("b")])
    engine = try Engine(configuration, at: .zero)
    engine.interest = Set(Topic.allCases)
    _ = engine.start()
  }

  /// What comes of the configuration as it is now, at so many milliseconds.
  private mutating func reconfigure(at milliseconds: Double = 0) -> [String] {
    words(engine.handle(.reconfigure(configuration), at: .seconds(milliseconds / 1000)))
  }

  /// The events and frames among effects.
  private func words(_ effects: [EngineEffect]) -> [String] {
    effects.compactMap { effect in
      switch effect {
      case .notify(.event(let event)): "\(event.type) \(event.deck ?? "")"
      case .frame(let frame): "frame \(frame.deck) \(frame.number)"
      default: nil
      }
    }
  }

  @discardableResult
  private mutating func command(_ command: DeckCommand, _ deck: String = "a", at milliseconds: Double = 0) -> [String] {
    words(engine.handle(.command(command, deck: deck, ticket: 1), at: .seconds(milliseconds / 1000)))
  }

  @discardableResult
  private mutating func touch(_ phase: Contact.Phase, _ x: Double, at milliseconds: Double) -> [String] {
    let contact = Contact(id: ContactID(0), phase: phase, position: Point(x: x, y: 400))
    let now = Instant.seconds(milliseconds / 1000)
    return words(engine.handle(.touches(TouchFrame(time: now, contacts: [contact]), surface: "main"), at: now))
  }

  private func setting(_ name: String, of deck: String = "a") -> DeckSnapshot.Setting? {
    engine.snapshot(of: deck, at: .seconds(100))?.model[setting: name]
  }

  @Test mutating func `that is the same changes nothing, under a finger neither`() {
    touch(.down, 200, at: 0)
    touch(.moved, 300, at: 20)
    #expect(reconfigure(at: 30) == [])
    #expect(touch(.moved, 330, at: 40).last == "frame b 4")
    #expect(engine.position(of: "b")?.phase == .dragging)
  }

  @Test mutating func `takes a deck away with a last event, and its finger with it`() {
    touch(.down, 200, at: 0)
    touch(.moved, 300, at: 20)
    configuration.decks.removeLast()
    #expect(reconfigure(at: 30) == ["card.reset b", "deck.removed b"])
    #expect(engine.deckEntries.map(\.id) == ["a"])
    // The finger is ignored until it is lifted, also by the deck that lay below.
    #expect(touch(.moved, 330, at: 40) == [])
    #expect(touch(.up, 330, at: 50) == [])
    #expect(engine.violations.isEmpty)
  }

  @Test mutating func `brings a deck back as it was, and tells only what it still owed`() throws {
    command(.swipe(.init(.left)))
    _ = engine.handle(.deadline, at: .seconds(1))
    let (before, state) = (configuration, try #require(engine.state(of: "a") as DeckState?))
    configuration.decks.removeFirst()
    #expect(reconfigure(at: 2000) == ["deck.removed a"])
    let back = engine.handle(.reconfigure(before, returning: [state]), at: .seconds(3))
    #expect(words(back).filter { !$0.hasPrefix("frame") } == ["deck.added a"])
    #expect(engine.state(of: "a") == state)
    #expect(engine.position(of: "a")?.undoDepth == 1)
    #expect(engine.violations.isEmpty)
  }

  @Test mutating func `brings decks in and puts them in another order, and a finger stays with its own`() {
    touch(.down, 200, at: 0)
    configuration.decks = [Self.deck("c"), configuration.decks[1], configuration.decks[0]]
    #expect(reconfigure(at: 10) == ["deck.added c", "deck.loaded c", "card.shown c"])
    touch(.moved, 390, at: 20)
    #expect(touch(.up, 390, at: 30).first == "card.swiped b")
    // Now the deck that is the last takes the finger.
    touch(.down, 200, at: 1000)
    #expect(engine.position(of: "a")?.phase == .pressing)
  }

  @Test mutating func `leaves a deck its place, its decisions and its frames' numbers`() {
    command(.swipe(.init(.left)))
    command(.swipe(.init(.right)), at: 1000)
    _ = engine.handle(.deadline, at: .seconds(3))
    let last = command(.update(.init([])), at: 3000)
    configuration.decks[0].preset = .koloda
    configuration.decks[0].settings = Preset.koloda.settings
    let number = last.first.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
    #expect(reconfigure(at: 4000) == ["deck.configured a", "frame a \(number + 1)"])
    let position = engine.position(of: "a")
    #expect(position?.current == 2 && position?.undoDepth == 2)
    #expect(command(.undo(.init()), at: 5000).first == "deck.rewound a")
  }

  @Test mutating func `makes a deck one of another kind with the cards that it has`() {
    command(.insert(.init([Card(id: "new")], at: 0)))
    command(.swipe(.init(.left)))
    configuration.decks[0] = Self.deck("a", .fan)
    #expect(reconfigure(at: 1000).filter { $0.hasPrefix("deck") } == ["deck.configured a", "deck.loaded a"])
    let snapshot = engine.snapshot(of: "a", at: .seconds(1))
    #expect(
      snapshot?.model.kind == "stack" && snapshot?.model.counts.count == 5 && snapshot?.model.counts.undoDepth == 0
    )
    #expect(snapshot?.cards.first?.frame.id == "new")
    #expect(engine.violations.isEmpty)
  }

  @Test mutating func `gives its cards to a deck that still had those of before, and to no other`() {
    command(.swipe(.init(.left)))
    command(.load(.init([Card(id: "mine")])), "b")
    for index in configuration.decks.indices { configuration.decks[index].cards = [Card(id: "x"), Card(id: "y")] }
    #expect(reconfigure(at: 1000).filter { $0.hasPrefix("deck") } == ["deck.loaded a"])
    #expect(engine.position(of: "a")?.current == 1 && engine.position(of: "a")?.count == 2)
    #expect(engine.position(of: "b")?.count == 1)
    #expect(engine.hasConfiguredCards("a") && !engine.hasConfiguredCards("b"))
    // Those of the configuration are to be had for the asking.
    command(.load(.init()), "b", at: 2000)
    #expect(engine.position(of: "b")?.count == 2 && engine.hasConfiguredCards("b"))
  }

  @Test mutating func `lies below what was chosen at run time, which null takes back`() {
    let change = SettingChange("commit.threshold", to: .number(0.4))
    _ = engine.handle(.configure([change], deck: "a", ticket: 1), at: .zero)
    configuration.decks[0].settings.swipe?.commitThreshold = 0.7
    configuration.decks[0].settings.swipe?.visible = 2
    _ = reconfigure(at: 10)
    #expect(setting("commit.threshold") == .number(0.4))
    #expect(setting("visible") == .number(2))
    _ = engine.handle(.configure([SettingChange("commit.threshold", to: nil)], deck: "a", ticket: 1), at: .seconds(1))
    #expect(setting("commit.threshold") == .number(0.7))
    #expect(setting("commit.threshold", of: "b") == .number(1))
  }

  @Test mutating func `moves a deck to another surface and lets its finger go`() {
    touch(.down, 200, at: 0)
    touch(.moved, 300, at: 20)
    configuration.surfaces.append(SurfaceConfiguration(name: "side", size: Size(width: 200, height: 400)))
    configuration.decks[1].surface = "side"
    #expect(reconfigure(at: 30) == ["card.reset b", "surface.changed b", "frame b 3"])
    #expect(engine.surfaceName(of: "b") == "side")
    #expect(engine.violations.isEmpty)
    _ = engine.handle(.deadline, at: .seconds(10))
    #expect(engine.cards(of: "b", at: .seconds(10)).first?.width == 160)
  }

  @Test(arguments: [
    ("commit.treshold", "unknown key", "the name of a setting; did you mean \"commit.threshold\"?"),
    (
      "commit", "unknown key",
      "one of commit.allowed, commit.threshold, commit.beyond, commit.fling, "
        + "commit.span, commit.flingSpeed, commit.flingDistance, commit.angle, commit.back, commit.reach"
    ),
    ("stack.step", "a setting of stacks", "a setting of swipe decks; this deck's preset is swipeclean"),
    ("visible", "7.5 is not a whole number", "a whole number, 1…10 cards"),
  ])
  mutating func `a setting that is wrong is named with what was expected, and none is taken`(
    name: String,
    problem: String,
    expected: String
  ) {
    let changes = [SettingChange("loop", to: .flag(true)), SettingChange(name, to: .number(7.5))]
    let effects = engine.handle(.configure(changes, deck: "a", ticket: 7), at: .zero)
    let error = CommandError.invalidSetting(name, problem: problem, expected: expected)
    #expect(effects == [.answer(ticket: 7, .failed(error))])
    #expect(setting("loop") == .flag(false))
  }
}
