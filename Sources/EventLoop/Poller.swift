import CLinux
import Glibc
import Kinetics

/// The descriptors that a loop waits for, in epoll(7); used on the loop's thread only.
///
/// A descriptor's readers and writers share one registration. Without an active watch a descriptor has none, because
/// epoll reports errors and hang-ups whether they are asked for or not.
///
/// Urgent descriptors are registered twice: in the instance that the loop waits for, and in one of their own, which the
/// poller asks while the handlers of many other descriptors run.
///
/// `@unchecked Sendable`: everything but the two instances is accessed on the loop's thread only, which `Loop` and
/// `Watch` check.
final class Poller: @unchecked Sendable {
  /// What is watched of one descriptor.
  private struct Slot {
    /// Distinguishes the descriptor from earlier ones with its number: an event of those may still be in the batch.
    var generation: UInt32 = 0
    /// What the kernel watches it for.
    var registered: Int32 = 0
    /// What the kernel watches it for in the second instance.
    var registeredAsUrgent: Int32 = 0
    var reading: Watch?
    var writing: Watch?

    var wanted: Int32 {
      (reading?.isActive == true ? readable : 0) | (writing?.isActive == true ? writable : 0)
    }

    var wantedAsUrgent: Int32 { reading?.isUrgent == true && reading?.isActive == true ? readable : 0 }
  }

  private static let readable = Int32(DECKD_READABLE)
  private static let writable = Int32(DECKD_WRITABLE)

  /// How many microseconds handlers and jobs may run before the loop asks again: less than a touch takes to its frame,
  /// and fifty times what asking costs.
  private static let patience: Int64 = 100
  /// In microseconds: a call that takes less has found something at once.
  private static let leastWait: Int64 = 20
  /// How many urgent descriptors are reported at a time, more than there usually are; others follow the next time.
  private static let urgentBatch = 16

  private let epoll: Int32
  private let urgent: Int32
  private var slots: [Slot] = []
  private let events: UnsafeMutableBufferPointer<deckd_event>
  private let urgentEvents: UnsafeMutableBufferPointer<deckd_event>
  /// When the poller last asked for urgent descriptors, in microseconds.
  private var lastLook: Int64 = 0
  /// For how many microseconds the loop has waited for events, if that is measured.
  private(set) var waited: Int64 = 0
  var measuresWaits = false

  /// A poller that takes `batch` events in one call, and the others in the next.
  init(batch: Int) {
    events = .allocate(capacity: batch)
    urgentEvents = .allocate(capacity: Self.urgentBatch)
    (epoll, urgent) = (Self.instance(), Self.instance())
  }

  deinit {
    close(epoll)
    close(urgent)
    events.deallocate()
    urgentEvents.deallocate()
  }

  private static func instance() -> Int32 {
    let descriptor = deckd_poller()
    let code = errno
    precondition(descriptor >= 0, "no event loop (epoll_create1, errno \(code)); raise the limit of open files")
    return descriptor
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
    let index = Int(descriptor)
    register(descriptor, in: epoll, slots[index].wanted, &slots[index].registered, slots[index].generation)
    let wanted = slots[index].wantedAsUrgent
    register(descriptor, in: urgent, wanted, &slots[index].registeredAsUrgent, slots[index].generation)
  }

  private func register(
    _ descriptor: Int32,
    in instance: Int32,
    _ wanted: Int32,
    _ registered: inout Int32,
    _ generation: UInt32
  ) {
    guard wanted != registered else { return }
    let token = UInt64(generation) << 32 | UInt64(UInt32(descriptor))
    let status = deckd_poller_set(instance, descriptor, registered, wanted, token)
    let code = errno
    precondition(status == 0, "descriptor \(descriptor) cannot be watched (epoll_ctl, errno \(code))")
    registered = wanted
  }

  /// Calls the handlers of what is ready; waits until something is, if `waits`.
  ///
  /// Between the handlers of many descriptors, those of urgent ones come first again and again.
  func handleEvents(waits: Bool) {
    let count = take(from: epoll, into: events, waits: waits)
    for index in 0..<count {
      call(events[index])
      if index + 1 < count, isImpatient { handleUrgentEvents() }
    }
  }

  /// Waits for so many microseconds, and handles nothing but urgent events meanwhile.
  func rest(for microseconds: Int64) {
    let end = Loop.now.microseconds + microseconds
    while case let left = end - Loop.now.microseconds, left > 0 {
      deckd_poller_rest(urgent, left)
      handleUrgentEvents()
    }
  }

  private func handleUrgentEvents() {
    let count = take(from: urgent, into: urgentEvents, waits: false)
    for index in 0..<count { call(urgentEvents[index]) }
  }

  /// Whether handlers, or the jobs after them, have run for so long that urgent descriptors have to be asked for.
  var isImpatient: Bool { Loop.now.microseconds - lastLook > Self.patience }

  private func take(
    from instance: Int32,
    into events: UnsafeMutableBufferPointer<deckd_event>,
    waits: Bool
  ) -> Int {
    let start = measuresWaits && waits ? Loop.now.microseconds : nil
    let count = deckd_poller_wait(instance, events.baseAddress, Int32(events.count), waits ? 1 : 0)
    // A debugger or a signal interrupts it.
    precondition(count >= 0 || errno == EINTR, "epoll_wait failed: errno \(errno)")
    lastLook = Loop.now.microseconds
    if let start, lastLook - start >= Self.leastWait { waited += lastLook - start }
    return max(Int(count), 0)
  }

  /// Calls the handlers of an event.
  private func call(_ event: deckd_event) {
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
