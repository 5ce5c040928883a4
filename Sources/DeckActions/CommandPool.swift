import Glibc
package import Kinetics
package import SystemCalls

/// The commands that run: starts them, reads what they print, and ends what runs for too long.
///
/// Nothing here waits for a command.
package struct CommandPool {
  private var commands: [RunningCommand] = []

  package init() {}

  /// Whether no command runs.
  package var isEmpty: Bool { commands.isEmpty }

  /// The descriptors to wait for before `attend`.
  package var descriptors: [Int32] { commands.flatMap(\.descriptors) }

  /// When `attend` is due, whatever happens; `nil` for no moment.
  package var due: Instant? { commands.compactMap(\.due).min() }

  /// Starts the program at `path` for an action; it has to end within so many seconds.
  package mutating func start(
    _ path: String,
    _ arguments: [String],
    environment: [String],
    for action: String,
    timeout: Double,
    at now: Instant
  ) throws(Errno) {
    let process = try ChildProcess.start(path, arguments, environment: environment)
    commands.append(RunningCommand(action, process, timeout: timeout, at: now))
  }

  /// Has all commands end, within a second.
  package mutating func endAll(at now: Instant) {
    for index in commands.indices { commands[index].end(at: now) }
  }

  /// Does what is due, and returns the commands that ended.
  ///
  /// `write` takes a line that the command of an action has printed, and returns whether the log has it.
  package mutating func attend(
    at now: Instant,
    write: (_ action: String, _ line: String) -> Bool
  ) -> [CommandEnding] {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&requests, nfds_t(requests.count), 0)
    let ready = Set(count > 0 ? requests.filter { $0.revents != 0 }.map(\.fd) : [])
    var endings: [CommandEnding] = []
    for index in commands.indices.reversed() {
      let action = commands[index].action
      guard let ending = commands[index].attend(ready, at: now, { write(action, $0) }) else { continue }
      endings.append(ending)
      commands.remove(at: index)
    }
    return endings
  }
}
