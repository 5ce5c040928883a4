import EventLoop
import Glibc
import Logging

/// Writes the service's log to standard error, and never blocks: a reader that stalls does not stall the service.
///
/// It writes when a write does not block. Lines that have to wait are written before the next one; beyond what is kept
/// of them, they are counted.
final class LogWriter: Sendable {
  private struct State {
    var limiter = LogLimiter()
    /// Lines that are not written yet, and how many more there were.
    var waiting: [[UInt8]] = []
    var waitingBytes = 0
    var lost = 0
    /// How much of the first waiting line is written.
    var written = 0
  }

  /// What is kept for a reader that stalls: some minutes at the most that the limiter lets through.
  private static let mostWaiting = 64 << 10

  let style: LogLine.Style
  private let descriptor: Int32
  private let state = Lock(State())

  init(to descriptor: Int32) {
    self.descriptor = descriptor
    style = Self.isJournal(descriptor) ? .journal : .plain
  }

  /// Writes a message unless it is held back.
  func write(_ level: Logger.Level, _ text: String, _ values: Logger.Metadata) {
    let now = Loop.now
    state.withLock { state in
      var values = values
      // The levels below info are for debugging, and are not limited.
      if level >= .info {
        guard case .write(let heldBack) = state.limiter.admit(text, at: now) else { return }
        if heldBack > 0 { values["heldBack"] = "\(heldBack)" }
      }
      append(LogLine.bytes(style, level, text, values, seconds: time(nil)), to: &state)
      flush(&state)
    }
  }

  private func append(_ line: [UInt8], to state: inout State) {
    guard state.waitingBytes + line.count <= Self.mostWaiting else { return state.lost += 1 }
    state.waiting.append(line)
    state.waitingBytes += line.count
  }

  /// Writes what waits, as far as it goes without blocking.
  private func flush(_ state: inout State) {
    while let line = state.waiting.first {
      guard write(line, &state.written) else { return }
      state.written = 0
      state.waiting.removeFirst()
      state.waitingBytes -= line.count
      if state.waiting.isEmpty, state.lost > 0 {
        let text = "the log's reader stalled; messages are missing"
        let values: Logger.Metadata = ["count": "\(state.lost)"]
        state.lost = 0
        append(LogLine.bytes(style, .warning, text, values, seconds: time(nil)), to: &state)
      }
    }
  }

  /// Writes the rest of a line; `false` where a part of it has to wait.
  private func write(_ line: [UInt8], _ written: inout Int) -> Bool {
    while written < line.count {
      // One that polls as writable takes at least PIPE_BUF bytes without blocking (pipe(7)).
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLOUT) != 0 else { return false }
      let size = line[written...].withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
      }
      if size < 0, errno == EINTR { continue }
      // Nobody reads any more: the line is gone, and the service continues.
      guard size >= 0 else { return errno != EAGAIN }
      written += size
    }
    return true
  }

  /// Whether a descriptor is the stream that journald gave the service (`JOURNAL_STREAM`, `systemd.exec(5)`).
  private static func isJournal(_ descriptor: Int32) -> Bool {
    guard let stream = getenv("JOURNAL_STREAM").map({ String(cString: $0) }) else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
  }
}
