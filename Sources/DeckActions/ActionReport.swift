import Logging
import SystemCalls

/// What the log says of commands that ended, and of events that ran none.
enum ActionReport {
  static func log(_ ending: CommandEnding, to log: Logger) {
    let metadata: Logger.Metadata = ending.leftOut > 0 ? ["bytesLeftOut": "\(ending.leftOut)"] : [:]
    let name = ending.action
    switch ending.process {
    case _ where ending.isTimedOut: log.warning("\(name): ended because it ran for too long", metadata: metadata)
    case .exited(code: 0) where ending.leftOut == 0: log.info("\(name): succeeded")
    case .exited(code: 0): log.notice("\(name): printed more than the log has", metadata: metadata)
    case .exited(let code): log.warning("\(name): failed with exit code \(code)", metadata: metadata)
    case .killed(let signal): log.warning("\(name): ended by signal \(signal)", metadata: metadata)
    }
  }

  static func log(_ dropped: DroppedEvents, of action: String, to log: Logger) {
    let counts = DroppedEvents.Reason.allCases.compactMap { reason in
      dropped.counts[reason].map { "\($0) \(text(of: reason))" }
    }
    log.warning("\(action): dropped events: \(counts.joined(separator: ", "))")
  }

  private static func text(of reason: DroppedEvents.Reason) -> String {
    switch reason {
    case .stillRunning: "while its command ran"
    case .queueIsFull: "behind \(ActionSchedule.mostWaiting) that wait"
    case .beyondRate: "beyond its rate"
    case .tooManyCommands: "beside \(ActionSchedule.mostRunning) other commands"
    }
  }
}
