package import Kinetics

/// Fingers side by side, whose middle follows a trajectory.
///
/// They lie on a line perpendicular to the trajectory's chord, the first at its left end; horizontally if the middle
/// does not move.
package struct FingerRow: Hashable, Sendable {
  /// How many fingers.
  package var count: Int
  /// The distance between neighbors at the start, in points.
  package var distance: Double
  /// The distance at the end, as a multiple of that at the start.
  package var pinch: Double

  /// Fingers `distance` apart at the start, and `pinch` times as far at the end.
  package init(_ count: Int, distance: Double, pinch: Double = 1) {
    self.count = count
    self.distance = distance
    self.pinch = pinch
  }

  /// A single finger.
  package static let single = FingerRow(1, distance: 0)

  /// The position of a finger, from 0, after a fraction of the trajectory.
  package func point(of finger: Int, on way: FingerTrajectory, after part: Double) -> Point {
    let straight = way.end - way.start
    let length = straight.length
    let across = length > 0 ? 1 / length * Vector(dx: -straight.dy, dy: straight.dx) : Vector(dx: 1, dy: 0)
    let place = Double(finger) - Double(count - 1) / 2
    return way.point(after: part) + place * distance * (1 + part * (pinch - 1)) * across
  }
}
