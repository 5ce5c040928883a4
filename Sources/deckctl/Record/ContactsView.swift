import DeckReplay
import Gestures
import Glibc
import Kinetics
import MessageText

/// The live contacts of a recording on a terminal, in a few lines that are updated in place.
struct ContactsView {
  /// The shortest interval between two updates: twenty a second are as many as one can read.
  static let interval = Duration.milliseconds(50)

  private let title: String
  private let panel: DeviceDescription
  private let style: TerminalStyle
  /// The lines that the terminal shows.
  private var shown = 0

  /// A view of the recording `title` on the terminal of standard error; `nil` without a terminal.
  init?(_ title: String, _ panel: DeviceDescription) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    self.title = title
    self.panel = panel
    style = TerminalStyle(isTerminal: true)
  }

  /// Shows the contacts at `now`, in place of those before.
  mutating func show(_ contacts: RecordedContacts, at now: Instant) {
    let (columns, rows) = Self.size
    // The last line stays free for the cursor.
    let lines = lines(contacts, at: now).prefix(max(rows - 1, 1))
    StandardError.write(clearing + lines.map { String($0.prefix(columns - 1)) + "\n" }.joined())
    shown = lines.count
  }

  /// Removes the lines.
  mutating func clear() {
    StandardError.write(clearing)
    shown = 0
  }

  private var clearing: String { shown == 0 ? "" : "\u{1B}[\(shown)A\r\u{1B}[J" }

  private static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 1 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func lines(_ contacts: RecordedContacts, at now: Instant) -> [String] {
    guard !contacts.rows.isEmpty else { return ["\(title): touch the panel   (Ctrl-C ends it)"] }
    let counts = "\(pluralized(contacts.touches, "touch", "touches")), \(pluralized(contacts.frames, "frame"))"
    let millimetres = panel.panel.millimetres == nil ? "" : Self.aligned("mm", 16)
    let names = ["contact", "x", "y"].map { Self.aligned($0, 9) }.joined()
    let head = names + millimetres + Self.aligned("reports", 10) + Self.aligned("seconds", 9)
    return ["\(title): \(counts)   (Ctrl-C ends it)", head] + contacts.rows.map { line($0, at: now) }
  }

  private func line(_ row: RecordedContacts.Row, at now: Instant) -> String {
    let (x, y) = (Self.units(row.position.x, panel.horizontal), Self.units(row.position.y, panel.vertical))
    var line = ["\(row.id.rawValue)", "\(x)", "\(y)"].map { Self.aligned($0, 9) }.joined()
    if let size = panel.panel.millimetres {
      let place = "\(Self.tenths(row.position.x * size.width)) x \(Self.tenths(row.position.y * size.height))"
      line += Self.aligned(place, 16)
    }
    let seconds = (row.end ?? now).microseconds - row.begin.microseconds
    line += Self.aligned("\(row.reports)", 10) + Self.aligned(Self.tenths(Double(max(seconds, 0)) / 1e6), 9)
    return row.end == nil ? line : line + "  lifted"
  }

  /// The device unit at a fraction of an axis.
  private static func units(_ fraction: Double, _ axis: DeviceDescription.Axis) -> Int {
    let span = Double(axis.maximum) - Double(axis.minimum) + 1
    return Int(axis.minimum) + Int((fraction * span).rounded())
  }

  private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
