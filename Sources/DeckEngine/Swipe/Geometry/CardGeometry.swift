import Kinetics
import RealModule

/// A card's rectangle in its deck, before scale and rotation about its anchor.
struct CardGeometry<Number: MotionScalar>: Hashable, Sendable {
  /// The left edge, in points of the deck.
  var x: Number
  /// The upper edge, in points of the deck.
  var y: Number
  var width: Number
  var height: Number
  var scale: Number
  /// Degrees, clockwise.
  var rotation: Number
  /// Fractions of width and height.
  var anchor: Point
  var opacity: Number

  /// Returns the card as it is when all of its deck is drawn at `factor` of its size about `center`.
  func scaled(by factor: Number, about center: Point) -> CardGeometry {
    var place = self
    place.x = x + (factor - 1) * (x + Number(anchor.x) * width - Number(center.x))
    place.y = y + (factor - 1) * (y + Number(anchor.y) * height - Number(center.y))
    place.scale = factor * scale
    return place
  }
}

extension CardGeometry<Double> {
  var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  var size: Size { Size(width: width, height: height) }

  /// The anchor in points of the deck: the point that scale and rotation do not move.
  var fixedPoint: Point { point(at: anchor) }

  /// Returns whether a point of the deck lies on the card as it is drawn.
  func contains(_ point: Point) -> Bool {
    guard let place = fraction(at: point) else { return false }
    return (0...1).contains(place.x) && (0...1).contains(place.y)
  }

  /// Returns which part of the card is drawn at a point of the deck, as fractions of width and height.
  ///
  /// `nil` for a card without extent.
  func fraction(at point: Point) -> Point? {
    guard scale > 0, size.width > 0, size.height > 0 else { return nil }
    let turned = (point - fixedPoint).rotated(by: -rotation)
    return Point(
      x: anchor.x + turned.dx / scale / size.width,
      y: anchor.y + turned.dy / scale / size.height
    )
  }

  /// The smallest upright rectangle that the drawn card lies in.
  var bounds: Rectangle {
    let center = point(at: Point(x: 0.5, y: 0.5))
    let middle = fixedPoint + scale * (center - fixedPoint).rotated(by: rotation)
    let (across, down) = (Vector(dx: size.width, dy: 0), Vector(dx: 0, dy: size.height))
    let (side, edge) = (across.rotated(by: rotation), down.rotated(by: rotation))
    let width = scale * (side.dx.magnitude + edge.dx.magnitude)
    let height = scale * (side.dy.magnitude + edge.dy.magnitude)
    return Rectangle(
      origin: Point(x: middle.x - width / 2, y: middle.y - height / 2),
      size: Size(width: width, height: height)
    )
  }

  private func point(at fraction: Point) -> Point {
    Point(x: origin.x + fraction.x * size.width, y: origin.y + fraction.y * size.height)
  }
}

extension Vector {
  /// Returns the vector turned clockwise by `degrees`.
  func rotated(by degrees: Double) -> Vector {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    return Vector(dx: dx * cosine - dy * sine, dy: dx * sine + dy * cosine)
  }
}
