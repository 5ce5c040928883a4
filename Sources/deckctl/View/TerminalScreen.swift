import CLinux
import Glibc

/// A terminal that shows pictures, one at a time, and is restored however the program ends.
///
/// A picture is followed by a request for the terminal's status. The next one waits until the terminal has answered, so
/// that a slow line never has more than a picture on its way, whatever buffers there are between.
final class TerminalScreen {
  /// What happened to the terminal.
  enum Event {
    case quit, resize, resume
  }

  /// Alternate screen, no cursor; and the end of an unfinished escape sequence, of a synchronized update, and of colors.
  private static let entry = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let restoration = "\u{18}\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  /// Device status report (ECMA-48), which terminals answer with `CSI 0 n`.
  private static let question = "\u{1B}[5n"
  /// How long a terminal may take to answer before it counts as one that does not, until it does.
  private static let patience = Duration.seconds(20)
  /// How long it may take for the first time: many that show all else have no such answer.
  private static let firstPatience = Duration.seconds(1)

  private let descriptor: Int32
  private let signals: Int32
  private let isColored: Bool
  private var original = termios()
  private var columns = 0
  private var rows = 0
  /// What the terminal shows, or will; empty when it is to be drawn from scratch.
  private var shown: [PixelCanvas.Cell] = []
  private var pending: ArraySlice<UInt8> = []
  /// When the terminal was asked; `nil` when it has answered.
  private var asked: ContinuousClock.Instant?
  private var isSilent = false
  private var hasAnswered = false
  /// The escape sequence that is being received; `nil` outside of one.
  private var sequence: [UInt8]?

  /// Takes the terminal of the program, which has at least 20 × 6 cells.
  init(isColored: Bool) throws(Failure) {
    self.isColored = isColored
    guard isatty(STDOUT_FILENO) == 1, case let terminal = open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC),
      terminal >= 0
    else { throw Failure("view draws in a terminal, and this is none; deckctl watch prints what happens") }
    descriptor = terminal
    // Blocked before other threads start: they inherit it.
    let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
    signals = deckd_signals(numbers, Int32(numbers.count))
    guard signals >= 0, tcgetattr(descriptor, &original) == 0 else {
      throw Failure("the terminal: \(String(cString: strerror(errno)))")
    }
    enter()
  }

  /// The terminal's size in character cells.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether the last picture has arrived, so that another may be shown.
  var isReady: Bool { pending.isEmpty && asked == nil }

  /// Shows a picture: the cells that differ from those of the last one.
  func show(_ canvas: PixelCanvas) {
    let cells = canvas.cells
    if (canvas.columns, canvas.rows) != (columns, rows) { shown = [] }
    (columns, rows) = (canvas.columns, canvas.rows)
    let text = TerminalText(isColored: isColored).changes(from: shown, to: cells, columns: columns)
    guard !text.isEmpty else { return }
    shown = cells
    pending += Array("\u{1B}[?2026h\(text)\u{1B}[?2026l\(Self.question)".utf8)
    if !isSilent { asked = .now }
    write()
  }

  /// Waits until `deadline` at the most, and returns what happened.
  func wait(until deadline: ContinuousClock.Instant) -> Event? {
    let left = max(ContinuousClock.now.duration(to: deadline), .zero)
    let events = Int16(POLLIN) | (pending.isEmpty ? 0 : Int16(POLLOUT))
    var requests = [
      pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    // Rounded up, or the last fraction of a millisecond would spin.
    poll(&requests, 2, Int32(left / .milliseconds(1)) + 1)
    if requests[0].revents & Int16(POLLHUP | POLLERR) != 0 { return .quit }
    write()
    let patience = hasAnswered ? Self.patience : Self.firstPatience
    if let asked, asked.duration(to: .now) > patience { (self.asked, isSilent) = (nil, true) }
    if read() { return .quit }
    return takeSignal()
  }

  /// Gives the terminal back as it was.
  func restore() {
    pending = Array(Self.restoration.utf8)[...]
    let deadline = ContinuousClock.now.advanced(by: .seconds(1))
    // An answer that is still to come would be input for the shell.
    while !(pending.isEmpty && asked == nil), ContinuousClock.now < deadline {
      var request = pollfd(fd: descriptor, events: Int16(pending.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      guard poll(&request, 1, 50) >= 0, request.revents & Int16(POLLHUP | POLLERR) == 0 else { break }
      write()
      _ = read()
    }
    tcsetattr(descriptor, TCSAFLUSH, &original)
  }

  private func enter() {
    var raw = original
    // Ctrl-C and Ctrl-Z stay signals.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &raw)
    (shown, pending, asked) = ([], Array(Self.entry.utf8)[...], nil)
    write()
  }

  private func write() {
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      pending = pending.dropFirst(count)
    }
  }

  /// Reads what the terminal answers and the user types; whether the user ends it.
  private func read() -> Bool {
    var bytes: [UInt8] = Array(repeating: 0, count: 256)
    var ends = false
    while case let count = Glibc.read(descriptor, &bytes, bytes.count), count > 0 {
      for byte in bytes[..<count] where take(byte) { ends = true }
    }
    return ends
  }

  private func take(_ byte: UInt8) -> Bool {
    if byte == 0x1B {
      sequence = []
    } else if let begun = sequence {
      let whole = begun + [byte]
      let isDone = begun.isEmpty ? byte != UInt8(ascii: "[") : (0x40...0x7e).contains(byte)
      sequence = isDone || whole.count > 16 ? nil : whole
      if whole == Array("[0n".utf8) { (asked, isSilent, hasAnswered) = (nil, false, true) }
    } else {
      return byte == UInt8(ascii: "q") || byte == 0x03
    }
    return false
  }

  private func takeSignal() -> Event? {
    switch deckd_next_signal(signals) {
    case 0: return nil
    case SIGWINCH:
      shown = []
      return .resize
    case SIGTSTP:
      restore()
      kill(getpid(), SIGSTOP)
      return nil
    case SIGCONT:
      enter()
      return .resume
    default: return .quit
    }
  }
}
