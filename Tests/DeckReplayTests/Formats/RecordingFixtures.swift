import DeckReplay
import Gestures
import Kinetics

typealias Axis = DeviceDescription.Axis

/// Panels of the tests' own, and what they say in few letters.
enum Fixture {
  /// Protocol B, 1000 × 500 units, three slots.
  static func slots(fuzz: Int32 = 0) throws -> DeviceDescription {
    try panel([
      AbsoluteCode.slot: Axis(maximum: 2),
      AbsoluteCode.contactX: Axis(maximum: 999, fuzz: fuzz),
      AbsoluteCode.contactY: Axis(maximum: 499, fuzz: fuzz),
      AbsoluteCode.toolType: Axis(maximum: 2),
      AbsoluteCode.trackingID: Axis(maximum: 65535),
    ])
  }

  /// Protocol A, 200 × 200 units: short axes, so that mtdev's own smoothing takes nothing.
  static func packets(identified: Bool, hovering: Bool = false) throws -> DeviceDescription {
    var axes = [AbsoluteCode.contactX: Axis(maximum: 199), AbsoluteCode.contactY: Axis(maximum: 199)]
    if identified { axes[AbsoluteCode.trackingID] = Axis(maximum: 65535) }
    if hovering { axes[AbsoluteCode.touchMajor] = Axis(maximum: 255) }
    return try panel(axes)
  }

  /// One contact, 100 × 100 units from −50.
  static func single() throws -> DeviceDescription {
    try panel([
      AbsoluteCode.x: Axis(minimum: -50, maximum: 49),
      AbsoluteCode.y: Axis(minimum: -50, maximum: 49),
    ])
  }

  private static func panel(_ axes: [UInt16: Axis]) throws -> DeviceDescription {
    try DeviceDescription(
      name: "Test Panel",
      identity: DeviceDescription.Identity(bus: 0x18, vendor: 1, product: 2, version: 3),
      properties: [1],
      codes: [0: [0, 1, 3], EventType.key: [KeyCode.touch], EventType.absolute: Set(axes.keys)],
      axes: axes
    )
  }

  /// Frames 10 ms apart; each ends with a report that is not written out.
  static func events(_ frames: [Step]...) -> [EvdevEvent] {
    frames.enumerated().flatMap { index, steps in
      (steps + [.report]).map { step in
        let (type, code, value) = step.numbers
        return EvdevEvent(
          time: Instant(microseconds: Int64(index) * 10_000),
          type: type,
          code: code,
          value: value
        )
      }
    }
  }

  /// What `events` do on a panel, as `slot phase x,y`, one list a frame.
  static func story(_ events: [EvdevEvent], on description: DeviceDescription) -> [[String]] {
    RecordedTouches(events, description: description).frames.map { frame in
      frame.contacts.map { contact in
        let position =
          "\(units(contact.position.x, description.horizontal)),"
          + "\(units(contact.position.y, description.vertical))"
        return "\(contact.id.rawValue) \(contact.phase) \(position)"
      }
    }
  }

  private static func units(_ fraction: Double, _ axis: Axis) -> Int {
    Int((fraction * Double(axis.maximum - axis.minimum + 1)).rounded()) + Int(axis.minimum)
  }
}

/// One event without its time.
enum Step {
  case slot(Int32), id(Int32), x(Int32), y(Int32), tool(Int32), major(Int32)
  case touch(Int32), singleX(Int32), singleY(Int32)
  case contact, report, dropped

  fileprivate var numbers: (UInt16, UInt16, Int32) {
    switch self {
    case .slot(let value): (EventType.absolute, AbsoluteCode.slot, value)
    case .id(let value): (EventType.absolute, AbsoluteCode.trackingID, value)
    case .x(let value): (EventType.absolute, AbsoluteCode.contactX, value)
    case .y(let value): (EventType.absolute, AbsoluteCode.contactY, value)
    case .tool(let value): (EventType.absolute, AbsoluteCode.toolType, value)
    case .major(let value): (EventType.absolute, AbsoluteCode.touchMajor, value)
    case .touch(let value): (EventType.key, KeyCode.touch, value)
    case .singleX(let value): (EventType.absolute, AbsoluteCode.x, value)
    case .singleY(let value): (EventType.absolute, AbsoluteCode.y, value)
    case .contact: (EventType.synchronize, SynchronizeCode.contact, 0)
    case .report: (EventType.synchronize, SynchronizeCode.report, 0)
    case .dropped: (EventType.synchronize, SynchronizeCode.dropped, 0)
    }
  }
}
