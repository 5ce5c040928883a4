import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `The cards of a stack on a wide panel` {
  /// A deck of ten cards that lie still, on a panel of this width and 600 pt high.
  private func engine(_ preset: Preset, width: Double, count: Int = 10) throws -> Engine {
    let surface = SurfaceConfiguration(name: "panel", size: Size(width: width, height: 600))
    var deck = DeckDefinition.builtIn()
    (deck.surface, deck.preset, deck.settings) = ("panel", preset, preset.settings)
    deck.settings.appears = false
    deck.cards = CardSequence((0..<count).map { Card(id: "card-\($0)") })
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    _ = engine.start()
    return engine
  }

  /// The left edge and the width of each card at rest.
  private func places(_ preset: Preset, width: Double) throws -> [[Double]] {
    try engine(preset, width: width).cards(of: "main", at: .zero).map { [$0.x, $0.width] }
  }

  @Test
  func `leave the detail of an open one room`() throws {
    func open(width: Double) throws -> [Double] {
      var engine = try engine(.wallet, width: width, count: 4)
      _ = engine.handle(.command(.select(.init()), deck: "main", ticket: 1), at: .zero)
      for second in 1...3 { _ = engine.handle(.deadline, at: .seconds(Double(second))) }
      return engine.cards(of: "main", at: .seconds(3)).filter { $0.role == .open }.map(\.y)
    }
    // 302.648 pt high: the lowest place, 170, would leave 117 pt.
    #expect(try open(width: 1024) == [20])
    // 145.019 pt high: below the lowest place there are 275 pt.
    #expect(try open(width: 300) == [170])
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
