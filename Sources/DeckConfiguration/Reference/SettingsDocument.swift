import DeckEngine

/// The documentation of the configuration, generated from the reader's tables.
package enum SettingsDocument {
  /// The tables of the file.
  package static var tables: [SectionKey] { SectionTable.file.map(\.key) }

  /// The page of all keys and settings, in Markdown.
  package static var markdown: String {
    let introduction = [
      """
      # Settings

      What can be set in the configuration file.

      This page and `Examples/deckd.toml` are made from the tables in the sources; with `RECORD_FIXTURES=1` in its
      environment `make test FILTER=DeckConfigurationTests` writes them again.

      ## Settings of a deck

      In the file they stand in a deck's table `settings`. A length takes points (`12`) or millimetres (`"1.6mm"`),
      which become points with the size of the panel; a range of lengths is in points.

      \(springs) \(parts)

      A deck takes the settings of its preset's kind only. The last column links to the rule that has the setting, and
      names where the default comes from; the pages say what SwipeClean, Koloda, Wallet and CardDeck are.
      """
    ]
    let tables =
      [
        "## Tables of the file\n\nEvery table may be left out. A key without a default must be given.",
        section("The file itself", tables),
      ] + tables.flatMap { sections($0, in: "") }
    return (introduction + DeckKind.allCases.map(settings(of:)) + tables).joined(separator: "\n\n") + "\n"
  }

  /// The forms that only the file has, in place of texts.
  package static let parts = """
    In the file it may also be a table, such as { response = 0.4, dampingFraction = 0.7 }, and directions may also be \
    an array, such as ["left", "right"].
    """

  /// The valid forms of a spring.
  package static let springs = """
    A spring takes "response R, dampingFraction Z", "duration D, bounce B", "bounciness B, speed S" or "mass M, \
    stiffness K, damping C", where the mass may be left out; it has to come to rest: its response, however it is \
    made, is \(SettingText.range(SpringSetting.responses)) s and its dampingFraction \(SettingText.range(SpringSetting.dampingFractions)).
    """

  private static func settings(of kind: DeckKind) -> String {
    let rows = SettingsTable.rows(for: kind).map { row in
      ["`\(row.name)`", row.unit]
        + kind.presets.map { "`\(row.literal(in: $0.settings))`" }
        + [row.range, row.summary, reference(of: row)]
    }
    let head = ["setting", "unit"] + kind.presets.map { "`\($0.rawValue)`" } + ["range", "what", "rule and source"]
    return "### Settings of \(kind.noun)s\n\n" + table(head, rows)
  }

  /// The headings that describe a setting, and where its default comes from.
  private static func reference(of row: SettingRow) -> String {
    let links = row.references.map { ReferenceRow.row(named: $0)?.link ?? $0 }.joined(separator: ", ")
    return row.origin.isEmpty ? links : "\(links); \(row.origin)"
  }

  /// The sections of a table and of the tables in it.
  private static func sections(_ key: SectionKey, in table: String) -> [String] {
    guard !key.members.isEmpty else { return [] }
    let heading = table.isEmpty ? key.name : key.hasHeader ? "\(table).\(key.name)" : "\(table): \(key.name)"
    return [section(heading, key.members)] + key.members.flatMap { sections($0, in: heading) }
  }

  private static func section(_ heading: String, _ keys: [SectionKey]) -> String {
    let rows = keys.map { key in ["`\(key.name)`", key.values, key.fallback ?? "", key.summary] }
    return "### \(heading)\n\n" + table(["key", "takes", "default", "what"], rows)
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
  package var values: String {
    // A length in characters is that of a text.
    range.isEmpty ? expectation : range.hasSuffix(" characters") ? "text, \(range)" : range
  }
}
