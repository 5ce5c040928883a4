import Glibc

/// SIGTERM and SIGINT, which end the program in order.
package struct EndingSignals {
  private var set = sigset_t()

  /// Keeps the signals for `wait()`, in this thread and those that it creates.
  package init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals, and returns its name.
  package func wait() -> String {
    var (set, signal) = (set, Int32(0))
    sigwait(&set, &signal)
    return signal == SIGINT ? "SIGINT" : "SIGTERM"
  }
}
