import Glibc

/// A value that one thread at a time accesses.
///
/// A mutex of pthreads, not Swift's `Mutex`: it inherits priorities. A worker thread that holds it while the real-time
/// loop waits runs at the loop's priority until it unlocks, so that no thread of a priority between the two can keep the
/// loop waiting. ThreadSanitizer sees it, too.
///
/// The mutex is not recursive: a thread that locks what it has locked already traps.
///
/// `@unchecked` because the compiler does not see that the value is accessed between `lock` and `unlock` alone.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// On the heap, because a mutex must not move.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// A value that nobody has locked.
  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    mutex.initialize(to: pthread_mutex_t())
    var code = Self.initialize(mutex, protocol: PTHREAD_PRIO_INHERIT)
    // A kernel without futexes that inherit priorities.
    if code == ENOTSUP { code = Self.initialize(mutex, protocol: PTHREAD_PRIO_NONE) }
    precondition(code == 0, "no mutex: error \(code)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Waits until no other thread has the value, and calls `body` with it.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let code = pthread_mutex_lock(mutex)
    precondition(code == 0, code == EDEADLK ? "a thread locks what it has locked already" : "no lock: error \(code)")
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  private static func initialize(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, protocol inheritance: Int) -> Int32 {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    defer { pthread_mutexattr_destroy(&attributes) }
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutexattr_setprotocol(&attributes, Int32(inheritance))
    return pthread_mutex_init(mutex, &attributes)
  }
}
