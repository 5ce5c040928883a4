import DeckProtocol
import Glibc
import SystemCalls
import UnixSocket

/// A blocking connection to `deckd`, for command lines and tests.
///
/// A broken connection cannot be reused: create another. Must be used from one task at a time.
public final class DeckConnection {
  /// The result of reading.
  public enum Reading: Hashable, Sendable {
    /// The next line, without its newline.
    case line([UInt8])
    /// No line was complete in time; a partial line is kept.
    case timedOut
    /// The daemon closed the connection, and every line was read.
    case closed
  }

  /// The daemon's socket.
  package let path: String
  private let descriptor: Int32
  private var framing = LineFraming(limit: LineFraming.clientLimit)
  private var lines: [LineFraming.Line] = []
  /// How many of `lines` were read.
  private var taken = 0
  private var atEnd = false

  /// The path of the daemon's socket: `explicit` (`--socket`), else the environment, else the first default location.
  public static func socketPath(explicit: String?, environment: [String: String]) -> String {
    SocketPath.forConnecting(explicit: explicit, environment: environment)
  }

  /// The descriptor to wait for in a loop that also waits for others; lines that were received with the last one make
  /// nothing readable.
  package var fileDescriptor: Int32 { descriptor }

  /// Connects to the daemon's socket at `path`.
  public init(path: String) throws(DeckConnectionError) {
    self.path = path
    descriptor = try Self.open(path, .blocking)
  }

  deinit {
    close(descriptor)
  }

  /// Sends `line`, which has no newline, and waits until the daemon's socket has accepted all of it.
  public func send(_ line: some Sequence<UInt8>) throws(DeckConnectionError) {
    let bytes = Array(line) + [UInt8(ascii: "\n")]
    var sent = 0
    while sent < bytes.count {
      do {
        sent += try StreamSocket.send(descriptor, bytes.span.bytes.extracting(sent...))
      } catch {
        throw Self.lostError(error, path: path)
      }
    }
  }

  /// Sends `line`, which has no newline, and waits until the daemon's socket has accepted all of it.
  public func send(_ line: String) throws(DeckConnectionError) {
    try send(line.utf8)
  }

  /// The next line, waiting for at most `timeout`; `nil` waits forever.
  public func readLine(timeout: Duration? = nil) throws(DeckConnectionError) -> Reading {
    let deadline = timeout.map { ContinuousClock.now.advanced(by: $0) }
    while true {
      if let line = try takeLine() { return .line(line) }
      if atEnd { return .closed }
      do {
        guard try waitReadable(until: deadline) else { return .timedOut }
        try receive()
      } catch {
        throw Self.lostError(error, path: path)
      }
    }
  }

  private func takeLine() throws(DeckConnectionError) -> [UInt8]? {
    if taken < lines.count {
      let line = lines[taken]
      taken += 1
      do {
        return try line.bytes()
      } catch {
        throw .lost(path: path, reason: error.description)
      }
    }
    lines.removeAll(keepingCapacity: true)
    taken = 0
    return nil
  }

  /// Whether data is readable before `deadline`.
  private func waitReadable(until deadline: ContinuousClock.Instant?) throws(Errno) -> Bool {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = deadline.map { Self.milliseconds(until: $0) } ?? -1
      let count = poll(&request, 1, milliseconds)
      let code = errno
      if count > 0 { return true }
      guard count == 0 || code == EINTR else { throw Errno(code) }
      if let deadline, ContinuousClock.now >= deadline { return false }
    }
  }

  /// Whole milliseconds from now to `deadline`, rounded up so that the wait does not end early and spin.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    guard left < .milliseconds(Int32.max) else { return .max }
    let (seconds, attoseconds) = left.components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func receive() throws(Errno) {
    do {
      atEnd = try StreamSocket.receive(descriptor, atMost: 1 << 16) { bytes in
        lines += framing.append(bytes)
        return bytes.isEmpty
      }
    } catch {
      // The daemon closed the connection with requests unread: everything it sent was read before this.
      guard error.code == ECONNRESET else { throw error }
      atEnd = true
    }
    if atEnd, let rest = framing.finish() { lines.append(rest) }
  }

  /// A descriptor that is connected to the daemon's socket at `path`.
  static func open(_ path: String, _ waiting: StreamSocket.Waiting) throws(DeckConnectionError) -> Int32 {
    let descriptor: Int32
    do {
      descriptor = try StreamSocket.open(waiting)
    } catch {
      throw .cannotConnect(path: path, reason: error.description)
    }
    do {
      try StreamSocket.connect(descriptor, to: path)
    } catch {
      close(descriptor)
      throw connectError(error, path: path)
    }
    return descriptor
  }

  private static func connectError(_ error: Errno, path: String) -> DeckConnectionError {
    switch error.code {
    case ECONNREFUSED where !isSocket(path): .cannotConnect(path: path, reason: "it is not a socket")
    case ENOENT, ECONNREFUSED: .notRunning(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    case ENAMETOOLONG: .pathTooLong(path: path, limit: StreamSocket.longestPath)
    default: .cannotConnect(path: path, reason: error.description)
    }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func lostError(_ error: Errno, path: String) -> DeckConnectionError {
    .lost(path: path, reason: error.description)
  }
}
