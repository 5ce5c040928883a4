import Glibc

/// A request that no processor enters a sleep from which it wakes late, while this value exists (`/dev/cpu_dma_latency`).
struct PowerRequest: ~Copyable {
  static let path = "/dev/cpu_dma_latency"

  private let descriptor: Int32

  /// Returns `nil` where the device is absent or may not be opened; `reason` says which.
  init?(reason: inout String) {
    descriptor = open(Self.path, O_WRONLY | O_CLOEXEC)
    var microseconds: Int32 = 0
    guard descriptor >= 0, write(descriptor, &microseconds, 4) == 4 else {
      reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
  }

  deinit { close(descriptor) }
}
