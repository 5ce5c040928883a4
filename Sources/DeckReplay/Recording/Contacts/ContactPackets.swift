/// Converts protocol A, where every frame lists all contacts, to slots, as libmtdev does.
///
/// After `src/core.c` and `src/caps.c` of mtdev. Without tracking ids, contacts are matched from frame to frame
/// by the least sum of squared distances, however far; new ones take the lowest free slots. Positions of a
/// continuing contact are smoothed by the axis' fuzz, or by a 250th of its length if it has none.
struct ContactPackets: Sendable {
  /// `DIM_FINGER`: further contacts are ignored.
  private static let contactLimit = 32
  /// `SN_COORD`: the signal-to-noise ratio of an axis without fuzz.
  private static let signalToNoise: Int64 = 250
  private static let noContact: Int32 = -1
  /// `MT_ID_MAX`: the highest tracking id, after which numbering wraps.
  private static let highestID: Int32 = 0xffff

  private struct Packet: Sendable {
    var x: Int32?
    var y: Int32?
    var tool: Int32?
    var trackingID: Int32?
    var touchMajor: Int32?
  }

  private struct Slot: Sendable {
    var point = DevicePoint()
    var tool: Int32 = 0
    var trackingID = ContactPackets.noContact
  }

  private let isIdentified: Bool
  private let fuzzX: Int64
  private let fuzzY: Int64

  private var packet = Packet()
  private var packets: [Packet] = []
  private var isReported = false
  private var slots = Array(repeating: Slot(), count: contactLimit)
  /// Slots with a contact, in ascending order.
  private var used: [Int] = []
  private var nextID: Int32 = 0

  init(_ description: DeviceDescription) {
    isIdentified = description.reporting == .packets(identified: true)
    fuzzX = Self.fuzz(of: description.horizontal)
    fuzzY = Self.fuzz(of: description.vertical)
  }

  mutating func handle(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteCode.contactX: packet.x = value
    case AbsoluteCode.contactY: packet.y = value
    case AbsoluteCode.toolType: packet.tool = value
    case AbsoluteCode.trackingID: packet.trackingID = value
    case AbsoluteCode.touchMajor: packet.touchMajor = value
    default: break
    }
    if code >= AbsoluteCode.touchMajor { isReported = true }
  }

  /// Marks the frame as reported, even if it only has `BTN_TOUCH`: without contacts, all are lifted.
  mutating func handleTouchButton() {
    isReported = true
  }

  /// Ends a contact's packet; one without a position is ignored.
  mutating func endContact() {
    isReported = true
    if packet.x != nil, packet.y != nil, packets.count < Self.contactLimit { packets.append(packet) }
    packet = Packet()
  }

  /// Ends the frame: sends the changes in each slot to `touches`.
  mutating func endFrame(into touches: inout SlotTouches) {
    defer {
      packet = Packet()
      packets.removeAll(keepingCapacity: true)
      isReported = false
    }
    guard isReported else { return }
    if !isIdentified { assignTrackingIDs() }

    let before = used
    var free = (0..<Self.contactLimit).filter { !before.contains($0) }
    used = []
    for packet in packets {
      guard let id = packet.trackingID, id != Self.noContact else { continue }
      if let slot = before.first(where: { slots[$0].trackingID == id }) {
        send(smoothed(packet, from: slots[slot]), from: slot, into: &touches)
        if !used.contains(slot) { used.append(slot) }
      } else if !free.isEmpty {
        let slot = free.removeFirst()
        send(packet, from: slot, into: &touches)
        used.append(slot)
      }
    }
    used.sort()
    for slot in before where !used.contains(slot) {
      send(Packet(trackingID: Self.noContact), from: slot, into: &touches)
    }
  }

  /// Gives every packet the id of the contact that it continues, or a new id; a hovering contact gets none.
  private mutating func assignTrackingIDs() {
    let contacts = used.map { slots[$0] }
    let match = ContactMatching.match(
      packets.map { DevicePoint(x: $0.x ?? 0, y: $0.y ?? 0) },
      with: contacts.map(\.point)
    )
    for index in packets.indices {
      guard packets[index].touchMajor != 0 else {
        packets[index].trackingID = Self.noContact
        continue
      }
      if let contact = match[index] {
        packets[index].trackingID = contacts[contact].trackingID
      } else {
        packets[index].trackingID = nextID
        nextID = (nextID + 1) & Self.highestID
      }
    }
  }

  private func smoothed(_ packet: Packet, from slot: Slot) -> Packet {
    var packet = packet
    packet.x = packet.x.map { Self.smooth($0, from: slot.point.x, fuzz: fuzzX) }
    packet.y = packet.y.map { Self.smooth($0, from: slot.point.y, fuzz: fuzzY) }
    return packet
  }

  /// Sends the changes of `packet` to a slot.
  private mutating func send(_ packet: Packet, from slot: Int, into touches: inout SlotTouches) {
    var events: [(code: UInt16, value: Int32)] = []
    if let x = packet.x, x != slots[slot].point.x { events.append((AbsoluteCode.contactX, x)) }
    if let y = packet.y, y != slots[slot].point.y { events.append((AbsoluteCode.contactY, y)) }
    if let tool = packet.tool, tool != slots[slot].tool { events.append((AbsoluteCode.toolType, tool)) }
    if let id = packet.trackingID, id != slots[slot].trackingID { events.append((AbsoluteCode.trackingID, id)) }
    slots[slot].point = DevicePoint(x: packet.x ?? slots[slot].point.x, y: packet.y ?? slots[slot].point.y)
    slots[slot].tool = packet.tool ?? slots[slot].tool
    slots[slot].trackingID = packet.trackingID ?? slots[slot].trackingID
    if events.isEmpty { return }
    touches.handle(AbsoluteCode.slot, Int32(slot), knownTool: 0)
    // libevdev stores no tool type for a device without slots: none is known when a contact begins.
    for event in events { touches.handle(event.code, event.value, knownTool: 0) }
  }

  private static func fuzz(of axis: DeviceDescription.Axis) -> Int64 {
    axis.fuzz != 0 ? Int64(axis.fuzz) : (Int64(axis.maximum) - Int64(axis.minimum)) / signalToNoise
  }

  /// The kernel's `input_defuzz_abs_event` (drivers/input/input.c), which mtdev uses as well.
  private static func smooth(_ value: Int32, from old: Int32, fuzz: Int64) -> Int32 {
    let step = abs(Int64(value) - Int64(old))
    if step < fuzz / 2 { return old }
    if step < fuzz { return Int32((Int64(old) * 3 + Int64(value)) / 4) }
    if step < fuzz * 2 { return Int32((Int64(old) + Int64(value)) / 2) }
    return value
  }
}
