import DeckConfiguration
import DeckEngine
import DeckProtocol
import Foundation
import TestSupport
import Testing

/// The files that are made from the tables, and are kept in the repository.
struct DocumentTests {
  /// A file below the repository's folder, with what it must hold.
  struct Made: CustomTestStringConvertible, Sendable {
    var path: String
    var text: String

    var testDescription: String { path }

    var url: URL {
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(path)").standardized
    }
  }

  static let files = [
    Made(path: "Examples/deckd.toml", text: SettingsDocument.example),
    Made(path: "Sources/DeckEngine/DeckEngine.docc/Settings.md", text: SettingsDocument.markdown),
  ]

  @Test(arguments: files)
  func `a committed file is what the tables make`(_ file: Made) throws {
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
      try FileManager.default.createDirectory(
        at: file.url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(file.text.utf8).write(to: file.url)
    }
    #expect(try Data(contentsOf: file.url) == Data(file.text.utf8), "RECORD_FIXTURES=1 makes it anew")
  }

  @Test func `the example as it stands is the built-in configuration`() throws {
    #expect(try DaemonConfiguration(toml: SettingsDocument.example, file: "deckd.toml") == .builtIn)
  }

  @Test func `an empty file is the built-in configuration`() throws {
    #expect(try DaemonConfiguration(toml: "", file: "deckd.toml") == .builtIn)
  }

  @Test func `the example's settings are the defaults`() throws {
    let text = uncommented(SettingsDocument.example).replacing("\ncards", with: "\n# cards")
      .replacing("\nduration = ", with: "\n# duration = ")
    let decks = try DaemonConfiguration(toml: text, file: "deckd.toml").decks
    let others = DeckKind.allCases.filter { $0 != DeckDefinition.builtIn().preset.kind }
    #expect(
      decks.map(\.settings) == [DeckDefinition.builtIn().settings] + others.map(\.defaultPreset.settings)
    )
    for row in SettingsTable.rows { #expect(text.contains("\n\(row.name) = "), "\(row.name)") }
  }

  @Test func `every example in the example file can be put in force`() throws {
    let folder = try TemporaryFolder()
    try Data(#"[{"id":"a"},{"id":"b"}]"#.utf8).write(to: folder.url.appending(path: "cards.json"))
    // A deck has a count or cards, so one at a time.
    for left in [["count = ", "cards = "], ["count = ", "cardsFile = "], ["cards = ", "cardsFile = "]] {
      // A gesture has a duration or a distance.
      let lines = uncommented(SettingsDocument.example).split(separator: "\n")
      let text = lines.filter { line in !(left + ["duration = "]).contains { line.hasPrefix($0) } }.joined(
        separator: "\n"
      )
      let configuration = try DaemonConfiguration(toml: text, file: folder.path + "/deckd.toml")
      #expect(configuration.panels.first?.match.id?.product == 0x038F)
      #expect(configuration.decks.first?.cards.count == (left.contains("count = ") ? 2 : 10))
    }
  }

  @Test func `the example has every key of every table, and no other`() {
    let lines = SettingsDocument.example.split(separator: "\n").map { $0.drop { $0 == "#" } }
    let keys = lines.filter { $0.first?.isLetter == true }.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    let names = SettingsDocument.keys + SettingsTable.rows.map(\.name)
    #expect(Set(keys) == Set(names))
  }

  @Test func `the page links each setting to the rows that its source names`() {
    for row in SettingsTable.rows {
      #expect(!row.references.isEmpty, "\(row.name)")
      for name in row.references { #expect(ReferenceRow.row(named: name) != nil, "\(row.name): no row \(name)") }
    }
  }

  @Test func `a row that a setting cites describes it`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/DeckEngine/DeckEngine.docc").standardized
    for row in SettingsTable.rows {
      // Settings of each direction, and of each announcement, are described together.
      let group = row.name.prefix { $0 != "." }
      let direction = Direction.allCases.first { row.name.hasSuffix(".\($0.rawValue)") }
      let common = direction.map { "\(row.name.dropLast($0.rawValue.count))<direction>" } ?? "\(group).*"
      let sections = try row.references.compactMap(ReferenceRow.row).map { reference in
        let page = try String(contentsOf: folder.appending(path: reference.page), encoding: .utf8)
        let heading = "# \(reference.name) \(reference.title)\n"
        let start = try #require(page.firstRange(of: heading), "\(reference.page): no heading \(heading)")
        let section = page[start.upperBound...]
        return section.prefix(upTo: section.firstRange(of: "\n#")?.lowerBound ?? section.endIndex)
      }
      let isDescribed = sections.contains { $0.contains("`\(row.name)`") || $0.contains("`\(common)`") }
      #expect(isDescribed, "\(row.name) is not in the sections \(row.references.joined(separator: ", "))")
    }
  }

  /// The text with every line in force that begins with # and no space.
  private func uncommented(_ text: some StringProtocol) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
      .joined(separator: "\n")
  }
}
