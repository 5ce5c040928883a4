import Kinetics
import RealModule

/// How a card is moved out of its place in the deck: three properties, each with its own motion.
struct CardPose: Equatable, Sendable {
  /// Points to the right.
  var x = Motion.fixed(0)
  /// Points down.
  var y = Motion.fixed(0)
  /// Degrees, clockwise.
  var rotation = Motion.fixed(0)
  /// 0 at the front, 1 for the card behind, between them while cards move up.
  var depth = Motion.fixed(0)

  private static let properties: [any WritableKeyPath<CardPose, Motion> & Sendable] = [\.x, \.y, \.rotation, \.depth]

  /// The moments at which a property comes to rest.
  var ends: [Instant] {
    Self.properties.compactMap { self[keyPath: $0].end }
  }

  var isMoving: Bool {
    Self.properties.contains { self[keyPath: $0].end != nil }
  }

  /// Turns every motion that is over by `now` into its target.
  mutating func settle(at now: Instant) {
    for path in Self.properties {
      if let end = self[keyPath: path].end, end <= now { self[keyPath: path] = .fixed(self[keyPath: path].target) }
    }
  }

  /// The card's rectangle, scale and rotation at `now`.
  func place(in layout: SwipeLayout, at now: Instant) -> Place {
    let depth = depth.value(at: now)
    return Place(
      origin: layout.card.origin + Vector(dx: x.value(at: now), dy: y.value(at: now) + layout.drop(atDepth: depth)),
      size: layout.card.size,
      scale: layout.scale(atDepth: depth),
      rotation: rotation.value(at: now)
    )
  }

  /// A card's rectangle before scale and rotation about its centre.
  struct Place: Hashable, Sendable {
    var origin: Point
    var size: Size
    var scale: Double
    /// Degrees, clockwise.
    var rotation: Double

    /// Whether a point of the deck lies on the card as it is drawn.
    func contains(_ point: Point) -> Bool {
      guard scale > 0 else { return false }
      let center = Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
      let way = point - center
      let angle = rotation * .pi / 180
      let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
      let across = (way.dx * cosine + way.dy * sine) / scale
      let down = (way.dy * cosine - way.dx * sine) / scale
      return across.magnitude <= size.width / 2 && down.magnitude <= size.height / 2
    }
  }
}
