import CLinux
import EventLoop
package import Kinetics

/// When memory that is free is given back to the system: some time after much of it was used for messages or cards.
///
/// The allocator keeps what is freed below something that is not, for example hundreds of megabytes of snapshots below
/// a card that was loaded after them.
package struct MemoryTrim: Equatable, Sendable {
  /// So many bytes of messages leave traces that are worth the time.
  private static let worthwhile = 1 << 20

  /// In seconds: long enough for a load to continue, and for clients that do not read to be removed.
  private static let delay = 6.0

  /// In seconds: how much later something that still moves is asked about again, and how long at most.
  private static let (pause, mostDelay) = (1.0, 60.0)

  private var used = 0

  /// When the memory is due to be given back; `nil` if that is not worthwhile.
  package private(set) var deadline: Instant?
  /// From when on it no longer waits for anything to come to rest.
  private var latest: Instant?

  /// Nothing was used yet.
  package init() {}

  /// Records the use of memory for a message, or for cards.
  package mutating func use(_ bytes: Int, at now: @autoclosure () -> Instant) {
    let (sum, isTooMuch) = used.addingReportingOverflow(bytes)
    used = isTooMuch ? .max : sum
    // Only for much at once it becomes due later: what is used all the time would put it off for good.
    guard used > Self.worthwhile, deadline == nil || bytes > Self.worthwhile else { return }
    let due = now().advanced(bySeconds: Self.delay)
    let latest = latest ?? due.advanced(bySeconds: Self.mostDelay)
    (deadline, self.latest) = (min(due, latest), latest)
  }

  /// Returns whether the memory is due, and starts again if so.
  ///
  /// While a finger is down or something moves, a wait for the allocator would be seen: it is due later.
  package mutating func takeDue(at now: Instant, isMoving: () -> Bool) -> Bool {
    guard let due = deadline, due <= now else { return false }
    if let latest, now < latest, isMoving() {
      deadline = now.advanced(bySeconds: Self.pause)
      return false
    }
    self = MemoryTrim()
    return true
  }

  /// Lets large buffers, such as snapshots, give their memory back at once; to be called while there is one thread.
  package static func prepare() { deckd_map_large_buffers() }

  /// Gives the memory back, on a thread of its own: the kernel takes 1 ms and more for 10 MB.
  ///
  /// Meanwhile a thread waits only if it needs the arena that is being trimmed, which touches and ticks rarely do. The
  /// thread has the loop's priority: other processes must not hold it up while it holds an arena.
  static func perform() {
    WorkerThread { deckd_trim_memory() }.detach()
  }
}
