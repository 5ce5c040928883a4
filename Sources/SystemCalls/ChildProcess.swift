import CLinux
import Glibc

/// A program that runs in a process group of its own, until it is reaped.
package struct ChildProcess: Sendable {
  /// How a process ended.
  package enum Ending: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  /// The number of the process and of its group.
  package let number: Int32
  /// A descriptor that is readable once the process has ended, though others of its group may run.
  package let ending: Int32
  /// What the group prints, to standard output and to standard error; reading it never waits.
  package let output: Int32

  /// Starts the program at `path` with an environment of `NAME=value`.
  ///
  /// It has no other descriptors, no input, no signal blocked or ignored, and `/` as its current folder.
  package static func start(
    _ path: String,
    _ arguments: [String],
    environment: [String]
  ) throws(Errno) -> ChildProcess {
    var ends: [Int32] = [-1, -1]
    _ = try SystemCall.retrying { pipe(&ends) }
    let (output, input) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    defer { close(input) }
    do throws(Errno) {
      let number = try spawn(path, arguments, environment, printingTo: input)
      let ending = deckd_process_end(number)
      let code = errno
      if ending >= 0 { return ChildProcess(number: number, ending: ending, output: output) }
      kill(-number, SIGKILL)
      waitpid(number, nil, 0)
      throw Errno(code)
    } catch {
      close(output)
      throw error
    }
  }

  /// Sends a signal to every process of the group.
  ///
  /// Only before `reap()`: until then no other group can have the number.
  package func signalGroup(_ signal: Int32) {
    kill(-number, signal)
  }

  /// Forgets the process, which has ended, and closes the descriptors; returns how it ended.
  package func reap() -> Ending {
    var status: Int32 = 0
    _ = try? SystemCall.retrying { waitpid(number, &status, 0) }
    close(ending)
    close(output)
    // The macros of wait(2), which Swift does not import.
    let signal = status & 0x7F
    return signal == 0 ? .exited(code: status >> 8 & 0xFF) : .killed(signal: signal)
  }

  private static func spawn(
    _ path: String,
    _ arguments: [String],
    _ environment: [String],
    printingTo output: Int32
  ) throws(Errno) -> Int32 {
    var (words, variables) = (arguments.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
    defer { for text in words + variables { free(text) } }
    var number: Int32 = 0
    let code = deckd_spawn(&number, path, &words, &variables, output)
    guard code == 0 else { throw Errno(code) }
    return number
  }
}
