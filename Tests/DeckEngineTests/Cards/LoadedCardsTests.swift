import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `Cards that a client reports as loaded` {
  /// An engine with a deck of 30 cards, of which a client is to have ready as many as fit into 2000 bytes.
  private static func engine() throws -> Engine {
    var definition = DeckDefinition.builtIn(preset: .koloda, count: 30)
    definition.settings.prefetchBudget = 2000
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [definition]), at: .zero)
    _ = engine.start(appearing: false)
    return engine
  }

  @Test
  func `have their sizes kept until another client asks for cards to have ready`() throws {
    var engine = try Self.engine()
    let loaded = DeckCommand.LoadedContent(of: .several((0..<30).map { "card-\($0)" }), bytes: 1000)
    _ = engine.handle(.command(.markLoaded(loaded), deck: "main", ticket: 1), at: .seconds(1))
    for number in 2..<22 {
      let swipe = DeckCommand.swipe(.init(.right, force: true))
      _ = engine.handle(.command(swipe, deck: "main", ticket: 2), at: .seconds(Double(number)))
    }
    engine.listen(to: [.events, .prefetch], from: .seconds(30))
    #expect(engine.prefetch(of: "main")?.load.count == 2)
  }

  @Test
  func `limit what a client is asked to have ready, also when it asks again for the same cards`() throws {
    var engine = try Self.engine()
    engine.listen(to: [.prefetch], from: .seconds(1))
    #expect(engine.prefetch(of: "main")?.load.count == 10)
    engine.listen(to: [], from: .seconds(2))
    let loaded = DeckCommand.LoadedContent(of: .several((0..<10).map { "card-\($0)" }), bytes: 1000)
    _ = engine.handle(.command(.markLoaded(loaded), deck: "main", ticket: 1), at: .seconds(3))
    engine.listen(to: [.prefetch], from: .seconds(4))
    #expect(engine.prefetch(of: "main")?.load.count == 2)
  }
}
