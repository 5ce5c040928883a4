public import Kinetics

/// The properties of a touch panel itself, before it is mapped to a surface.
public struct PanelDescription: Hashable, Sendable {
  /// The device's name, as the kernel reports it.
  public var name: String
  /// The span of its axes in device units, for the aspect ratio.
  public var axes: Size
  /// The size in millimeters; `nil` if the device does not report its resolution.
  public var millimetres: Size?
  /// The calibration that the system has for it: udev's `LIBINPUT_CALIBRATION_MATRIX`.
  public var calibration: CalibrationMatrix

  /// A panel with its name, the span of its axes and, if known, its size.
  public init(name: String, axes: Size, millimetres: Size?, calibration: CalibrationMatrix = .identity) {
    self.name = name
    self.axes = axes
    self.millimetres = millimetres
    self.calibration = calibration
  }
}
