import RealModule

/// A position; in points from the surface's top left corner unless noted otherwise, y downward.
public struct Point: Hashable, Sendable {
  /// To the right of the origin.
  public var x: Double
  /// Below the origin.
  public var y: Double

  /// The position `x` to the right of and `y` below the origin.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The displacement from `start` to `end`.
  public static func - (end: Point, start: Point) -> Vector {
    Vector(dx: end.x - start.x, dy: end.y - start.y)
  }

  /// The position at the displacement `step` from `start`.
  public static func + (start: Point, step: Vector) -> Point {
    Point(x: start.x + step.dx, y: start.y + step.dy)
  }
}

/// A displacement in points, or a velocity in points per second.
public struct Vector: Hashable, Sendable {
  // Computed: a stored one would be loaded from a page of its own.
  /// No displacement.
  @inlinable public static var zero: Vector { Vector(dx: 0, dy: 0) }

  /// To the right.
  public var dx: Double
  /// Downwards.
  public var dy: Double

  /// A displacement of `dx` to the right and `dy` downwards.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The Euclidean length.
  public var length: Double {
    (dx * dx + dy * dy).squareRoot()
  }

  /// Returns the angle from this vector to another, in radians, −π…π; positive is clockwise, y being downward.
  public func angle(to other: Vector) -> Double {
    Double.atan2(y: dx * other.dy - dy * other.dx, x: dx * other.dx + dy * other.dy)
  }

  /// The sum of both vectors.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx + right.dx, dy: left.dy + right.dy)
  }

  /// The difference of two steps.
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(dx: left.dx - right.dx, dy: left.dy - right.dy)
  }

  /// The vector, `factor` times as long.
  public static func * (factor: Double, vector: Vector) -> Vector {
    Vector(dx: factor * vector.dx, dy: factor * vector.dy)
  }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
  /// Across.
  public var width: Double
  /// Down.
  public var height: Double

  /// A size of `width` by `height`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
