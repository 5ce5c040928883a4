import DeckConfiguration
import Testing

struct ReportTests {
  @Test func `the built-in configuration in words`() {
    #expect(
      DaemonConfiguration.builtIn.report == [
        "surface \"main\": size from its panel (6.4 pt/mm, else short side 400 pt), 60 Hz",
        "every panel: surface \"main\", rotation 0°",
        "deck \"main\": swipeclean, all of surface \"main\", 10 cards",
      ]
    )
  }

  @Test func `a configuration in words, with the settings that differ from the preset`() throws {
    let text = """
      surfaces = [{ name = "a", width = 400, height = 800.5, refresh = 120 }, { name = "b" }]
      panels = [
        { match = { name = "G*", id = "416:38f", path = "p", property = { B = "2", A = "1" } }, surface = "b" },
        { match = { name = "*" }, rotation = 90 },
      ]
      [[decks]]
      id = "d"
      area = { x = 0, y = 10.5, width = 400, height = 400 }
      cards = [{ id = "one" }]
      [decks.settings]
      drag.distance = "1.6mm"
      drag.vertical = 0.3
      decision.left = "bin"
      """
    #expect(
      try DaemonConfiguration(toml: text, file: "f").report == [
        "surface \"a\": 400 × 800.5 pt, 120 Hz",
        "surface \"b\": size from its panel (6.4 pt/mm, else short side 400 pt), 60 Hz",
        "panel with name \"G*\", id 0416:038f, path \"p\", A \"1\", B \"2\": surface \"b\", rotation 0°",
        "panel with name \"*\": surface \"a\", rotation 90°",
        "any other panel: surface \"a\", rotation 0°",
        "deck \"d\": swipeclean, 400 × 400 pt at 0, 10.5 of surface \"a\", 1 card",
        "  drag.distance = \"1.6mm\" (preset: 10 pt)",
        "  decision.left = \"bin\" (preset: \"delete\")",
      ]
    )
  }
}
