import Glibc

/// A thread of its own, which never takes a signal.
///
/// For what may take long. Not one of Dispatch's global queues, whose pool wakes every second once used, and not a task:
/// work waits for the disk in the middle of a call, and a pool's thread must not.
package final class WorkerThread: Sendable {
  private let thread: pthread_t

  /// Runs `body` on a new thread.
  package init(_ body: sending @escaping () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    // The daemon's signals are for its own threads; a new one has the mask of the one that makes it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    let code = pthread_create(&thread, nil, { runWork($0) }, work.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(code == 0, "no thread to work with: error \(code)")
    self.thread = thread
  }

  /// Returns when the body has; to be called once, or `detach` instead.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Leaves the thread to itself.
  package func detach() {
    pthread_detach(thread)
  }

  /// The body, on its way through a C pointer.
  fileprivate final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
      self.body = body
    }
  }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  Unmanaged<WorkerThread.Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
