package import Kinetics

extension DeviceDescription {
  /// Device units in a point of a made-up surface: a tenth of a point is finer than any noise that matters.
  private static let unitsPerPoint = 10.0
  /// Makes 6.4 pt a millimetre of it, at which a surface gets its size where none is configured (`SurfaceSizing`).
  private static let unitsPerMillimetre: Int32 = 64

  /// A touchscreen that has `axes`, and `BTN_TOUCH`.
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

  /// A panel that nobody built, with ten slots.
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

  /// A panel that nobody built, which is mapped to a surface of `size` in points where none is configured.
  package init(madeUp name: String, surface size: Size) throws(RecordingError) {
    try self.init(madeUp: name, across: Self.axis(size.width), down: Self.axis(size.height))
  }

  private static func axis(_ points: Double) -> Axis {
    Axis(maximum: Int32((points * unitsPerPoint).rounded()), resolution: unitsPerMillimetre)
  }
}
