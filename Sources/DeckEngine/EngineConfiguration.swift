package import DeckProtocol
package import Kinetics

/// A rectangle in points.
package struct Rectangle: Hashable, Sendable {
  package var origin: Point
  package var size: Size

  /// A rectangle with its top left corner and its size.
  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Returns whether a point lies in the rectangle, edges included.
  func contains(_ point: Point) -> Bool {
    (origin.x...origin.x + size.width).contains(point.x) && (origin.y...origin.y + size.height).contains(point.y)
  }

  /// The rectangle's middle.
  package var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }
}

/// A drawing area that panels map to.
package struct SurfaceConfiguration: Hashable, Sendable {
  package var name: String
  /// In points, after rotation.
  package var size: Size
  /// Frames a second while something moves.
  package var refresh: Double
  /// The scale for settings in millimeters.
  package var pointsPerMillimetre: Double
  /// Whether every animation is at its end at once (M5).
  package var reducedMotion: Bool

  /// A surface of `size` points, refreshed 60 times a second unless specified otherwise.
  package init(
    name: String,
    size: Size,
    refresh: Double = 60,
    pointsPerMillimetre: Double = 6.4,
    reducedMotion: Bool = false
  ) {
    self.name = name
    self.size = size
    self.refresh = refresh
    self.pointsPerMillimetre = pointsPerMillimetre
    self.reducedMotion = reducedMotion
  }
}

extension SurfaceConfiguration {
  /// The surface as clients receive it.
  package var state: DeckPlacement.Surface {
    DeckPlacement.Surface(
      name: name,
      width: size.width,
      height: size.height,
      refresh: refresh,
      pointsPerMillimetre: pointsPerMillimetre,
      reducedMotion: reducedMotion
    )
  }
}

/// The sides of a rectangle that are fractions of the surface, 0…1; the others are points.
package struct RelativeSides: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let x = Self(rawValue: 1)
  package static let y = Self(rawValue: 2)
  package static let width = Self(rawValue: 4)
  package static let height = Self(rawValue: 8)
}

/// A deck with its cards, its settings and its placement.
package struct DeckDefinition: Hashable, Sendable {
  package var id: String
  package var surface: String
  package var preset: Preset
  @Shared package var settings: DeckSettings
  /// The deck's rectangle on its surface; `nil` for all of it.
  package var area: Rectangle?
  /// The sides of `area` that are fractions of the surface's size, whatever that becomes.
  package var relativeSides: RelativeSides = []
  package var cards: CardSequence

  /// A deck on `surface`, with the preset's settings unless specified otherwise.
  package init(
    id: String,
    surface: String,
    preset: Preset = .swipeclean,
    settings: DeckSettings? = nil,
    area: Rectangle? = nil,
    cards: CardSequence
  ) {
    self.id = id
    self.surface = surface
    self.preset = preset
    self.settings = settings ?? preset.settings
    self.area = area
    self.cards = cards
  }

  /// The deck's rectangle, in points, on a surface of `size`.
  package func area(on size: Size) -> Rectangle {
    guard var area else { return Rectangle(origin: Point(x: 0, y: 0), size: size) }
    guard !relativeSides.isEmpty else { return area }
    if relativeSides.contains(.x) { area.origin.x *= size.width }
    if relativeSides.contains(.y) { area.origin.y *= size.height }
    if relativeSides.contains(.width) { area.size.width *= size.width }
    if relativeSides.contains(.height) { area.size.height *= size.height }
    return area
  }

  /// The deck `main` of the built-in configuration: `card-0`, `card-1` … on the surface `main`.
  ///
  /// Its cards lie 24 pt lower per depth; with the preset's offset, the front card would hide the others on a portrait
  /// surface: of a card 480 pt high the scale takes 12 pt off the lower edge, so that 12 pt of each card show below the
  /// one before.
  package static func builtIn(count: Int = 10) -> DeckDefinition {
    var deck = builtIn(preset: .swipeclean, count: count)
    deck.settings.depthOffset = .points(24)
    return deck
  }

  /// The cards of the built-in configuration in a deck with the settings of a preset.
  package static func builtIn(preset: Preset, count: Int = 10) -> DeckDefinition {
    DeckDefinition(
      id: "main",
      surface: "main",
      preset: preset,
      cards: CardSequence((0..<count).map { Card(id: "card-\($0)") })
    )
  }
}

/// The configuration of an engine.
package struct EngineConfiguration: Hashable, Sendable {
  package var surfaces: [SurfaceConfiguration]
  package var decks: [DeckDefinition]

  /// Surfaces, and decks that name them.
  package init(surfaces: [SurfaceConfiguration], decks: [DeckDefinition]) {
    self.surfaces = surfaces
    self.decks = decks
  }
}
