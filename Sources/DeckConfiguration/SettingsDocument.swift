import DeckEngine

/// The documentation of the configuration, generated from the reader's tables.
package enum SettingsDocument {
  /// The page of all keys and settings, in Markdown.
  package static var markdown: String {
    let parts = [
      """
      # Settings

      What can be set in the configuration file.

      This page and `Examples/deckd.toml` are made from the tables in the sources; with `RECORD_FIXTURES=1` in its
      environment `swift test --filter DeckConfigurationTests` makes them anew.

      ## Settings of a deck

      In the file they stand in a deck's table `settings`. A length takes points (`12`) or millimetres (`"1.6mm"`),
      which become points with the size of the panel; a range of lengths is in points.

      \(springs)

      A deck takes the settings of its preset's kind only.
      """,
      settings(of: .swipe),
      settings(of: .stack),
      "## Tables of the file\n\nEvery table may be left out. A key without a default must be given.",
      section("### The file itself", SectionTable.File.all),
      section("### surfaces", SectionTable.Surface.all),
      section("### panels", SectionTable.Panel.all),
      section("### panels: match", SectionTable.Match.all),
      section("### decks", SectionTable.Deck.all),
      section("### decks: area", SectionTable.Area.all),
      section("### decks: cards", SectionTable.Card.all),
      section("### socket", SectionTable.Socket.all),
      section("### socket.observe", SectionTable.Observe.all),
      section("### access", SectionTable.Access.all),
      section("### limits", SectionTable.Limits.all),
      section("### journal", SectionTable.Journal.all),
    ]
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The valid forms of a spring.
  static let springs = """
    A spring takes "response R, dampingFraction Z", "duration D, bounce B", "bounciness B, speed S" or "mass M, \
    stiffness K, damping C", where the mass may be left out; it has to come to rest: its response, however it is \
    made, is \(SettingText.range(SpringSetting.responses)) s and its dampingFraction \(SettingText.range(SpringSetting.dampingFractions)).
    """

  private static func settings(of kind: DeckKind) -> String {
    let presets = Preset.allCases.filter { $0.kind == kind }
    let rows = SettingsTable.rows(for: kind).map { row in
      ["`\(row.name)`", row.unit]
        + presets.map { "`\(row.literal(in: $0.settings))`" }
        + [row.range, row.summary, row.source]
    }
    let head = ["setting", "unit"] + presets.map { "`\($0.rawValue)`" } + ["range", "what", "source"]
    return "### Settings of \(kind.noun)s\n\n" + table(head, rows)
  }

  private static func section(_ heading: String, _ keys: [SectionKey]) -> String {
    let rows = keys.map { key in ["`\(key.name)`", key.values, key.fallback ?? "", key.summary] }
    return "\(heading)\n\n" + table(["key", "takes", "default", "what"], rows)
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { cells in
      let escaped = cells.map { cell in cell.map { $0 == "|" ? "\\|" : String($0) }.joined() }
      return "| \(escaped.joined(separator: " | ")) |"
    }
    .joined(separator: "\n")
  }
}

extension SectionKey {
  /// The valid values of the key, for a column of the page.
  fileprivate var values: String {
    switch form {
    case .number, .whole: range
    case .flag: expectation
    case .name: "text, \(range)"
    case .other(let words): words
    }
  }
}
