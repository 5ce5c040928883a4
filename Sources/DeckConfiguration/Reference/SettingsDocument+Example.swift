import DeckEngine

extension SettingsDocument {
  /// An example file with every key, which is equivalent to the built-in configuration.
  package static var example: String {
    var example = ExampleFile()
    example.prose(
      "The configuration of deckd. As it stands it says what holds without it: every table and every key may be left "
        + "out, and what begins with # directly before a key is its default or an example."
    )
    example.prose("deckd --check-config reports what is wrong, and what would run. Lengths are in points (pt).")
    for table in tables where table.name != "decks" {
      example.table(table, isCommented: ["panels", "gestures"].contains(table.name))
    }
    for decks in tables where decks.name == "decks" {
      example.table(decks)
      for settings in decks.members where settings.hasHeader {
        example.gap()
        example.prose(
          "\(settings.summary) A length takes points (12) or millimetres (\"1.6mm\"). \(springs) The defaults here are "
            + "those of the preset \(DeckDefinition.builtIn().preset.rawValue)."
        )
        example.line(settings.example)
      }
    }
    let builtIn = DeckDefinition.builtIn()
    example.settings(SettingsTable.rows(for: builtIn.preset.kind), of: builtIn.preset, inForce: builtIn.settings)
    var above: Set = [builtIn.preset.kind]
    for kind in DeckKind.allCases where kind != builtIn.preset.kind {
      let preset = kind.defaultPreset
      example.gap()
      example.prose(
        "A \(kind.rawValue). It takes settings of its own, whose defaults here are those of the preset "
          + "\(preset.rawValue), and of those above \(shared(by: kind, with: above).joined(separator: ", "))."
      )
      example.line("#[[decks]]")
      example.line("#id = \"\(kind.rawValue)\"")
      example.line("#preset = \"\(preset.rawValue)\"")
      example.line("#[decks.settings]")
      example.settings(SettingsTable.rows(for: kind).filter { $0.kinds.isDisjoint(with: above) }, of: preset)
      above.insert(kind)
    }
    return example.text
  }

  /// The keys that have their own line in the file.
  package static var keys: [String] { tables.flatMap(\.lines) }

  /// The names of the settings that decks of a kind have, and decks of one of `others` as well.
  private static func shared(by kind: DeckKind, with others: Set<DeckKind>) -> [String] {
    SettingsTable.rows(for: kind).filter { !$0.kinds.isDisjoint(with: others) }.map(\.name)
  }
}

/// The lines of the example file, while it is written.
private struct ExampleFile {
  /// The maximum length of a line, at which comments are wrapped.
  private static let width = 110

  private(set) var text = ""

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func gap() {
    line("")
  }

  /// Writes a comment on as many lines as it needs, all but the first indented by `indent`.
  mutating func prose(_ prose: String, indent: String = "") {
    var current = "#"
    for word in prose.filter({ $0 != "`" }).split(separator: " ") {
      if current.count + 1 + word.count > Self.width {
        line(current)
        current = "#\(indent)"
      }
      current += " \(word)"
    }
    line(current)
  }

  /// Writes a table with its header, then the tables in it that have headers of their own.
  mutating func table(_ table: SectionKey, isCommented: Bool = false) {
    gap()
    prose(table.summary)
    line((isCommented ? "#" : "") + table.example)
    for key in table.members where !key.hasHeader { self.key(key, isCommented: isCommented) }
    for inner in table.members where inner.hasHeader && !inner.members.isEmpty { self.table(inner) }
  }

  /// Writes a key with its example, uncommented only if it is required.
  private mutating func key(_ key: SectionKey, isCommented: Bool) {
    prose(key.explanation)
    for member in key.members { prose("- \(member.name): \(member.explanation)", indent: "  ") }
    line("\(key.fallback == nil && !isCommented ? "" : "#")\(key.name) = \(key.example)")
  }

  /// Writes settings with the defaults of a preset, as comments, so that they do not override another preset's; those
  /// whose values differ in `deck` are uncommented.
  ///
  /// Text that the previous row had is not repeated: settings of each direction differ only in their values.
  mutating func settings(_ rows: [SettingRow], of preset: Preset, inForce deck: DeckSettings? = nil) {
    var last: SettingRow?
    for row in rows {
      let unit = row.unit.isEmpty ? "" : " \(row.unit)"
      let isSame = last.map { ($0.summary, $0.range, $0.source) == (row.summary, row.range, row.source) } ?? false
      let others = others(row, than: preset)
      let origin = row.origin.isEmpty ? [] : ["[\(row.origin)]"]
      let words = isSame ? others : [row.summary, "\(row.range)\(unit)."] + others + origin
      if !words.isEmpty { prose(words.joined(separator: " ")) }
      let usual = row.literal(in: preset.settings)
      let chosen = deck.map { row.literal(in: $0) } ?? usual
      line(chosen == usual ? "#\(row.name) = \(usual)" : "\(row.name) = \(chosen)")
      last = row
    }
  }

  /// The values of other presets that have the setting, grouped by value.
  private func others(_ row: SettingRow, than preset: Preset) -> [String] {
    var groups: [(literal: String, presets: [String])] = []
    for other in Preset.allCases where row.kinds.contains(other.kind) {
      let literal = row.literal(in: other.settings)
      if literal == row.literal(in: preset.settings) { continue }
      if let place = groups.firstIndex(where: { $0.literal == literal }) {
        groups[place].presets.append(other.rawValue)
      } else {
        groups.append((literal, [other.rawValue]))
      }
    }
    return groups.map { "In \(SettingText.list($0.presets)) \($0.literal)." }
  }
}

extension SectionKey {
  /// The summary with range and default.
  fileprivate var explanation: String {
    let range = self.range.isEmpty ? "" : " \(self.range)."
    return "\(summary)\(range)" + (fallback.map { " Default: \($0)." } ?? " Must be given.")
  }
}
