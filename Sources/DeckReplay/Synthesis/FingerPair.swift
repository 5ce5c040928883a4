package import Kinetics

/// Two fingers abreast, whose middle goes along a way.
///
/// They lie across the straight line of the way, the first to its left; side by side where the middle stays in its place.
package struct FingerPair: Hashable, Sendable {
  /// From finger to finger at the start, in points.
  package var distance: Double
  /// The distance at the end, as a multiple of that at the start.
  package var pinch: Double

  /// Fingers `distance` apart, and `pinch` times as far in the end.
  package init(distance: Double, pinch: Double = 1) {
    self.distance = distance
    self.pinch = pinch
  }

  /// The place of the first or the second finger, 0 or 1, after a part of the way.
  package func point(of finger: Int, on way: FingerTrajectory, after part: Double) -> Point {
    let straight = way.end - way.start
    let length = straight.length
    let across = length > 0 ? 1 / length * Vector(dx: -straight.dy, dy: straight.dx) : Vector(dx: 1, dy: 0)
    let distance = distance * (1 + part * (pinch - 1))
    return way.point(after: part) + (Double(finger) - 0.5) * distance * across
  }
}
