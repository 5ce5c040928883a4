import Kinetics

/// A gesture of a surface, whatever lies on it: what how many fingers do, and where they come down.
public struct SurfaceGesture: Hashable, Sendable {
  /// What the fingers do.
  public enum Motion: Hashable, Sendable {
    /// They move together in one of these directions, at least `distance` millimeters.
    case swipe(Set<Heading>, distance: Double)
    /// They come down and are lifted `count` times, without moving.
    case tap(count: Int)
    /// They stay down without moving for `duration` seconds.
    case hold(duration: Double)
    /// They move apart or together.
    case pinch(Spread)
    /// They turn around their middle.
    case rotate(Turn)
  }

  /// The direction of a swipe.
  public enum Heading: String, CaseIterable, Hashable, Sendable {
    case left, right, up, down
  }

  /// What a pinch does to the distance of its fingers.
  public enum Spread: String, CaseIterable, Hashable, Sendable {
    case together = "in"
    case apart = "out"
  }

  /// The sense of a rotation.
  public enum Turn: String, CaseIterable, Hashable, Sendable {
    case clockwise, counterclockwise
  }

  /// An edge of a surface.
  public enum Edge: String, CaseIterable, Hashable, Sendable {
    case left, right, top, bottom

    /// The direction from the edge into the surface.
    public var inward: Heading {
      switch self {
      case .left: .right
      case .right: .left
      case .top: .down
      case .bottom: .up
      }
    }
  }

  /// Where the fingers come down, every one of them.
  public enum Zone: Hashable, Sendable {
    case anywhere
    /// Within `depth` millimeters of an edge.
    case edge(Edge, depth: Double)
    /// Within `depth` millimeters of both edges of a corner: the left or right one, and the top or bottom one.
    case corner(Edge, Edge, depth: Double)
    /// In a rectangle, in shares of the surface's width and height.
    case region(x: Double, y: Double, width: Double, height: Double)

    /// Whether fingers in it belong to the gestures of the surface before they belong to a deck.
    public var precedesDecks: Bool {
      switch self {
      case .edge, .corner: true
      case .anywhere, .region: false
      }
    }

    /// The smaller, the earlier its gestures are considered: a corner before its edges, a rectangle before anywhere.
    var rank: Int {
      switch self {
      case .corner: 0
      case .edge: 1
      case .region: 2
      case .anywhere: 3
      }
    }

    /// Returns whether a point lies in the zone of a surface of `size` points.
    func contains(_ point: Point, size: Size, pointsPerMillimetre scale: Double) -> Bool {
      func isNear(_ edge: Edge, _ depth: Double) -> Bool {
        switch edge {
        case .left: point.x <= depth * scale
        case .right: point.x >= size.width - depth * scale
        case .top: point.y <= depth * scale
        case .bottom: point.y >= size.height - depth * scale
        }
      }
      return switch self {
      case .anywhere: true
      case .edge(let edge, let depth): isNear(edge, depth)
      case .corner(let side, let end, let depth): isNear(side, depth) && isNear(end, depth)
      case .region(let x, let y, let width, let height):
        (x...x + width).contains(point.x / size.width) && (y...y + height).contains(point.y / size.height)
      }
    }
  }

  /// Its name in events, unique among the gestures of all surfaces.
  public var name: String
  /// What the fingers do.
  public var motion: Motion
  /// How many fingers, 1 to 5.
  public var fingers: Int
  /// Where they come down.
  public var zone: Zone

  /// A gesture of `fingers` that come down in `zone`.
  public init(_ name: String, _ motion: Motion, fingers: Int = 1, from zone: Zone = .anywhere) {
    (self.name, self.motion, self.fingers, self.zone) = (name, motion, fingers, zone)
  }
}
