import DeckProtocol
import Glibc

/// Writes notifications to standard output, for programs or for people.
struct WatchView {
  private let format: WatchCommand.Format
  private let style: TerminalStyle
  /// The time of the first line.
  private var start: Double?
  /// The decks that are watched, each with its last line; those lines are drawn over and over in the format `live`.
  private var decks: [WatchStatus] = []
  /// How many last lines are on the terminal.
  private var drawn = 0

  init(format: WatchCommand.Format, style: TerminalStyle) {
    self.format = format
    self.style = style
  }

  /// The subscription has begun, with the decks as the snapshots say.
  mutating func begin(_ snapshots: [JSONValue]) {
    guard format != .json else { return }
    erase()
    decks = snapshots.compactMap { WatchStatus($0) }
    for snapshot in snapshots { print(Self.introduction(of: snapshot)) }
    draw()
  }

  /// The connection is lost, and tried again.
  mutating func interrupt(_ reason: String) {
    erase()
    flush()
    StandardError.note("\(reason); waiting for the daemon")
  }

  mutating func show(_ message: JSONValue, _ line: [UInt8]) {
    guard format != .json else {
      print(String(decoding: line, as: UTF8.self))
      return flush()
    }
    if message["method"]?.text == "event", let event = message["params"] { follow(event) }
    if format == .live, message["method"]?.text == "frame", let frame = message["params"] {
      guard let index = decks.firstIndex(where: { $0.deck == frame["deck"]?.text }) else { return }
      decks[index].show(frame)
      erase()
      return draw()
    }
    guard let line = WatchLine(message) else { return }
    if start == nil { start = line.time }
    erase()
    print(line.text(since: start ?? 0, namesDeck: decks.count > 1, style: style))
    draw()
  }

  /// Leaves the cursor on a line of its own.
  mutating func end() {
    guard drawn > 0 else { return }
    drawn = 0
    print("")
    flush()
  }

  /// Has the decks that a reload adds and takes away, and those of another kind.
  private mutating func follow(_ event: JSONValue) {
    let place = decks.firstIndex { $0.deck == event["deck"]?.text }
    switch event["type"]?.text {
    case "deck.added":
      if place == nil, let deck = WatchStatus(event) { decks.append(deck) }
    case "deck.removed":
      if let place { decks.remove(at: place) }
    case "deck.configured":
      if let place, let deck = WatchStatus(event) { decks[place] = deck }
    default: break
    }
  }

  /// What a deck is, at the beginning.
  private static func introduction(of snapshot: JSONValue) -> String {
    let shown = snapshot["cards"]?.elements ?? []
    let front = shown.first(where: WatchStatus.isFront)?["id"]?.text ?? "no card"
    let isStack = snapshot["kind"]?.text == "stack"
    let place = isStack ? "\(snapshot["open"]?.text ?? "no card") open" : "\(front) in front"
    let count = pluralized(Int(snapshot["count"]?.number ?? 0), "card")
    return "deck \(snapshot["deck"]?.text ?? "?"), \(place), \(count)"
  }

  // MARK: The last lines

  /// Takes the last lines off the terminal.
  private mutating func erase() {
    guard drawn > 0 else { return }
    print(drawn > 1 ? "\r\u{1B}[\(drawn - 1)A\u{1B}[J" : "\r\u{1B}[J", terminator: "")
    drawn = 0
  }

  /// Draws the last lines below the others.
  private mutating func draw() {
    defer { flush() }
    guard format == .live else { return }
    let size = Self.terminalSize
    let lines = decks.prefix(max(size.rows - 1, 1)).map { deck in
      // A line that wraps would scroll with every frame.
      String((decks.count > 1 ? "\(deck.deck)  \(deck.text)" : deck.text).prefix(size.columns - 1))
    }
    print(lines.joined(separator: "\n"), terminator: "")
    drawn = lines.count
  }

  private static var terminalSize: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 1 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Glibc's `stdout` is a global variable that Swift 6 does not let through; all streams is as good.
  private func flush() {
    fflush(nil)
  }
}
