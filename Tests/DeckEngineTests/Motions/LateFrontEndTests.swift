import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

struct `A deck whose front end comes late` {
  /// Whether a deck moves when a front end that draws comes, with its settings, `seconds` after the start.
  private func appears(
    _ preset: Preset = .wallet,
    after seconds: Double = 10,
    idle: Double = .infinity,
    _ change: (inout DeckSettings) -> Void = { _ in }
  ) throws -> Bool {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var deck = DeckDefinition.builtIn(preset: preset, count: 3)
    change(&deck.settings)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    _ = engine.start(appearing: true)
    _ = engine.handle(.deadline, at: .seconds(seconds))
    let wasAtRest = engine.nextDeadline == nil
    _ = engine.handle(.watched(idle: idle), at: .seconds(seconds))
    return wasAtRest && engine.nextDeadline != nil
  }

  @Test(arguments: [Preset.wallet, .koloda, .kolodaStretched])
  func `appears to it`(preset: Preset) throws {
    #expect(try appears(preset))
  }

  @Test func `stays at rest where its preset does not appear`() throws {
    #expect(try !appears(.swipeclean))
    #expect(try !appears(.fan))
  }

  @Test func `appears again only after its idle time`() throws {
    #expect(try !appears(idle: 4.9))
    #expect(try appears(idle: 5))
    #expect(try appears(idle: 0) { $0.appearIdle = 0 })
  }

  @Test func `stays at rest if it is never to appear to front ends`() throws {
    #expect(try !appears { $0.appearsToFrontEnds = false })
  }

  @Test func `is not begun again while it appears`() throws {
    #expect(try !appears(after: 0.2))
  }
}
