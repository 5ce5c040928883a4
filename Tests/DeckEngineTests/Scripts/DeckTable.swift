import DeckEngine
import DeckProtocol
import Kinetics

/// Rows of words in columns.
struct DeckTable {
  private var rows: [[String]]

  init(header: [String]) {
    rows = [header]
  }

  mutating func append(_ row: [String]) {
    rows.append(row)
  }

  /// The rows, figures at the right of their columns and names at the left.
  var lines: [String] {
    let columns = rows[0].indices.map { column in
      let cells = rows.map { $0[column] }
      let width = cells.map(\.count).max() ?? 0
      let isFigures = cells.dropFirst().allSatisfy { Double($0) != nil || $0 == "-" }
      return cells.map { cell in
        let space = String(repeating: " ", count: width - cell.count)
        return isFigures ? space + cell : cell + space
      }
    }
    return rows.indices.map { row in
      let line = "| " + columns.map { $0[row] }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// A number as the wire has it, in thousandths.
  static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// A moment in milliseconds.
  static func text(_ time: Instant) -> String {
    text(Double(time.microseconds) / 1000)
  }
}

// MARK: - Decks

extension DeckTable {
  private static let columns: [(name: String, value: @Sendable (CardFrame) -> String)] = [
    ("card", { $0.id }),
    ("index", { "\($0.index)" }),
    ("depth", { "\($0.depth)" }),
    ("role", { $0.role.rawValue }),
    ("x", { text($0.x) }),
    ("y", { text($0.y) }),
    ("w", { text($0.width) }),
    ("h", { text($0.height) }),
    ("scale", { text($0.scale) }),
    ("rotation", { text($0.rotation) }),
    ("anchor", { "\(text($0.anchorX)),\(text($0.anchorY))" }),
    ("z", { text($0.z) }),
    ("opacity", { text($0.opacity) }),
    ("lift", { $0.lift.map(text) ?? "-" }),
  ]

  /// What a frame shows of the finger, and with `cards` all of it.
  static func show(_ frame: DeckFrame, of kind: DeckKind, at now: Instant, cards: Bool) throws -> [String] {
    var lines = ["| \(text(now)) \(frame.phase.rawValue)"]
    if let drag = frame.drag {
      let to = drag.direction?.rawValue ?? "nowhere"
      let order = drag.from.flatMap { from in drag.proposed.map { "from \(from) to \($0)" } }
      let way = order ?? "\(to) \(text(drag.progress))"
      lines.append("| drag \(drag.card) by \(text(drag.dx)),\(text(drag.dy)) \(way)")
    }
    lines += frame.detail.map(words) ?? []
    lines += frame.fan.map(words) ?? []
    if let overlay = frame.overlay {
      let way = overlay.direction?.rawValue ?? "nowhere"
      let stamp = overlay.stamp
      lines.append(
        "| overlay \(overlay.card) \(way) \(text(overlay.progress)): opacity \(text(overlay.opacity)), "
          + "stamp \(text(stamp.opacity)) × \(text(stamp.scale)) at \(text(stamp.rotation))°, "
          + "glow \(text(overlay.glow)), wash \(text(overlay.wash))"
      )
    }
    guard cards else { return lines }
    let columns = columns.filter { column in
      switch column.name {
      case "lift": frame.cards.contains { $0.lift != nil }
      case let name: !kind.rules.constantColumns.contains(name)
      }
    }
    var table = DeckTable(header: columns.map(\.name))
    for card in frame.cards { table.append(columns.map { $0.value(card) }) }
    return lines + (frame.cards.isEmpty ? ["| no cards"] : table.lines)
  }

  private static func words(_ detail: DeckFrame.Detail) -> [String] {
    [
      "| detail \(detail.card): \(text(detail.x)),\(text(detail.y)) \(text(detail.width))x\(text(detail.height)), "
        + "scale \(text(detail.scale)), opacity \(text(detail.opacity)), progress \(text(detail.progress))",
      "| content \(text(detail.scroll)) of \(text(detail.content)), "
        + "header scale \(text(detail.header.scale)), opacity \(text(detail.header.opacity))",
    ]
  }

  private static func words(_ fan: DeckFrame.Fan) -> [String] {
    ["| fan over \(text(fan.over)), pull \(text(fan.pull)), spread \(text(fan.spread))"]
  }

  /// What a card, the overlay, the detail, the fan or the drag has of some properties; `-` where there is none.
  static func values(_ properties: [String], of subject: String, in frame: DeckFrame) throws -> [String] {
    try properties.map { property in
      switch (subject, property) {
      case ("overlay", "progress"): return frame.overlay.map { text($0.progress) } ?? "-"
      case ("overlay", "wash"): return frame.overlay.map { text($0.wash) } ?? "-"
      case ("detail", "y"): return frame.detail.map { text($0.y) } ?? "-"
      case ("detail", "scale"): return frame.detail.map { text($0.scale) } ?? "-"
      case ("detail", "opacity"): return frame.detail.map { text($0.opacity) } ?? "-"
      case ("detail", "progress"): return frame.detail.map { text($0.progress) } ?? "-"
      case ("detail", "scroll"): return frame.detail.map { text($0.scroll) } ?? "-"
      case ("fan", "over"): return frame.fan.map { text($0.over) } ?? "-"
      case ("fan", "pull"): return frame.fan.map { text($0.pull) } ?? "-"
      case ("fan", "spread"): return frame.fan.map { text($0.spread) } ?? "-"
      case ("drag", "proposed"): return frame.drag?.proposed.map { "\($0)" } ?? "-"
      case ("overlay", _), ("detail", _), ("fan", _), ("drag", _): throw DeckTableError.unknown(property)
      default: break
      }
      guard let column = columns.first(where: { $0.name == property }) else { throw DeckTableError.unknown(property) }
      return frame.cards.first { $0.id == subject }.map(column.value) ?? "-"
    }
  }
}

/// A property that nothing has.
enum DeckTableError: Error, CustomStringConvertible {
  case unknown(String)

  var description: String {
    switch self {
    case .unknown(let property): "there is no property \"\(property)\""
    }
  }
}
