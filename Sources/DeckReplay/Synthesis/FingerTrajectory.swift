package import Kinetics

/// The trajectory of a finger: a straight line, or a parabola that bows to one side.
package struct FingerTrajectory: Hashable, Sendable {
  package var start: Point
  package var end: Point
  /// The distance of the trajectory's middle from the chord, in points; positive to the right of the motion.
  package var bow: Double

  /// The trajectory from `start` to `end`, whose middle is `bow` to the right of the chord.
  package init(from start: Point, to end: Point, bow: Double = 0) {
    self.start = start
    self.end = end
    self.bow = bow
  }

  /// The position after a fraction of the trajectory, from 0 to 1.
  ///
  /// The parabola 4u(1 − u) is the fraction of the bow, 1 in the middle; with y downwards, (−dy, dx) points right.
  package func point(after part: Double) -> Point {
    let straight = end - start
    let length = straight.length
    let side = length > 0 ? 4 * part * (1 - part) * bow / length : 0
    return start + part * straight + side * Vector(dx: -straight.dy, dy: straight.dx)
  }
}
