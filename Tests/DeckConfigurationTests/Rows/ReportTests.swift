import DeckConfiguration
import Testing

struct ReportTests {
  @Test func `the built-in configuration in words`() {
    #expect(
      DaemonConfiguration.builtIn.report == [
        "surface \"main\": size from its panel (6.4 pt/mm, else short side 400 pt), 60 Hz",
        "every panel: surface \"main\", rotation 0°",
        "deck \"main\": natural, all of surface \"main\", 10 cards",
        "haptics: each panel's own motor, strength 1",
        "shake: not noticed",
        "control socket: mode 0660, group \"deckd\" if there is one",
        "observe socket: mode 0660, the same group",
        "input.inject: root and deckd's own user",
        "journal: the newest 100000 events of 30 days",
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
      preset = "swipeclean"
      area = { x = 0, y = 10.5, width = 400, height = 400 }
      cards = [{ id = "one" }]
      [decks.settings]
      drag.distance = "1.6mm"
      drag.vertical = 0.3
      decision.left = "bin"
      decision.up = ""
      layout.kind = "stacked"
      fly.duration = "fast"
      fly.rotation.topLeft = -20
      snap.spring = "dampingFraction 0.80,  response 4e-1"
      promote.spring = "bounciness 9, speed 16"
      """
    #expect(
      try DaemonConfiguration(toml: text, file: "f").report == [
        "surface \"a\": 400 × 800.5 pt, 120 Hz",
        "surface \"b\": size from its panel (6.4 pt/mm, else short side 400 pt), 60 Hz",
        "panel with name \"G*\", id 0416:038f, path \"p\", A \"1\", B \"2\": surface \"b\", rotation 0°",
        "panel with name \"*\": surface \"a\", rotation 90°",
        "any other panel: surface \"a\", rotation 0°",
        "deck \"d\": swipeclean, 400 × 400 pt at 0, 10.5 of surface \"a\", 1 card",
        "  layout.kind = \"stacked\" (preset: \"fitted\")",
        "  drag.distance = \"1.6mm\" (preset: 10 pt)",
        "  decision.left = \"bin\" (preset: \"delete\")",
        "  fly.duration = 0.4 (preset: 0.3 s)",
        "  fly.rotation.topLeft = -20 (preset: -15 °)",
        "  snap.spring = \"response 0.4, dampingFraction 0.8\" (preset: \"response 0.4, dampingFraction 0.7\")",
        "haptics: each panel's own motor, strength 1",
        "shake: not noticed",
        "control socket: mode 0660, group \"deckd\" if there is one",
        "observe socket: mode 0660, the same group",
        "input.inject: root and deckd's own user",
        "journal: the newest 100000 events of 30 days",
      ]
    )
  }

  @Test func `the daemon itself in words`() throws {
    let text = """
      [socket]
      mode = "600"
      group = 0
      [socket.observe]
      name = "look.sock"
      mode = "0666"
      group = "video"
      [access]
      injectUsers = ["kiosk", 1000]
      injectGroups = ["testers"]
      [limits]
      clients = 10
      line = 4096
      [journal]
      events = 500
      [haptics]
      match = { name = "Vibrator*" }
      strength = 0.5
      [shake]
      enabled = true
      match = { id = "46d:c216" }
      threshold = 1.5
      [latency]
      hold = true
      lockMemory = true
      """
    #expect(
      try DaemonConfiguration(toml: text, file: "f").report.dropFirst(3) == [
        "haptics: the device with name \"Vibrator*\", strength 0.5",
        "shake: accelerometers with id 046d:c216, from 1.5 g, pause 1 s",
        "latency: processors do not sleep deeply while a finger is down or something moves",
        "latency: memory is not swapped out",
        "control socket: mode 0600, group 0",
        "observe socket: \"look.sock\", mode 0666, group \"video\"",
        "input.inject: root and deckd's own user, user \"kiosk\", user 1000, group \"testers\"",
        "limit clients = 10 (default: 1280)",
        "limit line = 4096 (default: 32768)",
        "journal: the newest 500 events of 30 days",
      ]
    )
    let closed = try DaemonConfiguration(toml: "socket.observe.enabled = false\nhaptics.enabled = false", file: "f")
    #expect(closed.report.contains("haptics: not played"))
    #expect(closed.report.contains("no observe socket"))
    let empty = try DaemonConfiguration(toml: "decks = []", file: "f")
    #expect(empty.report.contains("no deck: front ends have nothing to show"))
  }

  @Test func `a stack in words`() throws {
    let text = """
      [[decks]]
      id = "d"
      preset = "wallet"
      count = 5
      [decks.settings]
      appear.enabled = false
      stack.step = "8mm"
      stack.inset = 35
      open.kind = "hero"
      tap.duration = 0.3
      """
    #expect(
      try DaemonConfiguration(toml: text, file: "f").report.dropFirst(2) == [
        "deck \"d\": wallet, all of surface \"main\", 5 cards",
        "  stack.step = \"8mm\" (preset: 50 pt)",
        "  tap.duration = 0.3 (preset: 0.25 s)",
        "  open.kind = \"hero\" (preset: \"slide\")",
        "  appear.enabled = false (preset: true)",
        "haptics: each panel's own motor, strength 1",
        "shake: not noticed",
        "control socket: mode 0660, group \"deckd\" if there is one",
        "observe socket: mode 0660, the same group",
        "input.inject: root and deckd's own user",
        "journal: the newest 100000 events of 30 days",
      ]
    )
  }
}
