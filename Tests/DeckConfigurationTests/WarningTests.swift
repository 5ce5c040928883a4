import DeckConfiguration
import Testing

@Suite
struct `A sound configuration` {
  private static func warnings(_ text: String) throws -> [String] {
    try DaemonConfiguration(toml: text, file: "f").warnings
  }

  private static func deck(_ id: String, x: Int, settings: String = "") -> String {
    """
    [[decks]]
    id = "\(id)"
    area = { x = \(x), y = 0, width = 200, height = 400 }
    \(settings)

    """
  }

  private static let surface = "[[surfaces]]\nname = \"s\"\nwidth = 800\nheight = 400\n"

  @Test func `of decks side by side, panels apart and decisions that can be made has no warnings`() throws {
    let panels = """
      [[panels]]
      match.name = "ILITEK*"
      [[panels]]
      match.name = "Goodix*"
      [[panels]]
      match.path = "pci-*"

      """
    let decks = Self.deck(
      "a",
      x: 0,
      settings: "settings.commit.allowed = \"left, up\"\nsettings.decision.up = \"later\""
    )
    #expect(try Self.warnings(Self.surface + panels + decks + Self.deck("b", x: 200)).isEmpty)
    #expect(DaemonConfiguration.builtIn.warnings.isEmpty)
  }

  @Test func `warns of decks that overlap`() throws {
    let warnings = try Self.warnings(Self.surface + Self.deck("a", x: 0) + Self.deck("b", x: 199))
    #expect(
      warnings == [
        #"the decks "a" and "b" overlap on surface "s": where both have a card, a touch is for "b"; "#
          + "give them areas side by side"
      ]
    )
    // One for each deck that lies over others, however many.
    let three = try Self.warnings(Self.surface + ["a", "b", "c"].map { Self.deck($0, x: 0) }.joined())
    #expect(three.count == 2 && three[1].hasPrefix(#"the decks "b" and 1 more and "c" overlap"#), "\(three)")
    // A deck without an area has all of its surface.
    #expect(try Self.warnings(Self.surface + "[[decks]]\nid = \"all\"\n" + Self.deck("b", x: 600)).count == 1)
    let other = "[[surfaces]]\nname = \"t\"\n[[decks]]\nid = \"all\"\nsurface = \"t\"\n"
    #expect(try Self.warnings(Self.surface + other + Self.deck("b", x: 0, settings: "surface = \"s\"")).isEmpty)
  }

  @Test(arguments: [
    ("", "match.name = \"ILITEK*\""),
    ("match.name = \"ILITEK*\"", "match.name = \"ILITEK-TP\""),
    ("match.name = \"ILITEK*\"", "match.name = \"ILITEK-*\""),
    ("match.name = \"*\"", "match.path = \"pci-1\""),
    ("match.id = \"222a:0001\"", "match.id = \"222a:0001\"\nmatch.name = \"ILITEK\""),
    ("match.property = { ID_BUS = \"usb\" }", "match.property = { ID_BUS = \"usb\", ID_SEAT = \"seat0\" }"),
  ])
  func `warns of a panel that others before it leave nothing to`(_ first: String, _ second: String) throws {
    func warnings(_ sections: [String]) throws -> [String] {
      try Self.warnings(Self.surface + sections.map { "[[panels]]\n\($0)\n" }.joined())
    }
    let expected = "panels[1] is never used: panels[0] matches every panel that it does; put it before that one"
    #expect(try warnings([first, second]) == [expected])
    #expect(try warnings([second, first]).isEmpty)
  }

  @Test func `warns of a decision for a direction that no card allows`() throws {
    let decision = "settings.decision.up = \"later\"\n"
    let warnings = try Self.warnings(Self.surface + Self.deck("a", x: 0, settings: decision))
    #expect(
      warnings == [
        #"deck "a": no card can be swiped up, for which decision.up is "later"; add up to commit.allowed"#
      ]
    )
    // One card is enough.
    let cards = "cards = [{ id = \"x\" }, { id = \"y\", allowed = [\"up\"] }]\n"
    #expect(try Self.warnings(Self.surface + Self.deck("a", x: 0, settings: cards + decision)).isEmpty)
    // What the preset has for others was not written by who restricts the deck.
    let left = "settings.commit.allowed = \"left\"\n"
    #expect(try Self.warnings(Self.surface + Self.deck("a", x: 0, settings: left)).isEmpty)
  }
}
