// Numbers from linux/input-event-codes.h that touch panels use.

/// Types of events (`EV_…`).
package enum EventType {
  package static let synchronize: UInt16 = 0x00
  package static let key: UInt16 = 0x01
  package static let absolute: UInt16 = 0x03
  package static let miscellaneous: UInt16 = 0x04
  /// `EV_CNT`: types are below it.
  package static let count = 0x20
}

/// Codes of `EventType.synchronize` (`SYN_…`).
package enum SynchronizeCode {
  /// Ends a hardware frame.
  package static let report: UInt16 = 0
  package static let configuration: UInt16 = 1
  /// Ends one contact of a protocol A frame.
  package static let contact: UInt16 = 2
  /// The kernel's queue was full and events are missing.
  package static let dropped: UInt16 = 3
}

/// Codes of `EventType.key` (`BTN_…`).
package enum KeyCode {
  /// From `BTN_LEFT` up to `BTN_JOYSTICK`.
  package static let mouseButtons: Range<UInt16> = 0x110..<0x120
  package static let toolPen: UInt16 = 0x140
  package static let toolFinger: UInt16 = 0x145
  package static let touch: UInt16 = 0x14a
  package static let stylus: UInt16 = 0x14b
  /// `KEY_CNT`: codes are below it.
  package static let count = 0x300
}

/// Codes of `EventType.miscellaneous` (`MSC_…`).
package enum MiscellaneousCode {
  package static let raw: UInt16 = 3
  package static let scan: UInt16 = 4
}

/// Properties of devices (`INPUT_PROP_…`).
package enum DeviceProperty {
  /// The device is under the finger, as a touchscreen is.
  package static let direct: UInt16 = 1
  /// `INPUT_PROP_CNT`: properties are below it.
  package static let count = 0x20
}

/// Codes of `EventType.absolute` (`ABS_…`).
package enum AbsoluteCode {
  package static let x: UInt16 = 0x00
  package static let y: UInt16 = 0x01
  /// `ABS_MT_SLOT`: which contact the following values belong to.
  package static let slot: UInt16 = 0x2f
  package static let touchMajor: UInt16 = 0x30
  package static let contactX: UInt16 = 0x35
  package static let contactY: UInt16 = 0x36
  package static let toolType: UInt16 = 0x37
  package static let trackingID: UInt16 = 0x39
  /// `ABS_CNT`: all codes are below it.
  package static let count = 0x40
}

/// Values of `AbsoluteCode.toolType` (`MT_TOOL_…`).
package enum ToolType {
  package static let palm: Int32 = 2
}
