import DeckConfiguration
import DeckEngine
import ManualPages
import Testing

@Suite
struct `A manual page` {
  private static let release = ManualRelease(date: "November 23, 2026")

  @Test
  func `of the configuration has every table, key and setting`() {
    let lines = SettingsPage.text(Self.release).split(separator: "\n").map(String.init)
    func check(_ key: SectionKey) {
      let isTable = key.hasHeader && !key.members.isEmpty
      let entry = isTable ? ".Ss \(key.example)" : ".It Cm \(Self.word(key.name)) No ="
      #expect(lines.contains { $0.hasPrefix(entry) }, "\(key.name)")
      key.members.forEach(check)
    }
    SettingsDocument.tables.forEach(check)
    #expect(SettingsDocument.tables.count > 5)
    for kind in DeckKind.allCases {
      let start = lines.firstIndex(of: ".Ss Settings of \(kind.noun)s") ?? lines.endIndex
      let section = lines[start...].dropFirst().prefix { !$0.hasPrefix(".S") }
      let entries = section.filter { $0.hasPrefix(".It ") }
      let rows = SettingsTable.rows(for: kind)
      #expect(entries.count == rows.count)
      for row in rows { #expect(entries.contains { $0.hasPrefix(".It Cm \(row.name) No =") }, "\(row.name)") }
    }
  }

  @Test
  func `of the configuration begins with one that is valid`() throws {
    let configuration = try DaemonConfiguration(toml: SettingsPage.example, file: "deckd.toml")
    #expect(configuration.decks.count == 2)
    #expect(configuration.warnings.isEmpty, "\(configuration.warnings)")
  }

  @Test
  func `of a program has its help`() throws {
    let page = try CommandPage(help: Array(Self.help.utf8), section: 1, release: Self.release).text
    for line in [
      ".Dd November 23, 2026", ".Dt EXAMPLE 1", ".Nd does \\-\\-little", ".Op Fl \\-level Ar number",
      "The level, as \\e0 of \\-\\-level.", "(values: 1, 2; default: 1)", ".Ar subcommand", ".It Cm \\&64",
      "wrong usage",
      "example \\-\\-level 2", ".Ss \\&run", ".Ar \"a file\" ...", ".It Fl \\-all , Fl \\&a", "\\&.hidden files too.",
    ] {
      #expect(page.split(separator: "\n").contains { $0 == line }, "\(line)\n\(page)")
    }
    #expect(!page.contains("secret"))
  }

  @Test
  func `is refused for a text that is no help`() {
    for text in ["", "{}", #"{"command":{}}"#] {
      #expect(throws: (any Error).self, "\(text)") {
        try CommandPage(help: Array(text.utf8), section: 1, release: Self.release)
      }
    }
  }

  /// A name as a macro's argument.
  private static func word(_ name: String) -> String { name.count <= 3 ? "\\&\(name)" : name }

  private static let help = #"""
    {"command":{"commandName":"example","abstract":"Does --little.",
     "discussion":"Words.\n\nExit codes:\n0   done\n64  wrong usage\n\nOr:\n  example --level 2","shouldDisplay":true,
     "arguments":[
      {"kind":"option","names":[{"kind":"long","name":"level"}],"preferredName":{"kind":"long","name":"level"},
       "valueName":"number","abstract":"The level, as \\0 of --level.","allValues":["1","2"],"defaultValue":"1",
       "isOptional":true,"isRepeating":false,"shouldDisplay":true},
      {"kind":"flag","names":[{"kind":"long","name":"secret"}],"preferredName":{"kind":"long","name":"secret"},
       "valueName":"secret","isOptional":true,"isRepeating":false,"shouldDisplay":false}],
     "subcommands":[{"commandName":"run","abstract":"Run it.","shouldDisplay":true,"arguments":[
      {"kind":"positional","valueName":"a file","abstract":"Files.","isOptional":false,"isRepeating":true,
       "shouldDisplay":true},
      {"kind":"flag","names":[{"kind":"long","name":"all"},{"kind":"short","name":"a"}],
       "preferredName":{"kind":"long","name":"all"},"valueName":"all","abstract":".hidden files too.",
       "isOptional":true,"isRepeating":false,"shouldDisplay":true}]}]}}
    """#
}
