/// What libevdev lets through of a device with slots (`sanitize_event` of its `libevdev.c`).
struct SlotFilter: Sendable {
  private static let noContact: Int32 = -1

  private var trackingIDs: [Int32]
  private var tools: [Int32]
  private var slot = 0

  /// A filter for so many slots, none of them with a contact.
  init(slotCount: Int) {
    trackingIDs = Array(repeating: Self.noContact, count: slotCount)
    tools = Array(repeating: 0, count: slotCount)
  }

  /// The tool that the device last gave for the selected slot; it outlasts contacts.
  var tool: Int32 { tools[slot] }

  /// The value that goes on for an absolute event; `nil` when the event is left out.
  ///
  /// A slot beyond the last one is the last one. A tracking id for a contact that is there already, and the
  /// end of one that is not, are left out.
  mutating func pass(_ code: UInt16, _ value: Int32) -> Int32? {
    switch code {
    case AbsoluteCode.slot:
      slot = trackingIDs.indices.contains(Int(value)) ? Int(value) : trackingIDs.count - 1
      return Int32(slot)
    case AbsoluteCode.trackingID:
      guard (value == Self.noContact) != (trackingIDs[slot] == Self.noContact) else { return nil }
      trackingIDs[slot] = value
    case AbsoluteCode.toolType:
      tools[slot] = value
    default:
      break
    }
    return value
  }
}
