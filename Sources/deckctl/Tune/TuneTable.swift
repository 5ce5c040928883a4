import DeckEngine

/// The outcomes of touches as a table: a row for each touch, a column for each value.
struct TuneTable {
  let text: String

  /// The table, and below it where outcomes change.
  init(_ touches: [SettingSweep.Touch], of sweep: SettingSweep) {
    let unit = sweep.setting.unit.isEmpty ? "" : " \(sweep.setting.unit)"
    let values = sweep.values.map { $0.text }
    let longest = (values + touches.flatMap(\.words)).map(\.count).max() ?? 0
    let heads = touches.map { "\($0.recording) \(Self.time($0))" }
    let title = sweep.setting.name + (unit.isEmpty ? "" : ",\(unit)")
    let indent = max(heads.map(\.count).max() ?? 0, title.count) + 2
    // The usual nine columns fit into a terminal of 80.
    let width = indent + values.count * (longest + 2) > 80 ? longest + 1 : longest + 2
    func row(_ head: String, _ cells: [String]) -> String {
      let line = Self.padded(head, to: indent) + cells.map { Self.padded($0, to: width) }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    var lines = [row(title, values)]
    lines += zip(heads, touches).map { row($0, $1.words) }
    let changes = zip(heads, touches).flatMap { head, touch in
      var before = touch.words.first ?? ""
      return touch.changes.map { change in
        defer { before = change.word }
        return "\(head): \(before) below \(change.value.text)\(unit), then \(change.word)"
      }
    }
    if !changes.isEmpty { lines += [""] + changes }
    text = lines.joined(separator: "\n")
  }

  /// When a touch began.
  static func time(_ touch: SettingSweep.Touch) -> String { String(WatchLine.stamp(touch.start).drop { $0 == " " }) }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
