import Glibc

/// A terminal that fills a panel's display, for drawing crosses.
struct CrossCanvas {
  /// The center of a character cell, in fractions of the terminal.
  struct Cross {
    var x: Double
    var y: Double
  }

  private static let restoration = "\u{1B}[?25h\u{1B}[?1049l"

  private let columns: Int
  private let rows: Int
  /// The cells of the crosses, clockwise from the top left.
  private let cells: [(column: Int, row: Int)]

  /// Clears the terminal, which is restored when the program ends by a signal.
  ///
  /// - Throws: a `Failure` if standard input and output are not a terminal with room for four crosses.
  init() throws(Failure) {
    var size = winsize()
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    else {
      throw Failure(
        "--terminal needs a terminal on the panel's display as standard input and output; without it, a front end draws"
      )
    }
    (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    guard columns >= 20, rows >= 10 else { throw Failure("the terminal is too small for crosses: 20 × 10 at least") }
    let (left, top) = (columns / 10, rows / 10)
    let (right, bottom) = (columns - 1 - left, rows - 1 - top)
    cells = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      Glibc.signal(signal) { number in
        CrossCanvas.write(CrossCanvas.restoration)
        _exit(128 + number)
      }
    }
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Where the crosses are.
  var crosses: [Cross] {
    cells.map { Cross(x: (Double($0.column) + 0.5) / Double(columns), y: (Double($0.row) + 0.5) / Double(rows)) }
  }

  /// Draws one cross alone, with a hint in the middle of the terminal.
  func draw(_ index: Int, hint: String) {
    let (column, row) = cells[index]
    let text = String(hint.prefix(columns))
    var picture = "\u{1B}[2J\u{1B}[\(rows / 2);\((columns - text.count) / 2 + 1)H\(text)"
    for (dx, dy, mark) in [(0, 0, "┼"), (-1, 0, "─"), (1, 0, "─"), (0, -1, "│"), (0, 1, "│")] {
      picture += "\u{1B}[\(row + dy + 1);\(column + dx + 1)H\(mark)"
    }
    Self.write(picture)
  }

  /// Restores the terminal.
  func restore() {
    Self.write(Self.restoration)
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
