import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `A deck on a part of its surface` {
  @Test
  func `has that part of it whatever size the surface takes`() throws {
    var deck = DeckDefinition.builtIn()
    var area = DeckArea()
    (area.x, area.y, area.width, area.height) = (.fraction(0.5), .points(40), .fraction(0.5), .fraction(0.25))
    deck.area = area
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let start = Instant(microseconds: 0)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: start)
    _ = engine.start()
    func placed() -> DeckPlacement.Area? { engine.snapshot(of: "main", at: start)?.model.placement.area }
    #expect(placed() == .init(x: 200, y: 40, width: 200, height: 200))
    let wide = EngineInput.resize(surface: "main", size: Size(width: 1000, height: 600), pointsPerMillimetre: 6.4)
    _ = engine.handle(wide, at: start)
    #expect(placed() == .init(x: 500, y: 40, width: 500, height: 150))
    let card = try #require(engine.cards(of: "main", at: start).first)
    #expect(card.height < 150)
    deck.area?.height = .points(300)
    let changed = EngineConfiguration(surfaces: [surface], decks: [deck])
    _ = engine.handle(.reconfigure(changed), at: start)
    #expect(placed() == .init(x: 200, y: 40, width: 200, height: 300))
  }
}
