/// The filter that libevdev applies to a device with slots (`sanitize_event` of its `libevdev.c`).
struct SlotFilter: Sendable {
  private static let noContact: Int32 = -1

  private var trackingIDs: [Int32]
  private var tools: [Int32]
  private var slot = 0

  /// A filter for this many slots, without contacts.
  init(slotCount: Int) {
    trackingIDs = Array(repeating: Self.noContact, count: slotCount)
    tools = Array(repeating: 0, count: slotCount)
  }

  /// The tool that the device last reported for the selected slot; it persists when a contact ends.
  var tool: Int32 { tools[slot] }

  /// The value to pass on for an absolute event; `nil` to drop the event.
  ///
  /// A slot beyond the last one becomes the last one. A tracking id for an existing contact, and the
  /// end of one that does not exist, are dropped.
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
