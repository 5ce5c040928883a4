import Glibc
import SystemCalls

/// A program that turns its standard input into its standard output.
///
/// Input, output and messages are files in memory: neither program waits for the other to read.
struct FilterProgram {
  /// Why there is no output.
  enum Problem: Error {
    /// No folder of `PATH` has the program.
    case notInstalled
    /// The program could not be run, or failed, with the last line of its messages.
    case failed(reason: String)
  }

  private let name: String
  private let arguments: [String]

  init(_ name: String, _ arguments: [String]) {
    (self.name, self.arguments) = (name, arguments)
  }

  /// What the program makes of `input`.
  func output(for input: [UInt8]) throws(Problem) -> [UInt8] {
    do {
      let input = try MemoryFile(input)
      let output = try MemoryFile()
      let messages = try MemoryFile()
      let process = try start([input.descriptor, output.descriptor, messages.descriptor])
      let status = try Self.end(of: process)
      guard status == 0 else {
        let line = String(decoding: try messages.content(), as: UTF8.self).split(whereSeparator: \.isNewline).last
        throw Problem.failed(reason: line.map { String($0) } ?? "it ended with the status \(status)")
      }
      return try output.content()
    } catch let error as Errno {
      throw error.code == ENOENT ? .notInstalled : .failed(reason: error.description)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .failed(reason: "\(error)")
    }
  }

  /// Starts the program with `files` as standard input, output and error.
  private func start(_ files: [Int32]) throws(Errno) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (standard, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(standard))
    }
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawnp(&process, name, &actions, nil, &words, environ)
    guard code == 0 else { throw Errno(code) }
    return process
  }

  /// Waits for the end of `process`, and returns its exit code as a shell does: 128 and the number of a signal.
  private static func end(of process: pid_t) throws(Errno) -> Int32 {
    var status: Int32 = 0
    _ = try SystemCall.retrying { waitpid(process, &status, 0) }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }
}
