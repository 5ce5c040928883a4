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
    log.warning("\(action): dropped events: \(dropped)")
  }
}
