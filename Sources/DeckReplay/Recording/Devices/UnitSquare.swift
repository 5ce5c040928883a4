import Kinetics

/// A position in a device's own units.
struct DevicePoint: Hashable, Sendable {
  var x: Int32 = 0
  var y: Int32 = 0
}

/// The mapping from a device's units to the panel's unit square.
///
/// It is `libinput_event_touch_get_x_transformed` for a width of 1: (value − minimum) / (maximum − minimum + 1).
struct UnitSquare: Sendable {
  private let origin: DevicePoint
  private let units: Size

  /// The square that two axes span.
  init(horizontal: DeviceDescription.Axis, vertical: DeviceDescription.Axis) {
    origin = DevicePoint(x: horizontal.minimum, y: vertical.minimum)
    units = Size(width: horizontal.span + 1, height: vertical.span + 1)
  }

  /// The position of `point`; outside the square if the device exceeds its declared range.
  func point(_ point: DevicePoint) -> Point {
    Point(
      x: (Double(point.x) - Double(origin.x)) / units.width,
      y: (Double(point.y) - Double(origin.y)) / units.height
    )
  }
}
