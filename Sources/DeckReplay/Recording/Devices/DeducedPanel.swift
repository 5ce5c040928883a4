/// A panel deduced from its events, for logs without the ranges of its axes.
///
/// Both axes are assumed to have the same units, as pixels do, so that a finger's direction and the shape of its path
/// are kept; only the scale is a guess. The longer side is the shortest common one beyond the largest position, and the
/// other the shortest one paired with it that holds every position, upright if both orientations do: most Android
/// panels use the pixels of their screens, or a power of two.
package struct DeducedPanel: Hashable, Sendable {
  /// Sides of common panels, by the longer one: Android's screens, and 10 bits, which older controllers use.
  private static let sides: [(short: Int32, long: Int32)] = [
    (480, 800), (540, 960), (1024, 1024), (720, 1280), (800, 1280), (720, 1600), (1080, 1920), (1200, 1920),
    (1080, 2400), (1440, 2560), (1600, 2560), (1440, 3200), (2160, 3840),
  ]
  /// The same panels upright and lying, in the order in which they are tried.
  private static let sizes = sides.flatMap { [(width: $0.short, height: $0.long), (width: $0.long, height: $0.short)] }
  /// libinput's highest slot for panels that report none (`fallback_dispatch_init_slots`), from 0.
  private static let highestSlot: Int32 = 9
  /// `TRKID_MAX` of the kernel's `input/mt.h`.
  private static let highestTrackingID: Int32 = 0xffff

  package let description: DeviceDescription
  /// A description of the assumption, for the user who plays the recording.
  package let assumption: String

  /// The panel called `name` that sent `events`, which include some positions.
  init(name: String, events: [EvdevEvent]) throws(RecordingError) {
    let seen = Self.extents(of: events)
    let (across, down, what) = Self.ranges(
      holding: Self.union(seen[AbsoluteCode.x], seen[AbsoluteCode.contactX]),
      Self.union(seen[AbsoluteCode.y], seen[AbsoluteCode.contactY])
    )
    var axes = seen.mapValues { DeviceDescription.Axis(minimum: min($0.lowerBound, 0), maximum: max($0.upperBound, 1)) }
    for pair in [(AbsoluteCode.x, AbsoluteCode.y), (AbsoluteCode.contactX, AbsoluteCode.contactY)]
    where axes[pair.0] != nil || axes[pair.1] != nil {
      (axes[pair.0], axes[pair.1]) = (across, down)
    }
    if axes[AbsoluteCode.contactX] != nil {
      // A panel with slots does not name its first one until it has used another.
      let hasPackets = events.contains { $0.type == EventType.synchronize && $0.code == SynchronizeCode.contact }
      let slot = min(max(seen[AbsoluteCode.slot]?.upperBound ?? 0, Self.highestSlot), PanelAxes.slotLimit - 1)
      axes[AbsoluteCode.slot] = hasPackets ? nil : DeviceDescription.Axis(maximum: slot)
      if axes[AbsoluteCode.trackingID] != nil {
        axes[AbsoluteCode.trackingID] = DeviceDescription.Axis(maximum: Self.highestTrackingID)
      }
    }
    description = try DeviceDescription(touchscreen: name, axes: axes)
    assumption = "the ranges of the panel's axes are missing; took \(what) that holds its touches"
  }

  /// The range of values on each axis.
  private static func extents(of events: [EvdevEvent]) -> [UInt16: ClosedRange<Int32>] {
    var extents: [UInt16: ClosedRange<Int32>] = [:]
    for event in events where event.type == EventType.absolute && Int(event.code) < AbsoluteCode.count {
      extents[event.code] = union(extents[event.code], event.value...event.value)
    }
    return extents
  }

  private static func union(_ left: ClosedRange<Int32>?, _ right: ClosedRange<Int32>?) -> ClosedRange<Int32>? {
    guard let left, let right else { return left ?? right }
    return min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
  }

  /// Axes that hold the positions seen, and a description of the panels that have such axes.
  private static func ranges(
    holding across: ClosedRange<Int32>?,
    _ down: ClosedRange<Int32>?
  ) -> (DeviceDescription.Axis, DeviceDescription.Axis, String) {
    let (across, down) = (across ?? 0...0, down ?? 0...0)
    if min(across.lowerBound, down.lowerBound) >= 0,
      let size = sizes.first(where: { across.upperBound < $0.width && down.upperBound < $0.height })
    {
      return (
        DeviceDescription.Axis(maximum: size.width - 1), DeviceDescription.Axis(maximum: size.height - 1),
        "\(size.width) × \(size.height) units, the smallest usual panel"
      )
    }
    let farthest = [across.lowerBound, across.upperBound, down.lowerBound, down.upperBound].map { $0 < 0 ? ~$0 : $0 }
    // The smallest number with all low bits set that holds every position.
    let maximum = Int32.max >> ((farthest.max() ?? 0).leadingZeroBitCount - 1)
    let axis = DeviceDescription.Axis(
      minimum: min(across.lowerBound, down.lowerBound) < 0 ? ~maximum : 0,
      maximum: maximum
    )
    return (axis, axis, "\(axis.minimum) to \(axis.maximum) for both, the least power of two")
  }
}
