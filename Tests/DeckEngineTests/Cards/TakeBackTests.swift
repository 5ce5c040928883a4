import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

/// What cannot be written down is taken back while the engine runs.
struct TakeBackTests: ~Copyable {
  private static let full = CommandError.notStored(reason: "the disk is full")
  private static let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))

  private var engine: Engine

  init() throws {
    engine = try Engine(EngineConfiguration(surfaces: [Self.surface], decks: [.builtIn(count: 4)]), at: .zero)
    engine.interest = Set(Topic.allCases)
    _ = engine.start()
  }

  private mutating func touch(_ phase: Contact.Phase, _ x: Double, at milliseconds: Double) -> [EngineEffect] {
    let contact = Contact(id: ContactID(0), phase: phase, position: Point(x: x, y: 400))
    let now = Instant.seconds(milliseconds / 1000)
    return engine.handle(.touches(TouchFrame(time: now, contacts: [contact]), surface: "main"), at: now)
  }

  private mutating func takeBack(
    to states: [DeckState],
    _ sequence: UInt64,
    at milliseconds: Double
  ) -> [EngineEffect] {
    let effects = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(milliseconds / 1000))
    #expect(effects.events == [] && engine.sequence == sequence && engine.states == states)
    #expect(engine.violations == [] && engine.nextDeadline == nil)
    return effects
  }

  @Test mutating func `a decision is taken back in flight, and the card is where it was`() throws {
    let (states, sequence) = (engine.states, engine.sequence)
    let cards = engine.cards(of: "main", at: .zero)
    _ = engine.handle(.command(.swipe(.init(.left)), deck: "main", ticket: 1), at: .seconds(1))
    let effects = takeBack(to: states, sequence, at: 1100)
    let frames = effects.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    #expect(frames.map(\.cards) == [cards] && frames.first?.phase == .rest)
    #expect(effects.contains { if case .notify(.motion) = $0 { true } else { false } })
    // The number is given again: nobody was told of the first one.
    let again = engine.handle(.command(.swipe(.init(.right)), deck: "main", ticket: 2), at: .seconds(2))
    #expect(again.events.map(\.sequence) == [sequence + 1])
    #expect(again.contains(.answer(ticket: 2, .done(sequence: sequence + 1))))
  }

  @Test mutating func `a finger is taken away in the middle of a drag, and every recognizer ends`() throws {
    let (states, sequence) = (engine.states, engine.sequence)
    _ = touch(.down, 200, at: 0)
    _ = touch(.moved, 300, at: 20)
    let effects = takeBack(to: states, sequence, at: 30)
    let notes = effects.compactMap { effect -> String? in
      guard case .notify(.gesture(let note)) = effect else { return nil }
      return "\(note.recognizer) \(note.phase.rawValue)"
    }
    #expect(notes == ["drag cancelled"])
    #expect(touch(.moved, 390, at: 40).events == [] && touch(.up, 390, at: 50).events == [])
    _ = touch(.down, 200, at: 1000)
    _ = touch(.moved, 390, at: 1020)
    #expect(touch(.up, 390, at: 1040).events.map(\.type.rawValue) == ["card.swiped"])
  }

  @Test mutating func `a command that waits for the delegate is answered, and the delegate asked anew`() throws {
    _ = engine.handle(.command(.consult([.shouldSwipe, .threshold]), deck: "main", ticket: 1), at: .zero)
    let (states, sequence) = (engine.states, engine.sequence)
    // As often as the disk refuses.
    for second in [1.0, 2] {
      let asked = try #require(engine.lastQuestion(ofDeck: "main") as UInt64?)
      let swipe = engine.handle(.command(.swipe(.init(.left)), deck: "main", ticket: 2), at: .seconds(second))
      #expect(!swipe.contains { if case .answer = $0 { true } else { false } })
      let effects = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(second))
      #expect(effects.contains(.answer(ticket: 2, .failed(Self.full))))
      let questions = effects.compactMap {
        if case .ask(let ticket, let question) = $0 { (ticket, question) } else { nil }
      }
      #expect(questions.count == 3 && questions.allSatisfy { $0.1.subject == .threshold && $0.0 > asked + 1 })
      // A late answer to what was taken back decides nothing.
      let late = engine.handle(.reply(.permission(true), ticket: asked + 1, deck: "main"), at: .seconds(second + 0.01))
      #expect(late.events == [] && engine.violations == [])
    }
  }

  /// Only a touch, a command or a change has the disk tried again after a refusal.
  ///
  /// Each refusal asks the delegate again and redraws: if answers and vertical syncs had the disk tried, there would be no
  /// end.
  @Test mutating func `answers, deadlines, vertical syncs and front ends have nothing written that is owed`() throws {
    _ = engine.handle(.command(.consult([.shouldDrag]), deck: "main", ticket: 1), at: .zero)
    _ = engine.handle(.command(.swipe(.init(.left)), deck: "main", ticket: 2), at: .seconds(1))
    let (states, sequence) = (engine.states, engine.sequence)
    for second in [1.1, 2] {
      let effects = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(second))
      let asked = effects.compactMap { if case .ask(let ticket, _) = $0 { ticket } else { nil } }
      #expect(asked.count >= 2 && engine.nextDeadline == nil)
      for ticket in asked.dropLast() {
        #expect(engine.handle(.reply(.permission(false), ticket: ticket, deck: "main"), at: .seconds(second)) == [])
      }
      let align = EngineInput.surface(.align(Vsync(sync: .zero, period: 0.02)), name: "main", ticket: 3)
      #expect(engine.handle(align, at: .seconds(second)).events == [])
      // A subscription that is begun again within the rollback has the state that is on the disk.
      #expect(engine.handle(.watched(idle: .infinity), at: .seconds(second)) == [])
      #expect(engine.handle(.deadline, at: .seconds(second + 0.8)) == [])
    }
    // The answers are there for the finger that comes next, which has written what is owed.
    #expect(touch(.down, 200, at: 3000).events.map(\.type.rawValue) == ["card.shown"])
    #expect(touch(.moved, 390, at: 3020).events == [] && engine.cards(of: "main", at: .seconds(3.02))[0].x == 20)
    #expect(touch(.up, 390, at: 3040).events == [] && engine.violations == [])
  }

  @Test mutating func `a round whose time is over meanwhile ends with the next input`() throws {
    var deck = DeckDefinition.builtIn(count: 0)
    deck.settings.swipe?.roundEnabled = true
    deck.cards = CardSequence((0..<3).map { Card(id: "card-\($0)", loaded: false) })
    engine = try Engine(EngineConfiguration(surfaces: [Self.surface], decks: [deck]), at: .zero)
    engine.interest = Set(Topic.allCases)
    _ = engine.start(appearing: true)
    let (states, sequence) = (engine.states, engine.sequence)
    _ = takeBack(to: states, sequence, at: 1000)
    #expect(engine.handle(.deadline, at: .seconds(100)) == [])
    let next = engine.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: .seconds(100)).events
    #expect(next.map(\.type.rawValue) == ["round.changed"] && engine.violations == [])
  }

  @Test mutating func `what is owed then comes with the next input, and not before`() throws {
    _ = engine.handle(.command(.swipe(.init(.left)), deck: "main", ticket: 1), at: .seconds(1))
    let (states, sequence) = (engine.states, engine.sequence)
    _ = engine.handle(.command(.swipe(.init(.left)), deck: "main", ticket: 2), at: .seconds(1.1))
    _ = takeBack(to: states, sequence, at: 1200)
    #expect(engine.handle(.deadline, at: .seconds(5)) == [])
    #expect(touch(.down, 10, at: 6000).events.map(\.kind) == [.cardShown(.init(card: "card-1", index: 1))])
    #expect(touch(.up, 10, at: 6100).events == [])
  }

  @Test mutating func `settings that were chosen and sizes stay`() throws {
    let (states, sequence) = (engine.states, engine.sequence)
    let change = SettingChange("visible", to: .number(2))
    _ = engine.handle(.configure([change], deck: "main", ticket: 1), at: .seconds(1))
    let size = Size(width: 500, height: 900)
    _ = engine.handle(.resize(surface: "main", size: size, pointsPerMillimetre: 6.4), at: .seconds(1))
    _ = takeBack(to: states, sequence, at: 1000)
    #expect(engine.snapshot(of: "main", at: .seconds(1))?.visible == 2 && engine.size(ofSurface: "main") == size)
    #expect(engine.cards(of: "main", at: .seconds(1)).first?.width == 460)
    // The events that told of them are gone.
    let next = engine.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: .seconds(2)).events
    #expect(next.map(\.type.rawValue) == ["surface.changed", "deck.configured"])
    #expect(next.map(\.sequence) == [sequence + 1, sequence + 2])
  }

  @Test mutating func `another configuration stays: its decks begin, its cards are taken with the next input`() throws {
    let (states, sequence) = (engine.states, engine.sequence)
    var other = EngineConfiguration(surfaces: [Self.surface], decks: [.builtIn(count: 2), .builtIn(preset: .fan)])
    other.decks[1].id = "new"
    _ = engine.handle(.reconfigure(other), at: .seconds(1))
    let effects = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(1))
    #expect(effects.events == [] && engine.sequence == sequence)
    #expect(engine.position(of: "main")?.count == 4 && engine.violations == [])
    let next = engine.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: .seconds(2)).events
    #expect(
      next.map { "\($0.type) \($0.deck ?? "")" } == [
        "deck.loaded main", "card.shown main", "deck.added new", "deck.loaded new", "card.shown new",
      ]
    )
    #expect(engine.position(of: "main")?.count == 2 && engine.violations == [])
  }

  @Test mutating func `a deck that was removed or added says so with the next input, as often as needed`() {
    let (states, sequence) = (engine.states, engine.sequence)
    let surfaces = [Self.surface]
    _ = engine.handle(.reconfigure(EngineConfiguration(surfaces: surfaces, decks: [])), at: .seconds(1))
    var expected = ["deck.removed main"]
    for second in [2.0, 3, 4] {
      _ = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(second))
      #expect(engine.sequence == sequence)
      let next = engine.handle(.shake, at: .seconds(second)).events
      #expect(next.map { "\($0.type) \($0.deck ?? "")" } == expected && engine.violations == [])
      guard second == 2 else { continue }
      let back = EngineConfiguration(surfaces: surfaces, decks: [.builtIn(count: 4)])
      _ = engine.handle(.reconfigure(back, returning: states), at: .seconds(second))
      expected.append("deck.added main")
    }
    // What is kept is not owed any more.
    _ = engine.restore(engine.states, sequence: engine.sequence, failing: Self.full, at: .seconds(5))
    #expect(engine.handle(.shake, at: .seconds(5)).events == [])
  }

  @Test mutating func `a deck that was added and removed since what is kept is owed to nobody`() {
    let (states, sequence) = (engine.states, engine.sequence)
    let surfaces = [Self.surface]
    var other = DeckDefinition.builtIn(count: 2)
    other.id = "other"
    let main = DeckDefinition.builtIn(count: 4)
    for second in [1.0, 2] {
      _ = engine.handle(
        .reconfigure(EngineConfiguration(surfaces: surfaces, decks: [main, other])),
        at: .seconds(second)
      )
      // The first time also where its addition was taken back, and was owed.
      if second == 1 { _ = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(second)) }
      let removed = engine.handle(
        .reconfigure(EngineConfiguration(surfaces: surfaces, decks: [main])),
        at: .seconds(second)
      )
      #expect(removed.events.contains { "\($0.type) \($0.deck ?? "")" == "deck.removed other" })
      _ = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(second))
      #expect(!engine.handle(.shake, at: .seconds(second)).events.contains { $0.deck == "other" })
    }
  }

  @Test mutating func `a deck that became another kind publishes that again with the next input`() throws {
    let (states, sequence) = (engine.states, engine.sequence)
    let other = EngineConfiguration(surfaces: [Self.surface], decks: [.builtIn(preset: .fan, count: 4)])
    _ = engine.handle(.reconfigure(other), at: .seconds(1))
    let effects = engine.restore(states, sequence: sequence, failing: Self.full, at: .seconds(1))
    #expect(effects.events == [] && engine.violations == [])
    let next = engine.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: .seconds(2)).events
    #expect(next.prefix(2).map(\.type.rawValue) == ["surface.changed", "deck.configured"])
    #expect(
      next.contains {
        if case .deckConfigured(let it) = $0.kind { it.kind == "stack" && it.preset == "fan" } else { false }
      }
    )
  }
}

extension [EngineEffect] {
  /// The events among them.
  fileprivate var events: [DeckEvent] {
    compactMap { if case .notify(.event(let event)) = $0 { event } else { nil } }
  }
}
