/// Ignores motion of a contact within the device's fuzz.
///
/// `evdev_hysteresis` of libinput's `src/evdev.h`: an ellipse of half the fuzz of each axis lies around the
/// last point; a point within it is no motion, and one beyond it moves the ellipse. It only decides whether a
/// contact moves: the reported position is unfiltered (`SlotTouches`).
struct Hysteresis: Sendable {
  private let a: Double
  private let b: Double

  /// `nil` for a device without fuzz.
  init?(horizontal: DeviceDescription.Axis, vertical: DeviceDescription.Axis) {
    guard horizontal.fuzz != 0 || vertical.fuzz != 0 else { return nil }
    a = Double(horizontal.fuzz / 2)
    b = Double(vertical.fuzz / 2)
  }

  /// The filtered position, when the device reports `point` and the filtered position was `center`.
  func point(_ point: DevicePoint, around center: DevicePoint) -> DevicePoint {
    guard a != 0, b != 0 else { return point }
    let dx = Double(point.x) - Double(center.x)
    let dy = Double(point.y) - Double(center.y)
    let distanceInMargins = (dx * dx / (a * a) + dy * dy / (b * b)).squareRoot()
    guard distanceInMargins >= 1 else { return center }
    let lag = (dx * dx + dy * dy).squareRoot() / distanceInMargins
    var lagX = 0.0
    var lagY = lag
    if dx != 0 {
      let gradient = dy / dx
      lagX = lag / (gradient * gradient + 1).squareRoot()
      lagY = ((lag + lagX) * (lag - lagX)).squareRoot()
    }
    return DevicePoint(
      x: Self.coordinate(Double(point.x) + (dx >= 0 ? -lagX : lagX)),
      y: Self.coordinate(Double(point.y) + (dy >= 0 ? -lagY : lagY))
    )
  }

  /// A coordinate truncated towards zero, as in C.
  private static func coordinate(_ value: Double) -> Int32 {
    Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
  }
}
