import DeckEngine

extension SettingsDocument {
  /// An example file with every key, which is equivalent to the built-in configuration.
  package static var example: String {
    var example = ExampleFile()
    example.prose(
      "The configuration of deckd. As it stands it says what holds without it: every table and every key may be left "
        + "out, and what begins with # directly before a key is its default or an example."
    )
    example.prose("deckd --check-config tells what is wrong, and what would run. Lengths are in points (pt).")
    example.gap()
    example.prose(SectionTable.File.surfaces.summary)
    example.line("[[surfaces]]")
    example.keys(SectionTable.Surface.all)
    example.gap()
    example.prose(SectionTable.File.panels.summary)
    example.line("#[[panels]]")
    example.key(SectionTable.Panel.match, below: SectionTable.Match.all)
    example.keys([SectionTable.Panel.surface, SectionTable.Panel.rotation])
    for (table, header, keys) in daemon {
      example.gap()
      example.prose(table.summary)
      example.line(header)
      example.keys(keys)
    }
    example.gap()
    example.prose(SectionTable.File.decks.summary)
    example.line("[[decks]]")
    example.keys([SectionTable.Deck.id, SectionTable.Deck.surface, SectionTable.Deck.preset])
    example.key(SectionTable.Deck.area, below: SectionTable.Area.all)
    example.key(SectionTable.Deck.count, below: [])
    example.key(SectionTable.Deck.cards, below: SectionTable.Card.all)
    example.key(SectionTable.Deck.cardsFile, below: [])
    example.gap()
    example.prose(
      "\(SectionTable.Deck.settings.summary) A length takes points (12) or millimetres (\"1.6mm\"). \(springs) The "
        + "defaults here are those of the preset \(Preset.swipeclean.rawValue)."
    )
    example.line("[decks.settings]")
    example.settings(
      SettingsTable.rows(for: .swipe),
      of: .swipeclean,
      inForce: DeckDefinition.builtIn().settings
    )
    example.gap()
    example.prose(
      "A stack. It takes settings of its own, whose defaults here are those of the preset \(Preset.fan.rawValue), and of "
        + "those above \(common.joined(separator: ", "))."
    )
    example.line("#[[decks]]")
    example.line("#\(SectionTable.Deck.id.name) = \"\(DeckKind.stack.rawValue)\"")
    example.line("#\(SectionTable.Deck.preset.name) = \"\(Preset.fan.rawValue)\"")
    example.line("#[decks.settings]")
    example.settings(SettingsTable.rows(for: .stack).filter { $0.kinds == [.stack] }, of: .fan)
    return example.text
  }

  /// The tables that describe the daemon itself, with their headers and keys.
  private static var daemon: [(table: SectionKey, header: String, keys: [SectionKey])] {
    typealias Key = SectionTable.Socket
    return [
      (SectionTable.File.socket, "[socket]", [Key.mode, Key.group]),
      (Key.observe, "[socket.observe]", SectionTable.Observe.all),
      (SectionTable.File.access, "[access]", SectionTable.Access.all),
      (SectionTable.File.limits, "[limits]", SectionTable.Limits.all),
      (SectionTable.File.journal, "[journal]", SectionTable.Journal.all),
    ]
  }

  /// The keys that have their own line in the file.
  package static var keys: [String] {
    let tables = [SectionTable.Surface.all, SectionTable.Panel.all, SectionTable.Deck.all] + daemon.map(\.keys)
    return tables.joined().map(\.name).filter { $0 != SectionTable.Deck.settings.name }
  }

  /// The names of the settings that decks of every kind have.
  private static var common: [String] {
    SettingsTable.rows.filter { $0.kinds == Set(DeckKind.allCases) }.map(\.name)
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

  mutating func keys(_ keys: [SectionKey]) {
    for key in keys { self.key(key, below: []) }
  }

  /// Writes a key with its example, uncommented only if it is required; `members` are the keys of its tables.
  mutating func key(_ key: SectionKey, below members: [SectionKey]) {
    prose(key.explanation)
    for member in members { prose("- \(member.name): \(member.explanation)", indent: "  ") }
    line("\(key.fallback == nil ? "" : "#")\(key.name) = \(key.example)")
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
      let words = isSame ? others : [row.summary, "\(row.range)\(unit)."] + others + ["[\(row.source)]"]
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
