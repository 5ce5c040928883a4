import CLinux
import Glibc

/// A dedicated thread with all signals blocked.
///
/// For work that may take long. A Dispatch global queue would wake its pool every second once used, and a task must not
/// block a pool's thread, as work that waits for the disk in the middle of a call does.
package final class WorkerThread: Sendable {
  private let thread: pthread_t

  /// How the kernel schedules a thread.
  package enum Priority: Sendable {
    /// As the thread that creates it.
    case inherited
    /// After that thread where both need a processor: outside of the real-time classes, with a nice value of at least 5.
    case background
  }

  /// Runs `body` on a new thread.
  package init(priority: Priority = .inherited, _ body: sending @escaping () -> Void) {
    let work = Unmanaged.passRetained(Work(priority, body))
    var thread = pthread_t()
    // The daemon's signals are for its other threads; a new thread inherits the mask of its creator.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    let code = pthread_create(&thread, nil, { runWork($0) }, work.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(code == 0, "no thread to work with: error \(code)")
    self.thread = thread
  }

  /// Waits for the body to return; must be called once, unless `detach` is.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Detaches the thread.
  package func detach() {
    pthread_detach(thread)
  }

  /// Frees a value that nothing else refers to on a thread of its own: 100,000 cards take 15 ms.
  package static func free<Value: Sendable>(_ value: consuming Value) {
    // The thread empties the box: whoever has the last reference to the value itself frees it, and that may be the caller.
    let box = Lock(Optional(consume value))
    WorkerThread(priority: .background) { box.withLock { $0 = nil } }.detach()
  }

  /// The body, boxed to pass through a C pointer.
  fileprivate final class Work {
    let priority: Priority
    let body: () -> Void

    init(_ priority: Priority, _ body: @escaping () -> Void) {
      (self.priority, self.body) = (priority, body)
    }
  }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  let own = Unmanaged<WorkerThread.Work>.fromOpaque(work).takeRetainedValue()
  // Where a sandbox forbids it the thread runs as before.
  if own.priority == .background { deckd_lower_thread(5) }
  own.body()
  return nil
}
