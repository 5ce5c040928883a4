public import Kinetics

/// What is known of a touch panel itself, before it is mapped to a surface.
public struct PanelDescription: Hashable, Sendable {
  /// The device's name, as the kernel gives it.
  public var name: String
  /// The span of its axes in device units, for the aspect ratio.
  public var axes: Size
  /// The size in millimetres; `nil` when the device does not tell its resolution.
  public var millimetres: Size?

  /// A panel with its name, the span of its axes and its size where it is known.
  public init(name: String, axes: Size, millimetres: Size?) {
    self.name = name
    self.axes = axes
    self.millimetres = millimetres
  }
}
