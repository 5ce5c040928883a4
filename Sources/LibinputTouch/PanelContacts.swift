import CLibinput
import Gestures
import Kinetics

/// Converts one panel's touch events to frames.
///
/// TOUCH_FRAME completes a frame. libinput omits it when the last slot of a report has nothing to report
/// (`fallback_flush_mt_events` overwrites `sent` for each slot), so a change of the time, and the end of libinput's
/// events, also complete a frame.
struct PanelContacts {
  /// The contact of a panel without slots, for which libinput reports −1.
  private static let onlySlot: Int32 = 0

  private var assembler = TouchFrameAssembler()
  /// The time of the events since the last frame; `nil` if there were none.
  private var pending: Instant?

  /// Handles a touch event of `type`, and returns the frame that it completes.
  mutating func handle(_ type: libinput_event_type, _ event: OpaquePointer) -> TouchFrame? {
    if type == LIBINPUT_EVENT_TOUCH_FRAME { return finish() }
    let time = Instant(microseconds: Int64(clamping: libinput_event_touch_get_time_usec(event)))
    let id = ContactID(Int(max(libinput_event_touch_get_slot(event), Self.onlySlot)))
    let frame = time == pending ? nil : finish()
    pending = time
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN:
      assembler.down(id, at: Self.position(of: event))
    case LIBINPUT_EVENT_TOUCH_MOTION:
      assembler.move(id, to: Self.position(of: event))
    case LIBINPUT_EVENT_TOUCH_UP:
      assembler.up(id)
    case LIBINPUT_EVENT_TOUCH_CANCEL:
      assembler.cancel(id)
    default:
      preconditionFailure("a touch event of a type that is none: \(type)")
    }
    return frame
  }

  /// Completes the frame of the events since the last one.
  mutating func finish() -> TouchFrame? {
    guard let time = pending else { return nil }
    pending = nil
    return assembler.finish(at: time)
  }

  /// Cancels every contact that is down, at `now`.
  mutating func cancelAll(at now: Instant) -> TouchFrame? {
    guard assembler.isTouched else { return nil }
    assembler.cancelAll()
    return assembler.finish(at: now)
  }

  /// In the panel's unit square, without any calibration.
  private static func position(of event: OpaquePointer) -> Point {
    Point(
      x: libinput_event_touch_get_x_transformed(event, 1),
      y: libinput_event_touch_get_y_transformed(event, 1)
    )
  }
}
