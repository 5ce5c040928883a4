import DeckConfiguration
import Testing

/// That an error names the line of its own key, whatever way TOML has of writing it.
struct PlaceTests {
  /// Every unknown key is called `z` and the number of its line.
  static let texts = [
    "z1 = 1\nz2.a = 1\n[z3]\nb = 1\n[[z5]]\n[[z5]]\n[z7.a.b]\n",
    "# z = 1\r\n\r\nz3 = 1\r\n\"z4\" = 1\r\n'z5' = \"\"\"\r\n[[z]]\r\nz = 1\"\"\"\r\nz8 = 1\r\n",
    #"z1 = "\" # ]}" # \#nz2 = 1"# + "\nz3 = ['''\nz = 1''', \"]\", # ]\n { a = 1 }]\nz6 = { \"}\" = '}' }\nz7 = 1",
    "z1 = '''\na'''''\nz3 = \"\"\"\n\\\"\"\" \\\n \"\"\"\"\"\nz6 = ''\nz7 = \"\"\nz8 = 1979-05-27 07:32:00",
    "\u{FEFF}z1 = 1\n\n\t z3 . \"x\" = [ 1 ,\n\n 2 ]\n z6 = 0x1F\n",
    "\"\\u007A1\" = 1\n\"z2\\U0001F600\" = 1\n\"z3\u{E9}\" = 1\n\"z4e\u{301}\" = 1\n",
    "[[surfaces]]\nname = 'main'\nz3 = 1\n[[decks]]\nid = 'a'\nz6 = 1\n[[decks.cards]]\nid = 'a'\nz9 = 1\n",
    "decks = [\n  { id = 'a', z2 = 1 }, # z\n  { z3 = 1, id = 'b', area.z3 = 1 },\n  { id = 'c', cards = [{ z4 = 1 },\n"
      + "    { z5 = 1 }, { id = 'x', data = { z = 1 } }] },\n]\n",
    "[[decks]]\nid = 'a'\n[decks.settings]\nz4 = 1\ndrag.z5 = 1\n[decks.settings.snap]\nz7 = 1\n[[decks]]\nid = 'b'\n"
      + "[decks.settings]\nz11.a.b = { c = 1,\td = '''\n''' }\nz13 = 1\n",
  ]

  @Test(arguments: texts)
  func `an unknown key is named with its own line`(_ text: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: text, file: "f") }
    let problems = try #require(error).problems.filter { $0.text.contains("unknown key") }
    #expect(!problems.isEmpty)
    for problem in problems {
      #expect(problem.column == nil, "\(problem.text)")
      let path = problem.text.prefix { $0 != ":" }
      let key = try #require(path.split(separator: ".").last { $0.contains("z") })
      let digits = key.drop { $0 != "z" }.dropFirst().prefix { $0.isNumber }
      #expect(Int(digits) == problem.line, "\(problem.line): \(problem.text)")
    }
  }

  @Test func `keys that Unicode holds to be equivalent keep their own lines`() {
    let text = "\"z\u{E9}\" = 1\n\"ze\u{301}\" = 1\n"
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: text, file: "f") }
    #expect(error?.problems.map(\.line) == [1, 2])
    #expect(error?.problems.first?.text.hasPrefix("\"z\u{E9}\"") == true)
  }

  @Test func `a table that dotted keys had opened is named by its header`() {
    let text = "[panels.a]\nb = 1\n\n[panels]\n"
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: text, file: "f") }
    #expect(error?.lines == ["f:4: panels: found a table; expected an array of tables, [[panels]]"])
  }
}
