import CLinux
import Glibc

/// The descriptors that a loop waits for, in one instance of epoll(7); used on the loop's thread only.
///
/// A descriptor's readers and writers share one registration. Without an active watch a descriptor has none, because
/// epoll reports errors and hang-ups whether they are asked for or not.
///
/// `@unchecked Sendable`: everything but `epoll` is accessed on the loop's thread only, which `Loop` and `Watch` check.
final class Poller: @unchecked Sendable {
  /// What is watched of one descriptor.
  private struct Slot {
    /// Distinguishes the descriptor from earlier ones with its number: an event of those may still be in the batch.
    var generation: UInt32 = 0
    /// What the kernel watches it for.
    var registered: Int32 = 0
    var reading: Watch?
    var writing: Watch?

    var wanted: Int32 {
      (reading?.isActive == true ? readable : 0) | (writing?.isActive == true ? writable : 0)
    }
  }

  private static let readable = Int32(DECKD_READABLE)
  private static let writable = Int32(DECKD_WRITABLE)

  private let epoll: Int32
  private var slots: [Slot] = []
  private let events: UnsafeMutableBufferPointer<deckd_event>

  /// A poller that takes `batch` events in one call, and the others in the next.
  init(batch: Int) {
    events = .allocate(capacity: batch)
    epoll = deckd_poller()
    let code = errno
    precondition(epoll >= 0, "no event loop (epoll_create1, errno \(code)); raise the limit of open files")
  }

  deinit {
    close(epoll)
    events.deallocate()
  }

  func add(_ watch: Watch) {
    let index = Int(watch.descriptor)
    if index >= slots.count { slots += Array(repeating: Slot(), count: index + 1 - slots.count) }
    switch watch.direction {
    case .readable:
      precondition(slots[index].reading == nil, "descriptor \(index) has one watch of each direction")
      slots[index].reading = watch
    case .writable:
      precondition(slots[index].writing == nil, "descriptor \(index) has one watch of each direction")
      slots[index].writing = watch
    }
    update(watch.descriptor)
  }

  func remove(_ watch: Watch) {
    let index = Int(watch.descriptor)
    switch watch.direction {
    case .readable: slots[index].reading = nil
    case .writable: slots[index].writing = nil
    }
    update(watch.descriptor)
    if slots[index].reading == nil, slots[index].writing == nil { slots[index].generation &+= 1 }
  }

  /// Registers what the watches of a descriptor wait for now.
  func update(_ descriptor: Int32) {
    let slot = slots[Int(descriptor)]
    let wanted = slot.wanted
    guard wanted != slot.registered else { return }
    let token = UInt64(slot.generation) << 32 | UInt64(UInt32(descriptor))
    let status = deckd_poller_set(epoll, descriptor, slot.registered, wanted, token)
    let code = errno
    precondition(status == 0, "descriptor \(descriptor) cannot be watched (epoll_ctl, errno \(code))")
    slots[Int(descriptor)].registered = wanted
  }

  /// Calls the handlers of what is ready; waits until something is, if `waits`.
  func handleEvents(waits: Bool) {
    let count = deckd_poller_wait(epoll, events.baseAddress, Int32(events.count), waits ? 1 : 0)
    // A debugger or a signal interrupts it.
    precondition(count >= 0 || errno == EINTR, "epoll_wait failed: errno \(errno)")
    for index in 0..<max(Int(count), 0) {
      let event = events[index]
      let descriptor = Int(UInt32(truncatingIfNeeded: event.token))
      let generation = UInt32(event.token >> 32)
      if event.readiness & Self.readable != 0, slots[descriptor].generation == generation {
        slots[descriptor].reading?.call()
      }
      // Not if the reader has cancelled it.
      if event.readiness & Self.writable != 0, slots[descriptor].generation == generation {
        slots[descriptor].writing?.call()
      }
    }
  }
}
