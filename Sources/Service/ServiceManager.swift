import CSystemd
package import Kinetics

/// What a service reports to the service manager that started it, such as systemd, in the protocol of `sd_notify(3)`.
///
/// A process that no service manager started reports nothing, and is not kept alive.
package struct ServiceManager: Sendable {
  private enum Phase {
    case starting, ready, reloading, stopping
  }

  private var phase = Phase.starting
  private var status: ServiceStatus?
  /// Half of what the service manager waits at most, in microseconds; `nil` where it does not wait.
  private let interval: Int64?

  /// When `keepAlive(at:)` is due; `nil` where nobody waits for it.
  package private(set) var deadline: Instant?

  /// The service manager that the environment names.
  package init(at now: Instant) {
    var limit: UInt64 = 0
    // Half the limit, as sd_watchdog_enabled(3) advises.
    interval = sd_watchdog_enabled(0, &limit) > 0 ? Int64(clamping: limit / 2) : nil
    deadline = interval.map { Instant(microseconds: now.microseconds + $0) }
  }

  /// The service does its work, for the first time or after a reload.
  package mutating func reportReady(_ status: ServiceStatus) {
    guard phase == .starting || phase == .reloading else { return report(status) }
    phase = .ready
    self.status = status
    notify("READY=1\nSTATUS=\(status)")
  }

  /// Reports what the service does now, if that has changed and the service is ready.
  package mutating func report(_ status: ServiceStatus) {
    guard phase == .ready, status != self.status else { return }
    self.status = status
    notify("STATUS=\(status)")
  }

  /// The service reads its configuration again, and reports that it is ready once it has.
  package mutating func reportReloading(at now: Instant) {
    guard phase == .ready else { return }
    phase = .reloading
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.microseconds)\nSTATUS=Reading the configuration again")
  }

  /// The service ends in order; it reports nothing after that.
  package mutating func reportStopping() {
    phase = .stopping
    notify("STOPPING=1\nSTATUS=Stopping")
  }

  /// Tells a service manager that waits for it that the process is well; call it at each `deadline`.
  package mutating func keepAlive(at now: Instant) {
    guard let interval, let due = deadline, now >= due else { return }
    deadline = Instant(microseconds: now.microseconds + interval)
    notify("WATCHDOG=1")
  }

  private func notify(_ state: String) {
    // Without a service manager it does nothing. An error leaves nothing to do: the service manager times out.
    _ = sd_notify(0, state)
  }
}
