import Gestures
import Kinetics

/// The axes that make a device a panel, selected and validated as libinput does.
///
/// From `evdev_reject_device`, `evdev_extract_abs_axes` and `evdev_device_get_size` of libinput's
/// `src/evdev.c`: `ABS_MT_POSITION_X/Y` if both are present, else `ABS_X/Y`; never one of a pair alone,
/// an axis without length, or a resolution on one axis of a pair only. The size in millimeters counts
/// only if every pair has its resolution. deckd also refuses a range of the pair that libinput takes and
/// computes nonsense with (`AxisRange`).
struct PanelAxes {
  /// More slots than the kernel allows for a device (`input_mt_init_slots` in `drivers/input/input-mt.c`).
  static let slotLimit: Int32 = 1024

  let horizontal: DeviceDescription.Axis
  let vertical: DeviceDescription.Axis
  let reporting: DeviceDescription.Reporting
  let millimetres: Size?

  var span: Size { Size(width: horizontal.span + 1, height: vertical.span + 1) }

  init(_ head: DeviceHead) throws(RecordingError) {
    let single = try Self.pair(AbsoluteCode.x, AbsoluteCode.y, in: head)
    let contacts = try Self.pair(AbsoluteCode.contactX, AbsoluteCode.contactY, in: head)
    guard let axes = contacts ?? single else {
      throw head.unusable(
        expected: "a touch panel with the axes ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X and ABS_Y",
        found: "a device without them"
      )
    }
    let codes = contacts == nil ? (AbsoluteCode.x, AbsoluteCode.y) : (AbsoluteCode.contactX, AbsoluteCode.contactY)
    try Self.checkRange(axes.0, of: codes.0, in: head)
    try Self.checkRange(axes.1, of: codes.1, in: head)
    (horizontal, vertical) = axes
    reporting = contacts == nil ? .single : try Self.reporting(head)
    let isMeasured = [single, contacts].allSatisfy { $0.map { $0.0.resolution != 0 } ?? true }
    millimetres =
      isMeasured
      ? Size(
        width: axes.0.span / Double(axes.0.resolution),
        height: axes.1.span / Double(axes.1.resolution)
      ) : nil
  }

  /// The axes `x` and `y` of a device; `nil` if it has neither.
  private static func pair(
    _ x: UInt16,
    _ y: UInt16,
    in head: DeviceHead
  ) throws(RecordingError) -> (DeviceDescription.Axis, DeviceDescription.Axis)? {
    switch (head.declares(x), head.declares(y)) {
    case (false, false):
      return nil
    case (true, false):
      throw head.unusable(axis: x, expected: "both axes of a pair, or neither", found: "only \(hexadecimal(x))")
    case (false, true):
      throw head.unusable(axis: y, expected: "both axes of a pair, or neither", found: "only \(hexadecimal(y))")
    case (true, true):
      break
    }
    let horizontal = try range(of: x, in: head)
    let vertical = try range(of: y, in: head)
    guard (horizontal.resolution == 0) == (vertical.resolution == 0) else {
      throw head.unusable(
        axis: y,
        expected: "a resolution for both axes \(hexadecimal(x)) and \(hexadecimal(y)), or for neither",
        found: "\(horizontal.resolution) and \(vertical.resolution)"
      )
    }
    return (horizontal, vertical)
  }

  private static func range(of code: UInt16, in head: DeviceHead) throws(RecordingError) -> DeviceDescription.Axis {
    guard let axis = head.axes[code] else {
      throw head.unusable(
        axis: code,
        expected: "a line 'A: \(hexadecimal(code)) minimum maximum …'",
        found: "none"
      )
    }
    return axis
  }

  private static func checkRange(
    _ axis: DeviceDescription.Axis,
    of code: UInt16,
    in head: DeviceHead
  ) throws(RecordingError) {
    guard AxisRange(axis.minimum, axis.maximum).isPosition else {
      throw head.unusable(
        axis: code,
        expected: "an axis \(hexadecimal(code)) with its maximum above its minimum, by less than 2^31",
        found: "\(axis.minimum) to \(axis.maximum)"
      )
    }
  }

  private static func reporting(_ head: DeviceHead) throws(RecordingError) -> DeviceDescription.Reporting {
    guard head.declares(AbsoluteCode.slot) else {
      return .packets(identified: head.declares(AbsoluteCode.trackingID))
    }
    guard let slots = head.axes[AbsoluteCode.slot], (0..<slotLimit).contains(slots.maximum) else {
      throw head.unusable(
        axis: AbsoluteCode.slot,
        expected: "a highest slot from 0 to \(slotLimit - 1)",
        found: head.axes[AbsoluteCode.slot].map { "\($0.maximum)" } ?? "none"
      )
    }
    return .slots(Int(slots.maximum) + 1)
  }

  /// An axis code in the format of an `A:` line.
  private static func hexadecimal(_ code: UInt16) -> String {
    (code < 16 ? "0" : "") + String(code, radix: 16)
  }
}
