/// Where a deck lies: its surface as it is now, and the deck's rectangle on it.
public struct DeckPlace: Hashable, Sendable {
  /// The surface's name.
  public var surface: String
  /// The surface's width in points; a front end draws the surface as large as its window.
  public var width: Double
  /// The surface's height in points.
  public var height: Double
  /// Frames a second while something moves.
  public var refresh: Double
  /// What a millimetre of the panel is in points.
  public var pointsPerMillimetre: Double
  /// Whether every animation is at its end at once.
  public var reducedMotion: Bool
  /// The deck's left edge on the surface, in points: the coordinates of its cards begin there.
  public var x: Double
  /// The deck's upper edge on the surface, in points.
  public var y: Double
  /// The deck's width in points.
  public var deckWidth: Double
  /// The deck's height in points.
  public var deckHeight: Double

  /// A surface, and a deck's rectangle on it.
  public init(
    surface: String,
    width: Double,
    height: Double,
    refresh: Double,
    pointsPerMillimetre: Double,
    reducedMotion: Bool,
    x: Double,
    y: Double,
    deckWidth: Double,
    deckHeight: Double
  ) {
    self.surface = surface
    self.width = width
    self.height = height
    self.refresh = refresh
    self.pointsPerMillimetre = pointsPerMillimetre
    self.reducedMotion = reducedMotion
    self.x = x
    self.y = y
    self.deckWidth = deckWidth
    self.deckHeight = deckHeight
  }

  /// Writes the members `surface` and `area` of an object.
  func writeMembers(to json: inout JSONWriter) {
    json.member("surface") { json in
      json.member("name", surface)
      json.member("w", width)
      json.member("h", height)
      json.member("refresh", refresh)
      json.member("pointsPerMillimetre", pointsPerMillimetre)
      json.member("reducedMotion", reducedMotion)
    }
    json.member("area") { json in
      json.member("x", x)
      json.member("y", y)
      json.member("w", deckWidth)
      json.member("h", deckHeight)
    }
  }
}
