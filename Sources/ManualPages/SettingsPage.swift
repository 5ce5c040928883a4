import DeckConfiguration
import DeckEngine

/// The manual page of the configuration file, made from the tables that the reader of the file obeys.
package struct SettingsPage {
  private var page = ManualText()

  private init() {}

  /// The page in mdoc.
  package static func text(_ release: ManualRelease) -> String {
    var writer = SettingsPage()
    writer.write(release)
    return writer.page.text
  }

  private mutating func write(_ release: ManualRelease) {
    page.head("deckd.toml", section: 5, summary: "The configuration of deckd.", release: release)
    page.macro("Sh", "DESCRIPTION")
    page.macro("Nm")
    page.prose("is the configuration of the daemon, in TOML.")
    page.prose("It is \(ConfigurationFile.usualPath) unless --config names another file.")
    page.prose("Every table and every key has a default, unless it is said to be required; so has the file.")
    page.macro("Pp")
    page.prose("To check the file, and to have a running daemon read it again:")
    page.example(["deckd --check-config", "deckctl reload"])
    page.macro("Pp")
    page.prose("A deck of photos above a stack of passes:")
    page.example(Self.example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    page.macro("Sh", "TABLES")
    for table in SettingsDocument.tables { describe(table) }
    page.macro("Sh", "SETTINGS")
    page.prose("The table settings of a deck has the settings of its preset's kind.")
    page.prose("A length takes points (12) or millimeters (\"1.6mm\").")
    page.prose("\(SettingsDocument.springs) \(SettingsDocument.parts)")
    for kind in DeckKind.allCases {
      page.macro("Ss", "Settings of \(kind.noun)s")
      page.macro("Bl", "-tag", "-width", "Ds")
      for row in SettingsTable.rows(for: kind) { describe(row, of: kind) }
      page.macro("El")
    }
    page.list("FILES", "Pa", [(ConfigurationFile.usualPath, "The configuration of the service.")])
    page.seeAlso(except: "deckd.toml")
  }

  /// A configuration that is in force as it stands.
  package static let example = """
    [[surfaces]]
    name = "main"
    width = 400
    height = 800

    [[decks]]
    id = "photos"
    surface = "main"
    preset = "koloda"
    area = { x = 0, y = 0, width = 400, height = 400 }
    [decks.settings]
    commit.threshold = 0.5

    [[decks]]
    id = "passes"
    surface = "main"
    preset = "wallet"
    area = { x = 0, y = 400, width = 400, height = 400 }
    """

  /// Writes a table, then the tables in it that have headers of their own.
  private mutating func describe(_ table: SectionKey) {
    page.macro("Ss", table.hasHeader ? table.example : table.name)
    page.prose(table.summary)
    let keys = table.members.filter { !$0.hasHeader || $0.members.isEmpty }
    if !keys.isEmpty { list(keys) }
    for inner in table.members where inner.hasHeader && !inner.members.isEmpty { describe(inner) }
  }

  private mutating func list(_ keys: [SectionKey]) {
    page.macro("Bl", "-tag", "-width", "Ds")
    for key in keys {
      page.macro("It", "Cm", ManualText.word(key.name), "No", "=", ManualText.word(key.values))
      page.prose(key.summary)
      page.prose(key.fallback.map { $0 == "see its keys" ? "" : "Default: \($0)." } ?? "It is required.")
      if !key.members.isEmpty { list(key.members) }
    }
    page.macro("El")
  }

  private mutating func describe(_ row: SettingRow, of kind: DeckKind) {
    let unit = row.unit.isEmpty ? "" : " \(row.unit)"
    page.macro("It", "Cm", ManualText.word(row.name), "No", "=", ManualText.word("\(row.range)\(unit)"))
    page.prose(row.summary)
    let usual = row.literal(in: kind.defaultPreset.settings)
    let others = kind.presets.map { ($0.rawValue, row.literal(in: $0.settings)) }.filter { $0.1 != usual }
    page.prose((["Default: \(usual)"] + others.map { "in \($0) \($1)" }).joined(separator: "; ") + ".")
  }
}
