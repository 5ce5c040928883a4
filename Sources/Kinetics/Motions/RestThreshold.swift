/// How close to its target and how slow a property must be, and stay, to count as at rest (M3).
///
/// A property at rest is set to its target exactly, so the distance must be too small a jump to see, and the speed too
/// small a change of velocity. Android's `DynamicAnimation` and Flutter's scroll `Tolerance` rest far earlier (1 px and
/// 47 or 20 px/s); since clients may scale a surface up, and frames and motions agree within 0.01 pt, there is no
/// reason to save those few frames.
public struct RestThreshold: Equatable, Hashable, Sendable {
  /// For lengths: 0.1 pt, less than a third of a pixel at 3 px/pt, and 1 pt/s, 1/60 pt a frame at 60 Hz.
  public static let points = RestThreshold(distance: 0.1, speed: 1)

  /// For content that was thrown: the last half of a point, at a twelfth of a point a frame, takes a spring that is fitted
  /// to a throw 0.35 s in which nothing is seen to move.
  public static let `throws` = RestThreshold(distance: 0.5, speed: 5)

  /// For scale and opacity: 0.001, a quarter of a step of 8-bit opacity or 0.2 pt at the edge of a card of 400 pt, and
  /// 0.01/s.
  ///
  /// Android: 1/256 for opacity, 0.002 for scale (`MIN_VISIBLE_CHANGE_ALPHA` and `_SCALE`).
  public static let unitless = RestThreshold(distance: 0.001, speed: 0.01)

  /// For angles: 0.05°, 0.2 pt at the end of a radius of 220 pt, and 0.5°/s.
  ///
  /// Android: 0.1° (`MIN_VISIBLE_CHANGE_ROTATION_DEGREES`).
  public static let degrees = RestThreshold(distance: 0.05, speed: 0.5)

  /// The greatest distance from the target at rest, in the property's unit, greater than 0.
  public var distance: Double

  /// The greatest speed at rest, in the property's unit per second, greater than 0.
  public var speed: Double

  /// Rest within `distance` of the target and below `speed`; a 0 in either is never reached.
  public init(distance: Double, speed: Double) {
    self.distance = distance
    self.speed = speed
  }
}
