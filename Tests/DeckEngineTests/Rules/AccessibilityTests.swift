import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

@Suite
struct `What a screen reader exposes of a deck` {
  private typealias Action = DeckFrame.Accessibility.Action

  private static func engine(
    _ preset: Preset,
    _ change: (inout DeckDefinition) -> Void = { _ in }
  ) throws -> Engine {
    var deck = DeckDefinition.builtIn(preset: preset, count: 3)
    change(&deck)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.listen(to: [.events, .frames], from: .zero)
    _ = engine.start()
    return engine
  }

  /// What the newest frame says after a command.
  private static func shown(
    _ engine: inout Engine,
    after command: DeckCommand,
    at now: Instant = .zero
  ) throws -> DeckFrame.Accessibility? {
    var newest: DeckFrame?
    for case .frame(let frame) in engine.handle(.command(command, deck: "main", ticket: 1), at: now) {
      newest = frame
    }
    let exposed = try #require(newest).accessibility
    #expect(engine.snapshot(of: "main", at: now)?.accessibility == exposed)
    return exposed
  }

  @Test
  func `is the front card, selected, with a swipe for every direction that it allows`() throws {
    var engine = try Self.engine(.swipeclean) { deck in
      deck.cards[0].label = "Sea"
      deck.cards[0].hint = "Tap to zoom"
      deck.cards[1].allowed = [.right, .up]
      deck.settings.accessibilityHint = "A card"
    }
    let first = try Self.shown(&engine, after: .update(.init([])))
    let swipes = [
      Action(name: "delete", method: "deck.swipe", direction: .left),
      Action(name: "keep", method: "deck.swipe", direction: .right),
    ]
    #expect(
      first == .init(card: "card-0", label: "Sea", hint: "Tap to zoom", selected: true, actions: swipes)
    )
    // The next card at once, while the first still leaves; a direction without a decision has its own name.
    let second = try Self.shown(&engine, after: .swipe(.init(.left)))
    let others = [swipes[1], Action(name: "up", method: "deck.swipe", direction: .up)]
    #expect(second == .init(card: "card-1", label: "card-1", hint: "A card", selected: true, actions: others))
  }

  @Test
  func `does what it says: each of its actions is carried out`() throws {
    for direction in [Direction.left, .right] {
      var engine = try Self.engine(.swipeclean)
      let exposed = try #require(try Self.shown(&engine, after: .update(.init([]))))
      #expect(exposed.actions.contains { $0.direction == direction })
      let effects = engine.handle(.command(.swipe(.init(direction)), deck: "main", ticket: 2), at: .zero)
      #expect(effects.contains { if case .answer(2, .done) = $0 { true } else { false } })
    }
  }

  @Test
  func `is nothing when the deck has run out, or where it is not wanted`() throws {
    var engine = try Self.engine(.koloda) { $0.cards = [] }
    #expect(try Self.shown(&engine, after: .update(.init([]))) == nil)
    var silent = try Self.engine(.swipeclean) { $0.settings.accessible = false }
    #expect(try Self.shown(&silent, after: .update(.init([]))) == nil)
  }

  @Test(arguments: [(Preset.fan, "card-2"), (.wallet, "card-0")])
  func `is a stack's card over all others, or the open one`(preset: Preset, top: String) throws {
    var engine = try Self.engine(preset)
    let select = [Action(name: "select", method: "deck.select")]
    let closed = try Self.shown(&engine, after: .update(.init([])))
    #expect(closed == .init(card: top, label: top, hint: "", selected: false, actions: select))
    let dismiss = [Action(name: "dismiss", method: "deck.dismiss")]
    let open = try Self.shown(&engine, after: .select(.init(card: "card-1")))
    #expect(open == .init(card: "card-1", label: "card-1", hint: "", selected: true, actions: dismiss))
    let again = try Self.shown(&engine, after: .dismiss, at: .seconds(5))
    #expect(again?.selected == false && again?.actions == select)
  }
}
