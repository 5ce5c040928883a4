package import DeckConfiguration
import Glibc
package import SystemCalls

/// What `[latency]` asks of the kernel, in force.
///
/// What the kernel refuses has no effect, and says what to do about it.
package struct LatencyControl: ~Copyable {
  private var request: LatencyRequest?
  private var isLocked = false

  /// Nothing is asked for.
  package init() {}

  /// Puts a configuration into force; returns a sentence for each key that has no effect.
  ///
  /// `open` opens the device, and `lock` locks the memory.
  package mutating func adopt(
    _ section: LatencySection,
    open: () throws(Errno) -> LatencyRequest = { () throws(Errno) in try LatencyRequest() },
    lock: () throws(MemoryLock.Failure) -> Void = MemoryLock.lock
  ) -> [String] {
    var problems: [String] = []
    if !section.holdsProcessors { request = nil }
    if section.holdsProcessors, request == nil {
      do throws(Errno) {
        request = try open()
      } catch {
        problems.append(Self.holdProblem(error))
      }
    }
    if isLocked, !section.locksMemory {
      MemoryLock.unlock()
      isLocked = false
    }
    if section.locksMemory, !isLocked {
      do throws(MemoryLock.Failure) {
        try lock()
        isLocked = true
      } catch {
        problems.append(Self.lockProblem(error))
      }
    }
    return problems
  }

  /// Holds the processors while `isActive`, if that is wanted; returns a sentence when that fails, once.
  package mutating func update(_ isActive: @autoclosure () -> Bool) -> String? {
    guard request != nil else { return nil }
    do throws(Errno) {
      try request?.hold(isActive())
      return nil
    } catch {
      request = nil
      return Self.holdProblem(error)
    }
  }

  /// Why processors are not held, and what to do about it.
  package static func holdProblem(_ error: Errno) -> String {
    let remedy =
      switch error.code {
      case ENOENT, ENXIO, ENODEV: "this kernel or container does not have it; set hold = false"
      case EPERM: "add DeviceAllow=\(LatencyRequest.device) w to the unit, or set hold = false"
      default: "install deckd's udev rules and run udevadm trigger --sysname-match=cpu_dma_latency, or set hold = false"
      }
    return "[latency] hold has no effect: \(LatencyRequest.device): \(error): \(remedy)"
  }

  private static func lockProblem(_ failure: MemoryLock.Failure) -> String {
    let (cause, remedy) =
      switch failure {
      case .limited(let bytes): ("at most \(bytes) bytes may be locked", "set LimitMEMLOCK=infinity in the unit")
      case .refused(let error): ("mlockall: \(error)", "set lockMemory = false")
      }
    return "[latency] lockMemory has no effect: \(cause): \(remedy)"
  }
}
