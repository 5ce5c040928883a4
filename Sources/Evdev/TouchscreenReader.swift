import CLibevdev
import Glibc
package import Kinetics
import SystemCalls

/// A touchscreen's event node, read for a recording.
package final class TouchscreenReader {
  /// An event of the kernel's `struct input_event`, stamped on `CLOCK_MONOTONIC`.
  package struct Event: Hashable, Sendable {
    package var time: Instant
    package var type: UInt16
    package var code: UInt16
    package var value: Int32
  }

  /// The range of an axis (`struct input_absinfo`).
  package struct Axis: Hashable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    package var fuzz: Int32
    package var flat: Int32
    package var resolution: Int32
  }

  /// The state of a slot that libevdev keeps between contacts: the kernel reports only what differs from it.
  private static let keptAxes = [ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE]

  private let path: String
  private let node: EvdevNode
  private let owner: OpenDescriptor

  /// Opens the node at `path`, whatever device it is of.
  package init(opening path: String) throws(TouchscreenReaderError) {
    do throws(EventNodeError) {
      owner = OpenDescriptor(try EvdevNode.open(path, O_RDONLY))
      node = try EvdevNode(owner.number, path: path)
    } catch {
      throw .cannotOpen(error)
    }
    // The clock of libinput's time stamps, which is never set.
    let status = libevdev_set_clock_id(node.device, CLOCK_MONOTONIC)
    guard status == 0 else { throw .cannotOpen(.cannotOpen(path: path, Errno(-status))) }
    self.path = path
  }

  /// Readable when there are events.
  package var descriptor: Int32 { owner.number }

  // MARK: - The device

  /// The kernel's name of the device.
  package var name: String { node.name }

  /// Bus, vendor, product and version.
  package var identity: [UInt16] {
    let device = node.device
    return [
      libevdev_get_id_bustype(device), libevdev_get_id_vendor(device), libevdev_get_id_product(device),
      libevdev_get_id_version(device),
    ].map { UInt16(truncatingIfNeeded: $0) }
  }

  /// The `INPUT_PROP_…` numbers.
  package var properties: [UInt16] {
    (0..<UInt32(INPUT_PROP_MAX)).filter { libevdev_has_property(node.device, $0) != 0 }.map { UInt16($0) }
  }

  /// The codes of each `EV_…` type that the device sends.
  package var codes: [UInt16: [UInt16]] {
    var codes: [UInt16: [UInt16]] = [:]
    for type in 0...UInt32(EV_MAX) where libevdev_has_event_type(node.device, type) != 0 {
      let highest = libevdev_event_type_get_max(type)
      guard highest >= 0 else { continue }
      codes[UInt16(type)] = (0...UInt32(highest)).filter { libevdev_has_event_code(node.device, type, $0) != 0 }
        .map { UInt16($0) }
    }
    return codes
  }

  /// The range of each `ABS_…` code.
  package var axes: [UInt16: Axis] {
    var axes: [UInt16: Axis] = [:]
    for code in 0...UInt32(ABS_MAX) {
      guard let info = libevdev_get_abs_info(node.device, code)?.pointee else { continue }
      axes[UInt16(code)] = Axis(
        minimum: info.minimum,
        maximum: info.maximum,
        fuzz: info.fuzz,
        flat: info.flat,
        resolution: info.resolution
      )
    }
    return axes
  }

  /// Whether another program has grabbed the device, and alone receives its events (`EVIOCGRAB`).
  ///
  /// The kernel says so only to a program that tries to grab it, as evtest does, too; the grab is released at once.
  package var isGrabbed: Bool {
    guard libevdev_grab(node.device, LIBEVDEV_GRAB) != -EBUSY else { return true }
    libevdev_grab(node.device, LIBEVDEV_UNGRAB)
    return false
  }

  // MARK: - Events

  /// The events that give a device in its first state the state that this one has: without them a recording would lack
  /// what the kernel does not repeat, such as a coordinate that a new contact has in common with the last one in its slot.
  package func stateEvents(at time: Instant) -> [Event] {
    var events: [Event] = []
    func add(_ type: Int32, _ code: Int32, _ value: Int32) {
      events.append(Event(time: time, type: UInt16(type), code: UInt16(code), value: value))
    }
    let slots = libevdev_get_num_slots(node.device)
    var selected: Int32 = 0
    for slot in 0..<max(slots, 0) {
      let kept = Self.keptAxes.map { (code: $0, value: libevdev_get_slot_value(node.device, UInt32(slot), UInt32($0))) }
      let needed = kept.filter { $0.code == ABS_MT_TRACKING_ID ? $0.value >= 0 : $0.value != 0 }
      guard !needed.isEmpty else { continue }
      if slot != selected { add(EV_ABS, ABS_MT_SLOT, slot) }
      selected = slot
      for (code, value) in needed { add(EV_ABS, code, value) }
    }
    let current = slots > 0 ? libevdev_get_current_slot(node.device) : 0
    if current != selected { add(EV_ABS, ABS_MT_SLOT, current) }
    if slots <= 0, !node.has(EV_ABS, ABS_MT_POSITION_X) {
      for code in [ABS_X, ABS_Y] where value(EV_ABS, code) != 0 { add(EV_ABS, code, value(EV_ABS, code)) }
    }
    if isTouched { add(EV_KEY, BTN_TOUCH, 1) }
    if !events.isEmpty { add(EV_SYN, SYN_REPORT, 0) }
    return events
  }

  /// Whether something touches the device.
  package var isTouched: Bool { value(EV_KEY, BTN_TOUCH) != 0 }

  private func value(_ type: Int32, _ code: Int32) -> Int32 {
    libevdev_get_event_value(node.device, UInt32(type), UInt32(code))
  }

  /// Reads everything that is there.
  ///
  /// After a `SYN_DROPPED` come an end of the frame, which readers skip, and the events by which libevdev finds its state
  /// again: so does libinput.
  package func read(_ handle: (Event) -> Void) throws(TouchscreenReaderError) {
    var event = input_event()
    var flag = LIBEVDEV_READ_FLAG_NORMAL
    while true {
      let status = libevdev_next_event(node.device, flag.rawValue, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): handle(Event(event))
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        handle(Event(event))
        if flag == LIBEVDEV_READ_FLAG_NORMAL {
          flag = LIBEVDEV_READ_FLAG_SYNC
          var end = Event(event)
          (end.code, end.value) = (UInt16(SYN_REPORT), 0)
          handle(end)
        }
      case -EAGAIN where flag == LIBEVDEV_READ_FLAG_SYNC: flag = LIBEVDEV_READ_FLAG_NORMAL
      case -EAGAIN: return
      case -EINTR: continue
      case -ENODEV: throw .gone
      default: throw .cannotRead(path: path, Errno(-status))
      }
    }
  }
}

extension TouchscreenReader.Event {
  fileprivate init(_ event: input_event) {
    time = Instant(microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec))
    (type, code, value) = (event.type, event.code, event.value)
  }
}
