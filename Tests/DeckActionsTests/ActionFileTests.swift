import DeckConfiguration
import DeckProtocol
import Foundation
import TestSupport
import Testing

@Suite
struct `A file of actions` {
  private static let swiped = "[[actions]]\non = \"card.swiped\"\n"
  private static let minimal = "\(swiped)run = [\"true\"]\n"

  private static func parse(_ text: String) throws -> [ActionSection] {
    try ActionFile.parse(Array(text.utf8), file: "f")
  }

  @Test
  func `has defaults for all but the type and the command`() throws {
    let action = try #require(try Self.parse(Self.minimal).first)
    #expect(action.name == "card.swiped 1")
    #expect(action.event == "card.swiped" && action.command == ["true"] && action.conditions.isEmpty)
    #expect(action.timeout == 10 && action.overlap == .drop && action.rate == 5)
  }

  @Test
  func `can set every key`() throws {
    let actions = try Self.parse(
      """
      [[actions]]
      name = "lamp"
      on = "surface.changed"
      where = { deck = ["a", "b"], surface.name = "main" }
      run = ["/bin/sh", "-c", "echo \\"$DECKD_DECK\\""]
      timeout = 0.5
      overlap = "queue"
      rate = 100
      [[actions]]
      on = "gesture.performed"
      run = ["true"]
      overlap = true
      """
    )
    #expect(actions.map(\.name) == ["lamp", "gesture.performed 2"])
    #expect(actions.map(\.overlap) == [.queue, .beside])
    #expect(actions[0].command == ["/bin/sh", "-c", "echo \"$DECKD_DECK\""])
    #expect(actions[0].timeout == 0.5 && actions[0].rate == 100)
    #expect(actions[0].conditions.map(\.path) == [["deck"], ["surface", "name"]])
    #expect(actions[0].conditions.map(\.values) == [[.text("a"), .text("b")], [.text("main")]])
  }

