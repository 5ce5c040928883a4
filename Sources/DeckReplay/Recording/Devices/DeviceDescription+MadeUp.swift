package import Kinetics

extension DeviceDescription {
  /// Device units per point of a synthetic surface: a tenth of a point is finer than any relevant noise.
  private static let unitsPerPoint = 10.0
  /// Results in 6.4 pt per millimeter, the default scale of a surface without a configured size (`SurfaceSizing`).
  private static let unitsPerMillimetre: Int32 = 64

  /// A touchscreen with `axes` and `BTN_TOUCH`.
  package init(
    touchscreen name: String,
    identity: Identity = Identity(),
    axes: [UInt16: Axis]
  ) throws(RecordingError) {
    try self.init(
      name: name,
      identity: identity,
      // INPUT_PROP_DIRECT, as every touchscreen has.
      properties: [1],
      codes: [
        EventType.synchronize: [EventType.synchronize, EventType.key, EventType.absolute],
        EventType.key: [KeyCode.touch],
        EventType.absolute: Set(axes.keys),
      ],
      axes: axes
    )
  }

  /// A synthetic panel with ten slots.
  package init(madeUp name: String, across: Axis, down: Axis) throws(RecordingError) {
    try self.init(
      touchscreen: name,
      identity: Identity(bus: 0x18, vendor: 1, product: 1, version: 1),
      axes: [
        AbsoluteCode.slot: Axis(maximum: 9),
        AbsoluteCode.contactX: across,
        AbsoluteCode.contactY: down,
        AbsoluteCode.toolType: Axis(maximum: ToolType.palm),
        AbsoluteCode.trackingID: Axis(maximum: 65535),
      ]
    )
  }

  /// A synthetic panel, which maps to a surface of `size` in points if none is configured.
  package init(madeUp name: String, surface size: Size) throws(RecordingError) {
    try self.init(madeUp: name, across: Self.axis(size.width), down: Self.axis(size.height))
  }

  private static func axis(_ points: Double) -> Axis {
    Axis(maximum: Int32((points * unitsPerPoint).rounded()), resolution: unitsPerMillimetre)
  }
}
