import Glibc
package import SystemCalls

/// A request to the kernel's power management that processors wake without delay (PM QoS).
///
/// It exists as long as its device is open, and is at rest until it is held.
package struct LatencyRequest: ~Copyable {
  /// The kernel's device for such requests.
  package static let device = "/dev/cpu_dma_latency"

  /// The longest delay in µs that is asked for; with none, processors wait without sleeping.
  private static let none: Int32 = 0
  /// Withdraws what was asked for (the kernel's `PM_QOS_DEFAULT_VALUE`).
  private static let any: Int32 = -1

  private let descriptor: Int32
  private var isHeld = false

  /// Opens the device.
  package init(opening path: String = Self.device) throws(Errno) {
    descriptor = try SystemCall.retrying { open(path, O_WRONLY | O_CLOEXEC) }
  }

  /// A request through an open descriptor, which it closes.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Holds processors awake, or lets them sleep; writes only what changes.
  package mutating func hold(_ isHeld: Bool) throws(Errno) {
    guard isHeld != self.isHeld else { return }
    var microseconds = isHeld ? Self.none : Self.any
    _ = try SystemCall.retrying { write(descriptor, &microseconds, MemoryLayout.size(ofValue: microseconds)) }
    self.isHeld = isHeld
  }
}
