import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `The cards of a stack on a wide panel` {
  /// The left edge and the width of each card at rest.
  private func places(_ preset: Preset, width: Double) throws -> [[Double]] {
    let surface = SurfaceConfiguration(name: "panel", size: Size(width: width, height: 600))
    var deck = DeckDefinition.builtIn()
    (deck.surface, deck.preset, deck.settings) = ("panel", preset, preset.settings)
    deck.settings.appears = false
    let start = Instant(microseconds: 0)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: start)
    _ = engine.start()
    return engine.cards(of: "main", at: start).map { [$0.x, $0.width] }
  }

  @Test(arguments: [Preset.wallet, .fan])
  func `are a column in its middle`(_ preset: Preset) throws {
    let places = try places(preset, width: 1024)
    #expect(places.count > 2 && places.allSatisfy { $0 == [272, 480] })
  }

  @Test
  func `keep their insets where they are narrower than that`() throws {
    #expect(try places(.wallet, width: 400).first == [35, 330])
    #expect(try places(.fan, width: 512).first == [16, 480])
  }
}
