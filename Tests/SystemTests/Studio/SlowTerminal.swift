import Foundation
import Glibc
import Testing

/// A terminal at the end of a line so slow that the test decides when its answers arrive.
final class SlowTerminal {
  /// The request for the terminal's status, and its answer (ECMA-48).
  private static let question = Array("\u{1B}[5n".utf8)
  private static let answer = Array("\u{1B}[0n".utf8)

  /// `TIOCSPTLCK` and `TIOCGPTN` (ioctl_tty(2)), which Swift's Glibc module does not have.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  private let process = Process()
  private let master: Int32
  /// Everything that has arrived.
  private(set) var received: [UInt8] = []

  /// Runs one of the project's programs in a terminal of 80 × 24 characters, in a session of its own.
  init(_ program: String, _ arguments: [String]) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (isLocked, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, Self.setLock, &isLocked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw Unmet(what: "a pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    let terminal = try FileHandle(forUpdating: URL(filePath: "/dev/pts/\(number)"))
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", Workshop.programs.appending(path: program).path] + arguments
    (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
    try process.start()
  }

  deinit {
    // The hangup ends the program.
    close(master)
    process.waitUntilExit()
  }

  /// How many pictures have arrived: each ends with a question.
  var pictures: Int {
    received.indices.count { received[$0...].starts(with: Self.question) }
  }

  /// Receives what there is.
  func receive() {
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    while case let count = read(master, &bytes, bytes.count), count > 0 { received += bytes[..<count] }
  }

  /// Answers one question.
  func answer() {
    _ = write(master, Self.answer, Self.answer.count)
  }
}
