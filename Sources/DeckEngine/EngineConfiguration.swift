package import DeckProtocol
package import Gestures
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
  /// What fingers may do on it, whatever decks it has.
  package var gestures: [SurfaceGesture] = []
  /// For how long touches do nothing after one that woke it, in seconds.
  package var wakePause = 0.3
  /// The vertical syncs of the client that draws it; `nil` while none has reported any.
  var vsync: Vsync?

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

/// A length on a surface.
package enum SurfaceLength: Hashable, Sendable {
  case points(Double)
  /// 0…1 of the surface's width or height, whatever that becomes.
  case fraction(Double)

  /// The length in points, of a surface that is `whole` wide or high.
  package func points(of whole: Double) -> Double {
    switch self {
    case .points(let points): points
    case .fraction(let fraction): fraction * whole
    }
  }
}

/// A deck's rectangle on its surface.
package struct DeckArea: Hashable, Sendable {
  package var x = SurfaceLength.points(0)
  package var y = SurfaceLength.points(0)
  package var width = SurfaceLength.points(0)
  package var height = SurfaceLength.points(0)

  package init() {}

  /// An area in points.
  package init(_ rectangle: Rectangle) {
    x = .points(rectangle.origin.x)
    y = .points(rectangle.origin.y)
    width = .points(rectangle.size.width)
    height = .points(rectangle.size.height)
  }

  /// The rectangle, in points, on a surface of `size`.
  package func rectangle(on size: Size) -> Rectangle {
    Rectangle(
      origin: Point(x: x.points(of: size.width), y: y.points(of: size.height)),
      size: Size(width: width.points(of: size.width), height: height.points(of: size.height))
    )
  }
}

/// A deck with its cards, its settings and its placement.
package struct DeckDefinition: Hashable, Sendable {
  package var id: String
  package var surface: String
  package var preset: Preset
  @Shared package var settings: DeckSettings
  /// The deck's place on its surface; `nil` for all of it.
  package var area: DeckArea?
  package var cards: CardSequence

  /// A deck on `surface`, with the preset's settings unless specified otherwise.
  package init(
    id: String,
    surface: String,
    preset: Preset = .swipeclean,
    settings: DeckSettings? = nil,
    area: DeckArea? = nil,
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
    area?.rectangle(on: size) ?? Rectangle(origin: Point(x: 0, y: 0), size: size)
  }

  /// The deck `main` of the built-in configuration: `card-0`, `card-1` … on the surface `main`.
  package static func builtIn(preset: Preset = .usual, count: Int = 10) -> DeckDefinition {
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
