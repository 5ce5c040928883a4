import DeckConfiguration
import DeckEngine
import DeckProtocol
import Foundation
import TestSupport
import Testing

/// Cards from a file that the configuration names.
struct CardFileTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws {
    temporary = try TemporaryFolder()
  }

  /// Reads a configuration whose deck has the file `cards.json`, or another.
  private func read(_ name: String = "cards.json", _ more: String = "") throws -> DaemonConfiguration {
    let toml = "[[decks]]\nid = \"main\"\ncardsFile = \"\(name)\"\n\(more)"
    return try DaemonConfiguration(toml: toml, file: folder.appending(path: "deckd.toml").path)
  }

  private func write(_ json: String) throws {
    try Data(json.utf8).write(to: folder.appending(path: "cards.json"))
  }

  /// What the configuration is told that cannot have its cards, its folder left out.
  private func problem(_ name: String = "cards.json", _ more: String = "") -> String? {
    let error = #expect(throws: ConfigurationError.self) { _ = try read(name, more) }
    return error?.description.replacing("\(folder.path)/", with: "")
  }

  @Test func `they are read from beside the configuration, or from anywhere`() throws {
    try write(#"[{"id":"a","data":{"n": 1.50}},{"id":"b","allowed":["up"],"threshold":0.5}]"#)
    let cards = [Card(id: "a", data: Array(#"{"n": 1.50}"#.utf8)), Card(id: "b", allowed: [.up], threshold: 0.5)]
    let path = folder.appending(path: "cards.json").path
    for name in ["cards.json", path] {
      let configuration = try read(name)
      #expect(configuration.decks.map { Array($0.cards) } == [cards])
      #expect(configuration.cardFiles == ["main": CardFile(path: path)])
    }
  }

  @Test func `they may be in UTF-16, or have a byte order mark`() throws {
    let json = #"[{"id":"Ω"}]"#
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf8] {
      for hasMark in [true, false] {
        let mark = encoding == .utf16 || !hasMark ? Data() : "\u{FEFF}".data(using: encoding) ?? Data()
        let text = mark + (try #require(json.data(using: encoding)))
        try text.write(to: folder.appending(path: "cards.json"))
        #expect(try read().decks.first?.cards == [Card(id: "Ω")], "\(encoding), mark: \(hasMark)")
      }
    }
  }

  @Test func `there may be none of them`() throws {
    try write("[]")
    #expect(try read().decks.first?.cards == [])
  }

  @Test(arguments: [
    ("[{}]", "1:2: card 0 (id) is missing; expected a string"),
    (#"[{"id":"a"},{"id":"a"}]"#, "1:19: card 1 (id) is wrong; expected an id of its own, not \"a\" again"),
    (#"[{"id":"a","threshold":2}]"#, "1:24: card 0 (threshold) is wrong; expected a number from 0.01 to 1, not 2"),
    (
      "[{\"id\":\"a\"},\n{\"id\":\"b\",\"treshold\":0.5}]",
      "2:22: card 1 (treshold) is unknown; expected one of id, data, allowed, threshold, draggable, swipeable, loaded, "
        + "label, hint; did you mean \"threshold\"?"
    ),
    (
      #"[{"id":"a","allowed":["rigth"]}]"#,
      "1:23: card 0 (allowed[0]) is wrong; expected one of left, right, up, down, topLeft, topRight, bottomLeft, "
        + "bottomRight, not \"rigth\"; did you mean \"right\"?"
    ),
    (#"{"cards":[]}"#, "1:1: not cards; expected an array of cards such as {\"id\": \"a\"}, not an object"),
    ("[\n{\"id\":\"a\"},\n{]", "3:2: not JSON; expected a key in double quotes"),
    (
      "{\"id\":\"a\"}\n{\"id\":\"b\"}",
      "2:1: another value; expected one array of cards, such as jq -s . makes of several values"
    ),
  ])
  func `what is wrong with one is told with its place`(json: String, expected: String) throws {
    try write(json)
    #expect(
      problem()?.hasPrefix("deckd.toml:3: decks[0].cardsFile: cards.json:\(expected)") == true,
      "\(problem() ?? "")"
    )
  }

  @Test func `the file has to be there, and be a file`() throws {
    #expect(
      problem()
        == "deckd.toml:3: decks[0].cardsFile: cards.json: No such file or directory; expected the path of a file that is there"
    )
    #expect(mkfifo(folder.appending(path: "cards.json").path, 0o600) == 0)
    #expect(problem()?.contains("cards.json: not a file that can be read again; expected a file") == true)
  }

  @Test func `a deck has them in one way only, and no more than it may`() throws {
    try write(#"[{"id":"a"},{"id":"b"}]"#)
    #expect(problem("cards.json", "count = 3")?.contains("decks[0].count: given together with cardsFile") == true)
    #expect(problem("cards.json", "cards = []")?.contains("decks[0].cardsFile: given together with cards") == true)
    #expect(
      problem("cards.json", "[limits]\ncards = 1")?.contains(
        "deckd.toml:3: decks[0].cardsFile: has 2 cards; expected at most 1"
      ) == true
    )
  }
}
