/// The numbers of symbolic names in logs, from linux/input-event-codes.h.
enum EvdevNames {
  /// Types of events (`EV_…`).
  static let types: [String: UInt16] = [
    "EV_SYN": EventType.synchronize, "EV_KEY": EventType.key, "EV_REL": 0x02, "EV_ABS": EventType.absolute,
    "EV_MSC": EventType.miscellaneous, "EV_SW": 0x05, "EV_LED": 0x11, "EV_SND": 0x12, "EV_REP": 0x14,
    "EV_FF": 0x15, "EV_PWR": 0x16, "EV_FF_STATUS": 0x17,
  ]

  /// Codes by type: all synchronization codes and axes of a panel, and the keys that identify the touching tool.
  static let codes: [UInt16: [String: UInt16]] = [
    EventType.synchronize: [
      "SYN_REPORT": SynchronizeCode.report, "SYN_CONFIG": SynchronizeCode.configuration,
      "SYN_MT_REPORT": SynchronizeCode.contact, "SYN_DROPPED": SynchronizeCode.dropped,
    ],
    EventType.key: [
      "BTN_TOOL_PEN": KeyCode.toolPen, "BTN_TOOL_FINGER": KeyCode.toolFinger, "BTN_TOUCH": KeyCode.touch,
      "BTN_STYLUS": KeyCode.stylus,
    ],
    EventType.absolute: [
      "ABS_X": AbsoluteCode.x, "ABS_Y": AbsoluteCode.y, "ABS_Z": 0x02, "ABS_RX": 0x03, "ABS_RY": 0x04, "ABS_RZ": 0x05,
      "ABS_THROTTLE": 0x06, "ABS_RUDDER": 0x07, "ABS_WHEEL": 0x08, "ABS_GAS": 0x09, "ABS_BRAKE": 0x0a,
      "ABS_HAT0X": 0x10, "ABS_HAT0Y": 0x11, "ABS_HAT1X": 0x12, "ABS_HAT1Y": 0x13, "ABS_HAT2X": 0x14, "ABS_HAT2Y": 0x15,
      "ABS_HAT3X": 0x16, "ABS_HAT3Y": 0x17, "ABS_PRESSURE": 0x18, "ABS_DISTANCE": 0x19, "ABS_TILT_X": 0x1a,
      "ABS_TILT_Y": 0x1b, "ABS_TOOL_WIDTH": 0x1c, "ABS_VOLUME": 0x20, "ABS_PROFILE": 0x21, "ABS_MISC": 0x28,
      "ABS_RESERVED": 0x2e, "ABS_MT_SLOT": AbsoluteCode.slot, "ABS_MT_TOUCH_MAJOR": AbsoluteCode.touchMajor,
      "ABS_MT_TOUCH_MINOR": 0x31, "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34,
      "ABS_MT_POSITION_X": AbsoluteCode.contactX, "ABS_MT_POSITION_Y": AbsoluteCode.contactY,
      "ABS_MT_TOOL_TYPE": AbsoluteCode.toolType, "ABS_MT_BLOB_ID": 0x38, "ABS_MT_TRACKING_ID": AbsoluteCode.trackingID,
      "ABS_MT_PRESSURE": 0x3a, "ABS_MT_DISTANCE": 0x3b, "ABS_MT_TOOL_X": 0x3c, "ABS_MT_TOOL_Y": 0x3d,
    ],
  ]

  /// Named values: of keys, and of tools (`MT_TOOL_…`).
  static let values: [String: UInt32] = [
    "UP": 0, "DOWN": 1, "REPEAT": 2,
    "MT_TOOL_FINGER": 0, "MT_TOOL_PEN": 1, "MT_TOOL_PALM": UInt32(ToolType.palm), "MT_TOOL_DIAL": 0x0a,
  ]

  /// Properties of devices (`INPUT_PROP_…`).
  static let properties: [String: UInt16] = [
    "INPUT_PROP_POINTER": 0, "INPUT_PROP_DIRECT": DeviceProperty.direct, "INPUT_PROP_BUTTONPAD": 2,
    "INPUT_PROP_SEMI_MT": 3, "INPUT_PROP_TOPBUTTONPAD": 4, "INPUT_PROP_POINTING_STICK": 5,
    "INPUT_PROP_ACCELEROMETER": 6,
  ]

  /// The name of a type of events.
  static func name(ofType type: UInt16) -> String? { types.first { $0.value == type }?.key }

  /// The name of a code, if a panel uses it.
  static func name(of code: UInt16, ofType type: UInt16) -> String? { codes[type]?.first { $0.value == code }?.key }

  /// Whether `word` could be a name: capitals, digits and underscores.
  static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first, isCapital(first) else { return false }
    return word.utf8.allSatisfy { isCapital($0) || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) }
  }

  private static func isCapital(_ letter: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
  }
}