  @Test
  func `may name an event of a newer daemon, with a warning`() throws {
    let actions = try Self.parse("[[actions]]\non = \"card.swipd\"\nwhere.angle = 3\nrun = [\"true\"]")
    #expect(actions[0].conditions.map(\.path) == [["angle"]] && actions[0].conditions[0].values == [.number(3)])
    #expect(
      ActionFile.warnings(of: actions) == [
        #"card.swipd 1: this version knows no event "card.swipd"; did you mean "card.swiped"?"#
      ]
    )
    #expect(ActionFile.warnings(of: try Self.parse(Self.minimal)).isEmpty)
  }

  @Test(arguments: DeckEvent.typeNames)
  func `takes every event type of the protocol`(type: String) throws {
    #expect(try Self.parse("[[actions]]\non = \"\(type)\"\nrun = [\"true\"]")[0].event == type)
  }

  /// A text with the lines of its error.
  struct Row: CustomTestStringConvertible, Sendable {
    var toml: String
    var lines: [String]

    init(_ toml: String, _ lines: String...) { (self.toml, self.lines) = (toml, lines) }

    var testDescription: String { toml }
  }

  private static let command =
    "expected an array of the program and its arguments, such as [\"/usr/bin/logger\", \"swiped\"]"
  private static let value = "expected a text, a number, true or false"

  static let rows = [
    Row("", "f:1: actions: missing; expected an array of tables, [[actions]]"),
    Row("[actions]", "f:1: actions: found a table; expected an array of tables, [[actions]]"),
    Row(
      "[[actions]]",
      "f:1: actions[0].on: missing; expected an event type such as \"card.swiped\"",
      "f:1: actions[0].run: missing; \(command)"
    ),
    Row(
      "[[actions]]\non = \"swiped\"\nrun = [\"true\"]",
      "f:2: actions[0].on: \"swiped\" is not an event type; expected an event type such as \"card.swiped\""
    ),
    Row(
      "[[actions]]\non = \"Card.Swiped\"\nrun = [\"true\"]",
      "f:2: actions[0].on: \"Card.Swiped\" is not an event type; expected an event type such as \"card.swiped\"; "
        + "did you mean \"card.swiped\"?"
    ),
    Row(
      "\(swiped)run = \"echo \\\"hi\\\"\"",
      #"f:3: actions[0].run: found a string; \#(command); for a shell, run = ["/bin/sh", "-c", "echo \"hi\""]"#
    ),
    Row("\(swiped)run = []", "f:3: actions[0].run: has no program; \(command)"),
    Row("\(swiped)run = [\"\"]", "f:3: actions[0].run: has no program; \(command)"),
    Row("\(swiped)run = [\"true\", 1]", "f:3: actions[0].run[1]: found a number; expected a text"),
    Row(
      "\(swiped)run = [\"bin/lamp\"]",
      "f:3: actions[0].run[0]: \"bin/lamp\" is a relative path; expected an absolute path, or a name"
    ),
    Row("\(minimal)wehre.deck = \"a\"", "f:4: actions[0].wehre: unknown key; did you mean \"where\"?"),
    Row(
      "\(minimal)where.directon = \"left\"",
      "f:4: actions[0].where.directon: card.swiped has no such member; expected one of seq, t, deck, type, card, "
        + "index, direction, decision, current, count, undoDepth; did you mean \"direction\"?"
    ),
    Row(
      "\(minimal)where = { direction = [\"left\", \"lefft\", 1], index = \"1\", deck = 1 }",
      "f:4: actions[0].where.direction[1]: no card.swiped has this value; expected one of left, right, up, down, "
        + "topLeft, topRight, bottomLeft, bottomRight; did you mean \"left\"?",
      "f:4: actions[0].where.direction[2]: no card.swiped has this value; expected one of left, right, up, down, "
        + "topLeft, topRight, bottomLeft, bottomRight",
      "f:4: actions[0].where.index: no card.swiped has this value; expected a number",
      "f:4: actions[0].where.deck: no card.swiped has this value; expected a text"
    ),
    Row("\(minimal)where.deck = []", "f:4: actions[0].where.deck: has 0 values; expected 1…64 values"),
    Row("\(minimal)where.deck = [[\"a\"]]", "f:4: actions[0].where.deck[0]: found an array; \(value)"),
    Row(
      "\(minimal)where.deck = 2024-01-01",
      "f:4: actions[0].where.deck: found a date or time; \(value), or an array of these"
    ),
    Row("\(minimal)timeout = 0", "f:4: actions[0].timeout: 0 is out of range; expected a number, 0.1…3600 s"),
    Row("\(minimal)rate = 1000", "f:4: actions[0].rate: 1000 is out of range; expected a number, 0.01…100 a second"),
    Row(
      "\(minimal)overlap = \"wait\"",
      "f:4: actions[0].overlap: \"wait\" is unknown; expected false, true or \"queue\""
    ),
    Row(
      "\(minimal)name = \"a\"\n\(minimal)name = \"a\"",
      "f:8: actions[1].name: \"a\" is actions[0] already; expected a name of its own"
    ),
    Row(
      "[[actions]]\non = card.swiped",
      "f:2:6: not TOML: Error while parsing value: could not determine value type; a string needs quotation marks"
    ),
  ]

  @Test(arguments: rows)
  func `that is wrong is refused with every mistake by its line`(row: Row) {
    let error = #expect(throws: ConfigurationError.self) { try Self.parse(row.toml) }
    #expect(error?.lines == row.lines)
  }

  @Test
  func `has a line for each key on its page`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Sources/DeckActions/DeckActions.docc/DeckActions.md"),
      encoding: .utf8
    )
    for key in ActionTable.keys {
      let line = "| `\(key.name)` | \(key.values) | \(key.fallback ?? "required") | \(key.summary) |"
      #expect(page.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
    let example = try String(contentsOf: root.appending(path: "Examples/actions.toml"), encoding: .utf8)
    let actions = try Self.parse(example)
    #expect(actions.count > 3 && ActionFile.warnings(of: actions).isEmpty)
  }
}
