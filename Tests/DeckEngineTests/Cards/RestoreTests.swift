import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

/// What wins when a deck comes back from its state, row by row of the article Restoring.
struct RestoreTests {
  private static let start = Instant.seconds(1000)
  private static let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))

  private var configuration: EngineConfiguration

  init() {
    configuration = EngineConfiguration(surfaces: [Self.surface], decks: [.builtIn(preset: .swipeclean, count: 6)])
  }

  private var deck: DeckDefinition {
    get { configuration.decks[0] }
    set { configuration.decks[0] = newValue }
  }

  /// What becomes of the deck that has gone through `commands`, one a second, and is restored from its state then.
  private func state(after commands: DeckCommand...) throws -> DeckState {
    var engine = try Engine(configuration, at: .zero)
    _ = engine.start()
    for (second, command) in commands.enumerated() {
      _ = engine.handle(.command(command, deck: deck.id, ticket: 1), at: .seconds(Double(second)))
    }
    _ = engine.handle(.deadline, at: Self.start)
    return try #require(engine.state(of: deck.id) as DeckState?)
  }

  /// An engine that has started from states, the events of its start, and which decks keep their cards.
  private struct Restored: ~Copyable {
    var engine: Engine
    var told: [DeckEvent]
    var kept: [String]
  }

  private func restored(_ states: DeckState..., sequence: UInt64 = 40) throws -> Restored {
    var engine = try Engine(configuration, at: Self.start)
    let kept = engine.restore(states, sequence: sequence)
    let told = engine.start(appearing: true).compactMap { effect in
      if case .notify(.event(let event)) = effect { event } else { nil }
    }
    #expect(engine.violations == [])
    return Restored(engine: engine, told: told, kept: kept)
  }

  private let swipes = [DeckCommand.swipe(.init(.left, force: false)), .swipe(.init(.right))]

  @Test func `a deck of which nothing changed is as it was, and tells nothing`() throws {
    let old = try state(after: swipes[0], swipes[1], .insert(.init([Card(id: "new", data: [50])], at: 4)))
    let back = try restored(old)
    #expect(back.told == [] && back.kept == [])
    #expect(back.engine.state(of: "main") == old)
    #expect(back.engine.sequence == 40)
    #expect(old.current == 2 && old.cards[4].id == "new")
    #expect(old.history == [.init(index: 0, direction: .left), .init(index: 1, direction: .right)])
    #expect(back.engine.nextDeadline == nil)
  }

  @Test func `numbers go on, and undo goes back beyond the restart from the side that the card left to`() throws {
    var back = try restored(try state(after: swipes[0], swipes[1]))
    let effects = back.engine.handle(.command(.undo(.init()), deck: "main", ticket: 7), at: Self.start)
    let event = DeckEvent(
      sequence: 41,
      time: Self.start.microseconds,
      deck: "main",
      kind: .deckRewound(.init(card: "card-1", index: 1, direction: .right)),
      counts: DeckCounts(current: 1, count: 6, undoDepth: 1)
    )
    #expect(effects == [.notify(.event(event)), .answer(ticket: 7, .done(sequence: 41))])
  }

  @Test mutating func `other settings and another preset of the kind hold, the state stays`() throws {
    let old = try state(after: swipes[0])
    deck.preset = .koloda
    deck.settings = Preset.koloda.settings
    deck.settings.swipe?.visible = 2
    let back = try restored(old)
    #expect(back.told == [] && back.kept == [])
    #expect(back.engine.state(of: "main") == old)
    #expect(back.engine.snapshot(of: "main", at: Self.start)?.visible == 2)
  }

  @Test mutating func `a deck that had its configured cards takes other ones as by a reload, its place kept`() throws {
    let old = try state(after: swipes[0], .markLoaded(.init(of: .one("card-3"))))
    deck.cards = [Card(id: "card-0"), Card(id: "x"), Card(id: "y")]
    let back = try restored(old)
    #expect(back.told.map(\.type.rawValue) == ["deck.loaded", "card.shown"] && back.kept == [])
    #expect(back.told.map(\.sequence) == [41, 42])
    let new = try #require(back.engine.state(of: "main") as DeckState?)
    #expect(new.cards == deck.cards && new.configured == deck.cards)
    #expect(new.current == 1 && new.history == [.init(index: 0, direction: .left)])
  }

  @Test(arguments: [true, false])
  mutating func `a deck that had other cards keeps them, and is named`(knowsConfigured: Bool) throws {
    var old = try state(after: swipes[0], .remove(.init(3..<4)))
    // All that a store has to tell is whether the cards were the configured ones.
    if !knowsConfigured { old.configured = [] }
    deck.cards = [Card(id: "x")]
    let back = try restored(old)
    #expect(back.told == [] && back.kept == ["main"])
    old.configured = deck.cards
    #expect(back.engine.state(of: "main") == old)
    #expect(back.engine.hasConfiguredCards("main") == false)
  }

  @Test
  mutating func `a deck whose own cards are the configuration's by now is not named, and says itself what is loaded`()
    throws
  {
    let cards = [Card(id: "x", loaded: true), Card(id: "y")]
    let old = try state(after: .load(.init(cards, current: 1)))
    deck.cards = [Card(id: "x"), Card(id: "y", loaded: false)]
    let back = try restored(old)
    #expect(back.kept == [])
    #expect(back.engine.state(of: "main")?.cards == CardSequence(cards))
    // With what a store tells that knows no more than that the cards were the configured ones.
    var same = old
    same.configured = same.cards
    #expect(try restored(same).engine.state(of: "main")?.cards == CardSequence(cards))
  }

  @Test
  mutating func `a deck of another kind begins with its first card: the configuration's if it had those, else its own`()
    throws
  {
    let (untouched, own) = (try state(after: swipes[0]), try state(after: swipes[0], .remove(.init(3..<4))))
    deck.preset = .fan
    deck.settings = Preset.fan.settings
    let configured = try restored(untouched)
    #expect(configured.told.map(\.type.rawValue) == ["deck.loaded", "card.shown"])
    #expect(
      configured.engine.state(of: "main")
        == DeckState(deck: "main", kind: .stack, cards: deck.cards, configured: deck.cards)
    )
    let other = try restored(own)
    #expect(other.told.map(\.type.rawValue) == ["deck.loaded", "card.shown"])
    #expect(
      other.engine.state(of: "main") == DeckState(deck: "main", kind: .stack, cards: own.cards, configured: deck.cards)
    )
    // And back: nothing is open, nothing decided.
    deck.preset = .swipeclean
    let back = try restored(try #require(other.engine.state(of: "main") as DeckState?))
    #expect(back.engine.position(of: "main")?.undoDepth == 0)
    #expect(back.engine.state(of: "main")?.cards == own.cards)
  }

  @Test mutating func `a deck that is gone is passed over, and one without a state begins anew`() throws {
    let old = try state(after: swipes[0])
    deck.id = "other"
    let back = try restored(old)
    #expect(
      back.told.map(\.type.rawValue) == ["deck.loaded", "card.shown"] && back.told.map(\.deck) == ["other", "other"]
    )
    #expect(back.told.first?.sequence == 41 && back.kept == [])
    #expect(back.engine.states.map(\.deck) == ["other"])
  }

  @Test
  mutating func `loop that is off by now leaves the last round's decisions, one that is on by now the first card`()
    throws
  {
    deck.settings.loop = true
    let looped = try state(after: .load(.init([Card(id: "a"), Card(id: "b")])), swipes[0], swipes[1], swipes[0])
    #expect(looped.history.map(\.index) == [0, 1, 0] && looped.current == 1)
    deck.settings.loop = false
    #expect(try restored(looped).engine.state(of: "main")?.history.map(\.index) == [0])
    let ended = try state(after: .load(.init([Card(id: "a")])), swipes[0])
    #expect(ended.current == 1)
    deck.settings.loop = true
    let back = try restored(ended)
    #expect(back.engine.position(of: "main")?.current == 0)
    #expect(back.told.map(\.type.rawValue) == ["card.shown"])
  }

  @Test mutating func `a round that was loading is held anew, and goes on at once when its cards are there`() throws {
    deck.cards[1].loaded = false
    var engine = try Engine(configuration, at: .zero)
    _ = engine.start(appearing: true)
    let old = try #require(engine.state(of: "main") as DeckState?)
    #expect(old.round == .loading)
    var again = try restored(old)
    #expect(again.told.map(\.type.rawValue) == [])
    let timeout = try #require(deck.settings.swipe?.roundTimeout)
    #expect(again.engine.nextDeadline == Self.start.advanced(bySeconds: timeout))
    let effects = again.engine.handle(.deadline, at: .seconds(1100))
    #expect(
      effects.contains {
        if case .notify(.event(let event)) = $0 { event.type.rawValue == "round.changed" } else { false }
      }
    )
    deck.settings.swipe?.roundFirst = 1
    #expect(try restored(old).told.map(\.kind) == [.roundChanged(.active)])
  }

  @Test mutating func `rounds that are off by now are nowhere, and ones that are on by now hold nothing`() throws {
    deck.cards[1].loaded = false
    deck.settings.swipe?.roundEnabled = false
    let without = try state(after: .update(.init([])))
    #expect(without.round == nil)
    deck.settings.swipe?.roundEnabled = true
    let on = try restored(without)
    #expect(on.told == [] && on.engine.snapshot(of: "main", at: Self.start)?.model.round == .active)
    #expect(on.engine.nextDeadline == nil)
    let with = try state(after: .load(.init()), .markLoaded(.init(of: .one("card-1"))))
    #expect(with.round == .active)
    deck.settings.swipe?.roundEnabled = false
    let off = try restored(with)
    #expect(off.told == [] && off.engine.state(of: "main")?.round == nil)
  }

  @Test mutating func `a stack is scrolled as far as it still goes, with its card open`() throws {
    deck = .builtIn(preset: .fan, count: 30)
    let old = try state(after: .scroll(.init(to: .offset(900))), .select(.init(card: "card-20")))
    #expect(old.scroll == 900 && old.open == "card-20")
    let back = try restored(old)
    #expect(back.told == [] && back.engine.state(of: "main") == old)
    #expect(back.engine.snapshot(of: "main", at: Self.start)?.model.open == "card-20")
    #expect(back.engine.cards(of: "main", at: Self.start).filter { $0.role == .open }.map(\.y) == [16])
    configuration.surfaces[0].size.height = 1600
    let taller = try restored(old)
    // 29 steps of 64 pt, a card of 220 and 16 above and below: 2108 pt, of which 1600 are to be seen.
    #expect(taller.engine.state(of: "main")?.scroll == 508)
  }

  @Test mutating func `what was still to be told of a front card is told, and it does not appear again`() throws {
    deck = .builtIn(preset: .koloda, count: 4)
    var engine = try Engine(configuration, at: .zero)
    #expect(engine.start(appearing: true).count == 1)
    let old = try #require(engine.state(of: "main") as DeckState?)
    #expect(old.isArriving)
    let back = try restored(old)
    #expect(back.told.map(\.kind) == [.cardShown(.init(card: "card-0", index: 0))])
    #expect(back.engine.nextDeadline == nil && back.engine.state(of: "main")?.isArriving == false)
    deck = .builtIn(preset: .fan, count: 4)
    deck.settings.appears = true
    engine = try Engine(configuration, at: .zero)
    _ = engine.start(appearing: true)
    let stack = try restored(try #require(engine.state(of: "main") as DeckState?))
    #expect(stack.told.map(\.kind) == [.cardShown(.init(card: "card-0", index: 0))])
    #expect(stack.engine.state(of: "main")?.isArriving == false)
  }
}
