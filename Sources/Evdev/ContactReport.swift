import CLibevdev
package import Gestures
import Kinetics

/// Contacts as the events of a touchscreen with slots (multitouch protocol B).
///
/// Beside the slots, the oldest contact is reported as that of a single-touch screen, as the kernel's drivers do
/// (`input_mt_report_pointer_emulation`).
package struct ContactReport: Sendable {
  /// An event of the kernel's `struct input_event`.
  package struct Event: Hashable, Sendable {
    package var type: UInt32
    package var code: UInt32
    package var value: Int32

    package init(_ type: Int32, _ code: Int32, _ value: Int32) {
      self.type = UInt32(type)
      self.code = UInt32(code)
      self.value = value
    }
  }

  private struct Down {
    let slot: Int32
    var x: Int32
    var y: Int32
  }

  private let shape: TouchscreenShape
  /// The contacts that are down, the oldest first.
  private var down: [Down] = []
  /// The slots that have changed since the last `SYN_REPORT`.
  private var changed: [Int32] = []
  private var nextID: Int32 = 0
  /// The events of the last frame.
  package private(set) var events: [Event] = []

  package init(_ shape: TouchscreenShape) {
    self.shape = shape
  }

  /// Writes a frame of contacts in the panel's unit square into `events`, in place of the last.
  ///
  /// A slot reports one change per frame: a contact that comes and goes in one takes two. A contact that was cancelled is
  /// reported as a palm before it ends, which makes libinput cancel it there, too.
  package mutating func encode(_ contacts: some Sequence<Contact>) {
    events.removeAll(keepingCapacity: true)
    for contact in contacts where contact.phase != .stationary && contact.id.rawValue < shape.slots {
      let slot = Int32(contact.id.rawValue)
      if changed.contains(slot) { finishFrame() }
      encode(contact, in: slot)
    }
    finishFrame()
  }

  private mutating func encode(_ contact: Contact, in slot: Int32) {
    let place = down.firstIndex { $0.slot == slot }
    let (x, y) = (shape.x.value(at: contact.position.x), shape.y.value(at: contact.position.y))
    switch (contact.phase, place) {
    case (.down, nil):
      select(slot)
      add(EV_ABS, ABS_MT_TRACKING_ID, nextID)
      // As the kernel's, which wrap at 16 bits (`TRKID_MAX`).
      nextID = (nextID + 1) & 0xffff
      add(EV_ABS, ABS_MT_POSITION_X, x)
      add(EV_ABS, ABS_MT_POSITION_Y, y)
      down.append(Down(slot: slot, x: x, y: y))
    case (.down, let place?), (.moved, let place?):
      select(slot)
      add(EV_ABS, ABS_MT_POSITION_X, x)
      add(EV_ABS, ABS_MT_POSITION_Y, y)
      (down[place].x, down[place].y) = (x, y)
    case (.up, let place?):
      select(slot)
      add(EV_ABS, ABS_MT_TRACKING_ID, -1)
      down.remove(at: place)
    case (.cancelled, let place?):
      select(slot)
      add(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM)
      finishFrame()
      select(slot)
      add(EV_ABS, ABS_MT_TRACKING_ID, -1)
      add(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER)
      down.remove(at: place)
    case (_, nil), (.stationary, _): break
    }
  }

  private mutating func select(_ slot: Int32) {
    changed.append(slot)
    // The kernel drops a selection of the slot that is selected.
    add(EV_ABS, ABS_MT_SLOT, slot)
  }

  private mutating func finishFrame() {
    guard !changed.isEmpty else { return }
    changed.removeAll(keepingCapacity: true)
    add(EV_KEY, BTN_TOUCH, down.isEmpty ? 0 : 1)
    if let oldest = down.first {
      add(EV_ABS, ABS_X, oldest.x)
      add(EV_ABS, ABS_Y, oldest.y)
    }
    add(EV_SYN, SYN_REPORT, 0)
  }

  private mutating func add(_ type: Int32, _ code: Int32, _ value: Int32) {
    events.append(Event(type, code, value))
  }
}
