package import Kinetics

/// The line that a finger draws: straight, or a parabola that bows to one side.
package struct FingerTrajectory: Hashable, Sendable {
  package var start: Point
  package var end: Point
  /// How far the middle of the way lies beside the straight line, in points; positive to its right as the finger goes.
  package var bow: Double

  /// The way from `start` to `end`, `bow` to the right of the straight line in its middle.
  package init(from start: Point, to end: Point, bow: Double = 0) {
    self.start = start
    self.end = end
    self.bow = bow
  }

  /// The place after a part of the way, from 0 to 1.
  ///
  /// The parabola 4u(1 − u) is the bow's part of it, 1 in the middle; with y downwards (−dy, dx) points to the right.
  package func point(after part: Double) -> Point {
    let straight = end - start
    let length = straight.length
    let side = length > 0 ? 4 * part * (1 - part) * bow / length : 0
    return start + part * straight + side * Vector(dx: -straight.dy, dy: straight.dx)
  }
}
