import Glibc
import Kinetics
package import SystemCalls

/// How a command ended.
package struct CommandEnding: Equatable, Sendable {
  package var action: String
  package var process: ChildProcess.Ending
  /// Whether it was ended because it ran for too long.
  package var isTimedOut: Bool
  /// How many bytes of its output the log does not have.
  package var leftOut: Int
}

/// A command from its start to the end of its process group.
struct RunningCommand {
  private enum Phase {
    case running
    /// It has had SIGTERM, and has a second for its end.
    case ending
    case killed
  }

  private static let grace = Duration.seconds(1)
  /// What is read at once: as much as a pipe holds.
  private static let piece = 1 << 16
  /// The pause between two reads of what is thrown away, so that a command that prints without end takes little time.
  private static let pause = Duration.milliseconds(20)

  let action: String
  private let process: ChildProcess
  private var output = CommandOutput()
  private var phase = Phase.running
  private var hasExited = false
  private var isTimedOut = false
  private var isAtEnd = false
  /// When the next signal is due.
  private var deadline: Instant?
  /// When the output is read again; `nil` for as soon as there is some.
  private var readDue: Instant?

  init(_ action: String, _ process: ChildProcess, timeout: Double, at now: Instant) {
    (self.action, self.process) = (action, process)
    deadline = now.advanced(bySeconds: timeout)
  }

  /// The descriptors to wait for: of its end and of its output.
  var descriptors: [Int32] {
    (hasExited ? [] : [process.ending]) + (isAtEnd || readDue != nil ? [] : [process.output])
  }

  /// When `attend` is due, whatever happens.
  var due: Instant? { Instant.earlier(deadline, readDue) }

  /// Has the process group end.
  mutating func end(at now: Instant) {
    guard phase == .running else { return }
    phase = .ending
    deadline = now.advanced(by: Self.grace)
    process.signalGroup(SIGTERM)
  }

  /// Reads, signals and, at the end, reaps; `ready` are descriptors that are readable.
  mutating func attend(_ ready: Set<Int32>, at now: Instant, _ write: (String) -> Bool) -> CommandEnding? {
    if ready.contains(process.ending) { hasExited = true }
    if let due = readDue, now >= due { readDue = nil }
    if readDue == nil || hasExited { read(at: now, write) }
    if let due = deadline, now >= due {
      switch phase {
      case .running:
        isTimedOut = !hasExited
        end(at: now)
      case .ending:
        (phase, deadline) = (.killed, nil)
        process.signalGroup(SIGKILL)
      case .killed: break
      }
    }
    // After SIGTERM the other processes of the group have their second, too, as long as any can still print.
    guard hasExited, phase != .ending || isAtEnd else { return nil }
    process.signalGroup(SIGKILL)
    output.finish(write)
    return CommandEnding(action: action, process: process.reap(), isTimedOut: isTimedOut, leftOut: output.leftOut)
  }

  /// Takes what has been printed.
  private mutating func read(at now: Instant, _ write: (String) -> Bool) {
    guard !isAtEnd else { return }
    var bytes = [UInt8](repeating: 0, count: Self.piece)
    let count = Glibc.read(process.output, &bytes, bytes.count)
    let code = errno
    guard count > 0 else {
      isAtEnd = count == 0 || code != EAGAIN && code != EINTR
      return
    }
    output.append(bytes[..<count], write)
    if output.isFull { readDue = now.advanced(by: Self.pause) }
  }
}
