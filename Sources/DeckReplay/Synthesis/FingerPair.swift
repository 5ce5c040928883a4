package import Kinetics

/// Two fingers side by side, whose midpoint follows a trajectory.
///
/// They lie on a line perpendicular to the trajectory's chord, the first to its left; horizontally if the midpoint does
/// not move.
package struct FingerPair: Hashable, Sendable {
  /// The distance between the fingers at the start, in points.
  package var distance: Double
  /// The distance at the end, as a multiple of that at the start.
  package var pinch: Double

  /// Fingers `distance` apart at the start, and `pinch` times as far at the end.
  package init(distance: Double, pinch: Double = 1) {
    self.distance = distance
    self.pinch = pinch
  }

  /// The position of the first or the second finger, 0 or 1, after a fraction of the trajectory.
  package func point(of finger: Int, on way: FingerTrajectory, after part: Double) -> Point {
    let straight = way.end - way.start
    let length = straight.length
    let across = length > 0 ? 1 / length * Vector(dx: -straight.dy, dy: straight.dx) : Vector(dx: 1, dy: 0)
    let distance = distance * (1 + part * (pinch - 1))
    return way.point(after: part) + (Double(finger) - 0.5) * distance * across
  }
}
