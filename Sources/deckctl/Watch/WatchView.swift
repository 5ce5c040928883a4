import DeckProtocol
import Glibc
import JSON
import MessageText

/// Writes notifications to standard output, for programs or for users.
struct WatchView {
  private let format: WatchCommand.Format
  private let style: TerminalStyle
  /// The time of the first line.
  private var start: Double?
  /// The watched decks, each with its status line; in the format `live` these lines are redrawn in place.
  private var decks: [WatchStatus] = []
  /// The number of status lines on the terminal.
  private var drawn = 0

  init(format: WatchCommand.Format, style: TerminalStyle) {
    self.format = format
    self.style = style
  }

  /// Shows that the subscription has begun, with the decks' snapshots.
  mutating func begin(_ snapshots: [Received<DeckSnapshot>]) {
    guard format != .json else { return }
    erase()
    decks = snapshots.compactMap { WatchStatus($0) }
    for snapshot in snapshots { print(Self.introduction(of: snapshot)) }
    draw()
  }

  /// Shows that the connection was lost and will be retried.
  mutating func interrupt(_ reason: String) {
    erase()
    flush()
    StandardError.note("\(reason); waiting for the daemon")
  }

  mutating func show(_ message: ReceivedMessage, _ line: [UInt8]) {
    guard format != .json else {
      print(String(decoding: line, as: UTF8.self))
      return flush()
    }
    if let event = message.note(.event, as: DeckEvent.self), let known = try? DeckEvent.read(event.json) {
      follow(known)
    }
    if format == .live, let frame = message.note(.frame, as: DeckFrame.self) {
      guard let index = decks.firstIndex(where: { $0.deck == frame.deck }) else { return }
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

  /// Leaves the cursor on a new line.
  mutating func end() {
    guard drawn > 0 else { return }
    drawn = 0
    print("")
    flush()
  }

  /// Updates the list of decks after a reload adds or removes one, or changes its kind.
  private mutating func follow(_ event: DeckEvent) {
    let place = decks.firstIndex { $0.deck == event.deck }
    switch event.kind {
    case .deckAdded(let addition):
      if place == nil, let deck = event.deck { decks.append(WatchStatus(deck, ofKind: addition.kind)) }
    case .deckRemoved:
      if let place { decks.remove(at: place) }
    case .deckConfigured(let change):
      if let place { decks[place] = WatchStatus(decks[place].deck, ofKind: change.kind) }
    default: break
    }
  }

  /// A deck's first line.
  private static func introduction(of snapshot: Received<DeckSnapshot>) -> String {
    let front = snapshot.as(DeckFrame.self).cards.first(where: WatchStatus.isFront)?.id ?? "no card"
    let place = snapshot.hasFrontCard ? "\(front) in front" : "\(snapshot[\.model.open] ?? "no card") open"
    let count = pluralized(snapshot[\.model.counts.count] ?? 0, "card")
    return "deck \(snapshot[\.model.deck] ?? "?"), \(place), \(count)"
  }

  // MARK: Status lines

  /// Erases the status lines from the terminal.
  private mutating func erase() {
    guard drawn > 0 else { return }
    print(drawn > 1 ? "\r\u{1B}[\(drawn - 1)A\u{1B}[J" : "\r\u{1B}[J", terminator: "")
    drawn = 0
  }

  /// Draws the status lines below the others.
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

  /// Flushes all streams, because Swift 6 rejects Glibc's `stdout`, a global variable.
  private func flush() {
    fflush(nil)
  }
}
