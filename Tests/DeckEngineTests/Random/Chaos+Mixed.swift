import DeckEngine
import Gestures
import Kinetics

extension Chaos {
  /// A side of a surface that has room for four decks, in points.
  static let side = 800.0

  /// One or two surfaces with two to four decks of different presets; beside each other, but for now and then one that
  /// lies partly over others.
  mutating func surfaces() -> EngineConfiguration {
    let count = Int.random(in: 2...4, using: &generator)
    let names = count > 2 && Bool.random(using: &generator) ? ["main", "side"] : ["main"]
    let surfaces = names.map { name -> SurfaceConfiguration in
      let refresh: Double = [47, 60, 120].randomElement(using: &generator) ?? 60
      return SurfaceConfiguration(name: name, size: Size(width: Self.side, height: Self.side), refresh: refresh)
    }
    let presets = generator.shuffle(Preset.allCases, by: { $0.rawValue })
    let cells = places().shuffled(using: &generator)
    let overlies = Int.random(in: 0..<3, using: &generator) == 0
    let decks = (0..<count).map { number -> DeckDefinition in
      var deck = DeckDefinition.builtIn(preset: presets[number], count: .random(in: 6...16, using: &generator))
      deck.id = "deck-\(number)"
      deck.surface = names[number % names.count]
      deck.area = DeckArea(overlies && number == count - 1 ? area() : cells[number])
      if Bool.random(using: &generator) { deck.settings = deck.preset.kind.rules.mixture(&self, deck.preset.kind) }
      return deck
    }
    return EngineConfiguration(surfaces: surfaces, decks: decks)
  }

  /// The quarters of a surface.
  private func places() -> [Rectangle] {
    let half = Self.side / 2
    return [(0.0, 0.0), (half, 0), (0, half), (half, half)].map { x, y in
      Rectangle(origin: Point(x: x, y: y), size: Size(width: half, height: half))
    }
  }

  /// The settings of a carousel whose cards may loop, turn and be scrolled one by one.
  mutating func carouselMixture() -> DeckSettings {
    var settings = presetSettings(of: .carousel)
    settings.loop = Bool.random(using: &generator)
    settings.carousel?.single = Bool.random(using: &generator)
    settings.carousel?.width = .random(in: 0.2...1, using: &generator)
    settings.carousel?.rotation = .random(in: -45...45, using: &generator)
    return settings
  }

  /// Any mixture of the presets of stacks in which an open card is over the others.
  mutating func stackMixture() -> DeckSettings {
    func any() -> StackSettings { StackSettings(of: presetSettings(of: .stack)) }
    var settings = presetSettings(of: .stack)
    settings.appears = presetSettings(of: .stack).appears
    settings.appearBlocksTouches = Bool.random(using: &generator)
    var own = StackSettings(of: settings)
    own.top = any().top
    own.step = any().step
    own.opening = any().opening
    own.order = own.opening == .slide ? .upwards : any().order
    own.reorder = any().reorder
    own.pressScale = any().pressScale
    own.pressLift = any().pressLift
    own.pressDuration = any().pressDuration
    own.sideStep = any().sideStep
    own.dropSpring = any().dropSpring
    own.fans = any().fans
    own.dismissByDrag = any().dismissByDrag
    own.detailAxis = any().detailAxis
    own.tapSuppression = any().tapSuppression
    settings.stack = own
    return settings
  }
}
