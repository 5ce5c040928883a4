package import JSON

/// A deck's surface and the deck's rectangle on it.
public struct DeckPlacement: Hashable, Sendable {
  /// The drawing area that the touches of a panel are mapped to.
  public struct Surface: Hashable, Sendable {
    /// The surface's name.
    public var name: String
    /// In points; a front end draws the surface as large as its window.
    public var width: Double
    /// In points.
    public var height: Double
    /// Frames per second while something moves.
    public var refresh: Double
    /// Points per millimeter of the panel.
    public var pointsPerMillimetre: Double
    /// Whether animations are skipped.
    public var reducedMotion: Bool

    /// A surface of `width` × `height` points.
    public init(
      name: String,
      width: Double,
      height: Double,
      refresh: Double,
      pointsPerMillimetre: Double,
      reducedMotion: Bool
    ) {
      self.name = name
      self.width = width
      self.height = height
      self.refresh = refresh
      self.pointsPerMillimetre = pointsPerMillimetre
      self.reducedMotion = reducedMotion
    }
  }

  /// The rectangle of its surface that a deck occupies, in points.
  public struct Area: Hashable, Sendable {
    /// The left edge, and the origin of the cards' x coordinates.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// To the right of `x`.
    public var width: Double
    /// Below `y`.
    public var height: Double

    /// A rectangle of `width` × `height` points.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The surface that the deck is on.
  public var surface: Surface
  /// The part of it that the deck occupies.
  public var area: Area

  /// A rectangle on a surface.
  public init(surface: Surface, area: Area) {
    self.surface = surface
    self.area = area
  }
}

extension DeckPlacement.Surface: WireValue, ReceivedObject {
  package static var names: [PartialKeyPath<Self>: String] { codec.names }

  static let codec = ObjectCodec<Self>(
    "a surface",
    Field("name", Common.surface, "The surface's name."),
    Field("w", .extent, "Width, pt."),
    Field("h", .extent, "Height, pt."),
    Field("refresh", .positive, "Frames per second while something moves."),
    Field("pointsPerMillimetre", .positive, "How many points a millimeter of the panel has."),
    Field("reducedMotion", .flag, "Whether animations are skipped."),
    make: {
      Self(name: $0, width: $1, height: $2, refresh: $3, pointsPerMillimetre: $4, reducedMotion: $5)
    },
    members: (\.name, \.width, \.height, \.refresh, \.pointsPerMillimetre, \.reducedMotion)
  )

  static let values = ValueCodec.object(codec, expected: "an object")
    .as(
      .defined(
        Definition(
          "surface",
          "Surface",
          "The drawing area that the touches of a panel are mapped to.",
          .object(codec.schema)
        )
      )
    )

  package static var schema: ValueSchema { values.schema }

  package func write(to json: inout JSONWriter) { Self.codec.write(self, to: &json) }
}

extension DeckPlacement.Area: WireValue {
  static let codec = ObjectCodec<Self>(
    "an area",
    Field("x", .coordinate, "Left edge on the surface, pt."),
    Field("y", .coordinate, "Upper edge on the surface, pt."),
    Field("w", .extent, "Width, pt."),
    Field("h", .extent, "Height, pt."),
    make: { Self(x: $0, y: $1, width: $2, height: $3) },
    members: (\.x, \.y, \.width, \.height)
  )

  static let values = ValueCodec.object(codec, expected: "an object")
    .as(
      .defined(
        Definition(
          "area",
          "Area of a deck",
          "The rectangle of its surface that a deck occupies. The coordinates of its cards begin at the upper left corner; cards may leave it.",
          .object(codec.schema)
        )
      )
    )

  package static var schema: ValueSchema { values.schema }

  package func write(to json: inout JSONWriter) { Self.codec.write(self, to: &json) }
}
