package import Gestures
import Kinetics

/// Converts a device's events to touch frames, as libevdev 1.13, libmtdev 1.1 and libinput 1.22 do together.
///
/// Events are filtered by what the device declares (`libevdev_next_event`), then follow one of three paths: slots
/// (`SlotFilter`, `SlotTouches`), protocol A (`ContactPackets`, `SlotTouches`) or a single contact
/// (`SingleTouch`). A frame has the time of the `EV_SYN` event that ended it.
///
/// After `SYN_DROPPED` libevdev queries the kernel for the current state, which a recording does not hold: the
/// events up to the next `SYN_REPORT` are skipped, except for the selected slot, and the last known state remains.
package struct ContactDecoder: Sendable {
  private let reporting: DeviceDescription.Reporting
  private let square: UnitSquare
  private let declaresAxis: [Bool]
  private let declaresTouch: Bool

  private var filter: SlotFilter
  private var packets: ContactPackets
  private var touches: SlotTouches
  private var single = SingleTouch()
  private var assembler = TouchFrameAssembler()
  private var isDropping = false

  /// A decoder for the device of `description`, with no contact down.
  package init(_ description: DeviceDescription) {
    reporting = description.reporting
    square = UnitSquare(horizontal: description.horizontal, vertical: description.vertical)
    declaresAxis = (0..<UInt16(AbsoluteCode.count)).map { description.declares(EventType.absolute, $0) }
    declaresTouch = description.declares(EventType.key, KeyCode.touch)
    // libinput's fallback_dispatch_init_slots assigns ten slots to a protocol A device.
    let slotCount = description.slotCount ?? 10
    filter = SlotFilter(slotCount: slotCount)
    packets = ContactPackets(description)
    touches = SlotTouches(
      slotCount: slotCount,
      hysteresis: Hysteresis(horizontal: description.horizontal, vertical: description.vertical)
    )
  }

  /// The contacts of the last frame that libinput ignores: their slots still have the palm before them as their tool.
  var ignored: [Contact] { touches.ignored }

  /// Decodes the next event, and returns the frame that it ends, if any contact changed in it.
  package mutating func decode(_ event: EvdevEvent) -> TouchFrame? {
    if isDropping {
      passDropped(event)
      return nil
    }
    switch event.type {
    case EventType.synchronize:
      // libinput ends the pending frame before it queries the current state (evdev_device_dispatch).
      isDropping = event.code == SynchronizeCode.dropped
      return synchronize(isDropping ? SynchronizeCode.report : event.code, at: event.time)
    case EventType.absolute:
      if Int(event.code) < declaresAxis.count, declaresAxis[Int(event.code)] { handle(event.code, event.value) }
    case EventType.key:
      if event.code == KeyCode.touch, declaresTouch { handleTouchButton(event.value) }
    default:
      break
    }
    return nil
  }

  private mutating func passDropped(_ event: EvdevEvent) {
    if event.isReport { isDropping = false }
    guard event.type == EventType.absolute, event.code == AbsoluteCode.slot else { return }
    if case .slots = reporting { handle(event.code, event.value) }
  }

  private mutating func handle(_ code: UInt16, _ value: Int32) {
    switch reporting {
    case .slots:
      guard let value = filter.pass(code, value) else { return }
      touches.handle(code, value, knownTool: filter.tool)
    case .packets:
      packets.handle(code, value)
    case .single:
      single.handle(code, value)
    }
  }

  private mutating func handleTouchButton(_ value: Int32) {
    switch reporting {
    case .slots: break
    case .packets: packets.handleTouchButton()
    case .single: single.handleTouchButton(value)
    }
  }

  private mutating func synchronize(_ code: UInt16, at time: Instant) -> TouchFrame? {
    switch reporting {
    case .slots:
      touches.flush(into: &assembler, on: square)
    case .packets:
      if code == SynchronizeCode.contact { packets.endContact() }
      guard code == SynchronizeCode.report else { return nil }
      packets.endFrame(into: &touches)
      touches.flush(into: &assembler, on: square)
    case .single:
      single.flush(into: &assembler, on: square)
    }
    // libinput omits a TOUCH_FRAME when the last slot that changed has nothing to report
    // (fallback_flush_mt_events); the live input ends the frame all the same.
    return assembler.finish(at: time)
  }
}
