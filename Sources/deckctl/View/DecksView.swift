import DeckClient
import DeckProtocol

/// What a terminal shows: the decks at a moment, and what happened to them.
struct DecksView: Equatable {
  private struct Shown: Equatable {
    var deck: FollowedDeck
    var places: DeckPlaces
  }

  /// An event: when, what and the rest.
  private struct Event: Equatable {
    var time: String
    var name: String
    var color: PixelColor
    var details: String
  }

  /// The narrowest tile of a deck, and the smallest list of events, in characters.
  private static let narrowest = (deck: 12, events: 26)
  private static let fewestEvents = 3
  /// How many events are kept, more than a terminal has rows.
  private static let eventLimit = 200

  private var decks: [Shown] = []
  private var events: [Event] = []
  /// The time of the first event, in microseconds.
  private var start: Double?
  /// Why there is no connection; `nil` while there is one.
  private var problem: String?

  /// Takes what a client delivers.
  mutating func take(_ update: DeckUpdate) {
    switch update {
    case .connected: problem = nil
    case .disconnected(let reason): problem = reason
    case .event(let event): note(event)
    default: break
    }
  }

  /// Takes the decks as they are now.
  mutating func look(at client: DeckClient) {
    let now = DeckClient.now
    decks = client.decks.values.sorted { $0.id < $1.id }.map {
      Shown(deck: $0, places: client.places(of: $0.id, at: now))
    }
  }

  private mutating func note(_ event: DeckEvent) {
    let line = WatchLine(event)
    if start == nil { start = line.time }
    let deck = decks.count > 1 ? line.deck.map { "\($0) " } ?? "" : ""
    events.append(
      Event(
        time: WatchLine.stamp(((line.time ?? 0) - (start ?? 0)) / 1e6) + "  " + deck,
        name: line.name + " ",
        color: Self.color(line.color),
        details: line.details.joined(separator: " ")
      )
    )
    events.removeFirst(max(events.count - Self.eventLimit, 0))
  }

  private static func color(_ color: TerminalStyle.Color?) -> PixelColor {
    switch color {
    case .green: PixelColor(0x4ade80)
    case .yellow: PixelColor(0xfbbf24)
    case .cyan: PixelColor(0x67e8f9)
    case .magenta: PixelColor(0xf9a8d4)
    case .dim: DeckPainter.dim
    case .bold, nil: .white
    }
  }

  // MARK: - The picture

  /// The picture for a terminal of this size.
  func picture(columns: Int, rows: Int) -> PixelCanvas {
    var canvas = PixelCanvas(columns: columns, rows: rows, DeckPainter.page)
    let (tiles, list) = layout(columns: columns, rows: rows)
    for (shown, tile) in zip(decks, tiles) {
      DeckPainter(shown.deck, shown.places, in: tile).draw(on: &canvas)
    }
    if let list {
      for (row, event) in zip(list.rows, events.suffix(list.rows.count)) {
        var column = list.columns.lowerBound
        for (text, color) in [
          (event.time, DeckPainter.dim), (event.name, event.color), (event.details, PixelColor(0xe5e7eb)),
        ] {
          canvas.write(text, column: column, row: row, end: list.columns.upperBound, color)
          column += text.count
        }
      }
    }
    let hidden = decks.count - tiles.count
    let status =
      problem.map { "waiting for the daemon: \($0)" } ?? (decks.isEmpty ? "no decks; events appear here" : nil)
      ?? (hidden > 0 ? "\(hidden) more: --deck shows one, or widen the terminal" : nil)
    canvas.write("q quits", column: 1, row: rows - 1, DeckPainter.dim, opacity: 0.6)
    if let status { canvas.write(status, column: 10, row: rows - 1, PixelColor(0xfbbf24)) }
    return canvas
  }

  /// The tiles of the decks that have room, beside each other, and the room for the events; the last row is free.
  private func layout(columns: Int, rows: Int) -> (tiles: [DeckPainter.Tile], list: DeckPainter.Tile?) {
    guard rows > 3 else { return ([], nil) }
    guard !decks.isEmpty else { return ([], .init(columns: 1..<max(columns - 1, 2), rows: 1..<rows - 1)) }
    let count = min(decks.count, max(columns / Self.narrowest.deck, 1))
    let lines = 0..<rows - 1
    // As wide as a deck is at the full height, with a margin for cards that leave.
    let wishes = decks.prefix(count).map { shown in
      let area = shown.deck.model.placement.area
      return Int(Double(rows - 2) * 2 * area.width / max(area.height, 1)) + 4
    }
    let total = wishes.reduce(0, +)
    let fits = total <= columns
    var start = 0
    let tiles = wishes.enumerated().map { index, wish in
      let width = fits ? wish : columns / count + (index < columns % count ? 1 : 0)
      defer { start += width }
      return DeckPainter.Tile(columns: start..<start + width, rows: lines)
    }
    let used =
      zip(decks, tiles).map { DeckPainter.height(of: $0.deck, width: $1.columns.count, rows: rows - 1) }.max() ?? 0
    // The events are beside the decks, else below them.
    let beside = start + 2..<max(columns - 1, start + 2)
    let below = used + 1..<max(rows - 1, used + 1)
    if beside.count >= Self.narrowest.events { return (tiles, .init(columns: beside, rows: lines.dropFirst())) }
    return (tiles, below.count >= Self.fewestEvents ? .init(columns: 1..<columns - 1, rows: below) : nil)
  }
}
