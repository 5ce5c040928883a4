/// The range of a panel's axis, as its driver reports it (`struct input_absinfo`).
package struct AxisRange: Hashable, Sendable {
  /// In the device's units.
  package let minimum: Int32
  package let maximum: Int32

  /// The range from `minimum` to `maximum`.
  package init(_ minimum: Int32, _ maximum: Int32) { (self.minimum, self.maximum) = (minimum, maximum) }

  /// Whether positions can be read on the axis: it has a length, which libinput computes in 32 bits.
  package var isPosition: Bool {
    (2...Int64(Int32.max)).contains(Int64(maximum) - Int64(minimum) + 1)
  }

  /// Whether libinput refuses a device with this range for `axis`, an `ABS_…` code
  /// (`evdev_reject_device` and `evdev_check_min_max` of its `src/evdev.c`).
  ///
  /// It disables an axis of its miscellaneous ones that has only the value 0, and does not look at three others.
  package func isRefused(asAxis code: UInt16) -> Bool {
    let (miscellaneous, slot, tool): (UInt16, UInt16, UInt16) = (0x28, 0x2f, 0x37)
    if code == miscellaneous || code == slot || code == tool { return false }
    if minimum == 0, (miscellaneous..<slot).contains(code) { return false }
    return minimum == maximum
  }
}
