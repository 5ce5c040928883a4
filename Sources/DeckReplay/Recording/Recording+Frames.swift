package import Gestures
import Kinetics

extension Recording {
  /// The events that a panel with slots would send for `frames`, which are in the panel's unit square.
  ///
  /// Cancelled contacts are marked as palms, which is how a panel reports them; ids beyond the slots
  /// are omitted.
  package init(_ frames: [TouchFrame], by description: DeviceDescription) {
    var writer = SlotWriter(description)
    for frame in frames { writer.write(frame) }
    self.init(description: description, events: writer.events)
  }
}

/// Writes contacts as multitouch protocol B.
private struct SlotWriter {
  private(set) var events: [EvdevEvent] = []
  private let description: DeviceDescription
  private var slot = 0
  private var nextTrackingID: Int32 = 0
  private var touching = 0

  init(_ description: DeviceDescription) {
    self.description = description
  }

  mutating func write(_ frame: TouchFrame) {
    let touchingBefore = touching
    for contact in frame.contacts where contact.id.rawValue < description.slotCount ?? 0 {
      write(contact, at: frame.time)
    }
    if (touching > 0) != (touchingBefore > 0) {
      add(EventType.key, KeyCode.touch, touching > 0 ? 1 : 0, at: frame.time)
    }
    add(EventType.synchronize, SynchronizeCode.report, 0, at: frame.time)
  }

  private mutating func write(_ contact: Contact, at time: Instant) {
    switch contact.phase {
    case .stationary:
      break
    case .down:
      select(contact, at: time)
      add(EventType.absolute, AbsoluteCode.trackingID, nextTrackingID, at: time)
      nextTrackingID = (nextTrackingID + 1) % 65536
      touching += 1
      place(contact, at: time)
    case .moved:
      select(contact, at: time)
      place(contact, at: time)
    case .cancelled:
      select(contact, at: time)
      add(EventType.absolute, AbsoluteCode.toolType, ToolType.palm, at: time)
      lift(at: time)
    case .up:
      select(contact, at: time)
      lift(at: time)
    }
  }

  private mutating func lift(at time: Instant) {
    add(EventType.absolute, AbsoluteCode.trackingID, -1, at: time)
    touching -= 1
  }

  private mutating func select(_ contact: Contact, at time: Instant) {
    guard contact.id.rawValue != slot else { return }
    slot = contact.id.rawValue
    add(EventType.absolute, AbsoluteCode.slot, Int32(slot), at: time)
  }

  private mutating func place(_ contact: Contact, at time: Instant) {
    let (across, down) = (description.horizontal, description.vertical)
    add(EventType.absolute, AbsoluteCode.contactX, across.value(at: contact.position.x), at: time)
    add(EventType.absolute, AbsoluteCode.contactY, down.value(at: contact.position.y), at: time)
  }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Instant) {
    events.append(EvdevEvent(time: time, type: type, code: code, value: value))
  }
}

extension DeviceDescription.Axis {
  /// The device unit at a fraction of the axis, clamped to it.
  fileprivate func value(at fraction: Double) -> Int32 {
    let units = (fraction * (span + 1)).rounded(.down) + Double(minimum)
    return Int32(min(max(units, Double(minimum)), Double(maximum)))
  }
}
