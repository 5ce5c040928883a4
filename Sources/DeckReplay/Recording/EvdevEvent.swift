package import Kinetics

/// One event as the kernel reported it.
package struct EvdevEvent: Hashable, Sendable {
  /// The kernel's time stamp.
  package var time: Instant
  /// An `EV_…` number.
  package var type: UInt16
  /// A number whose meaning depends on `type`.
  package var code: UInt16
  package var value: Int32
  /// The line it was read from, counted from 1; 0 for a synthetic event.
  ///
  /// Events with different lines may be equal.
  package var line: Int

  /// An event of `type` and `code` with `value` at `time`.
  package init(time: Instant, type: UInt16, code: UInt16, value: Int32, line: Int = 0) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
    self.line = line
  }

  package static func == (left: EvdevEvent, right: EvdevEvent) -> Bool {
    left.time == right.time && left.type == right.type && left.code == right.code && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(time)
    hasher.combine(type)
    hasher.combine(code)
    hasher.combine(value)
  }

  /// Whether this event ends a hardware frame.
  package var isReport: Bool {
    type == EventType.synchronize && code == SynchronizeCode.report
  }

  /// Whether this event reports that the kernel's queue was full and events are missing.
  var isDropNotice: Bool {
    type == EventType.synchronize && code == SynchronizeCode.dropped
  }
}
