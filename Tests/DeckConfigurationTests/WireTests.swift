import DeckConfiguration
import Testing
import UnixSocket

/// `[socket]`, `[access]`, `[limits]` and `[journal]`.
struct WireTests {
  private static func read(_ text: String) throws -> DaemonConfiguration {
    try DaemonConfiguration(toml: text, file: "f")
  }

  @Test func `without them the socket is for its group, and nobody is granted anything`() throws {
    let configuration = try Self.read("")
    #expect(configuration.socket.mode == 0o660)
    #expect(configuration.socket.group == nil)
    #expect(configuration.socket.observe.isEnabled)
    #expect(configuration.socket.observe.mode == 0o660)
    #expect(configuration.access == AccessSection())
    #expect(configuration.limits.line == 1 << 15)
    #expect(configuration.limits.backlog == 1 << 20)
  }

  @Test func `every key is taken`() throws {
    let configuration = try Self.read(
      """
      socket = { mode = "0600", group = "video", observe = { enabled = false, name = "o", mode = "666", group = 7 } }
      access = { injectUsers = ["a", 0], injectGroups = [4294967294] }
      [limits]
      clients = 1
      clientsPerUser = 2
      subscriptions = 3
      line = 2048
      depth = 16
      backlog = 65536
      cards = 20
      cardData = 21
      deckData = 22
      [journal]
      events = 100
      days = 2
      [[decks]]
      id = "main"
      """
    )
    var socket = SocketSection()
    socket.mode = 0o600
    socket.group = .name("video")
    socket.observe.isEnabled = false
    socket.observe.name = "o"
    socket.observe.mode = 0o666
    socket.observe.group = .number(7)
    #expect(configuration.socket == socket)
    #expect(configuration.access.injectUsers == [.name("a"), .number(0)])
    #expect(configuration.access.injectGroups == [.number(4_294_967_294)])
    let limits = configuration.limits
    #expect([limits.clients, limits.clientsPerUser, limits.subscriptions] == [1, 2, 3])
    #expect([limits.line, limits.depth, limits.backlog] == [2048, 16, 65536])
    #expect([limits.cards, limits.cardData, limits.deckData] == [20, 21, 22])
    #expect([configuration.journal.events, configuration.journal.days] == [100, 2])
  }

  private static let mode = "expected the permissions in octal digits, such as \"0660\""
  private static let group = "expected a group by its name or number"
  private static let users = "expected an array of users by their names or numbers, such as [\"kiosk\", 1000]"

  static let mistakes = [
    ("socket = 1", "f:1: socket: found a number; expected a table, [socket]"),
    ("socket.mode = 0o660", "f:1: socket.mode: found a number; \(mode)"),
    ("socket.mode = '0680'", "f:1: socket.mode: \"0680\" is not such permissions; \(mode)"),
    ("socket.mode = '1777'", "f:1: socket.mode: \"1777\" is not such permissions; \(mode)"),
    ("socket.mode = '+66'", "f:1: socket.mode: \"+66\" is not such permissions; \(mode)"),
    ("socket.mode = ''", "f:1: socket.mode: \"\" is not such permissions; \(mode)"),
    ("socket.group = ''", "f:1: socket.group: \"\" is not a name; \(group)"),
    ("socket.group = -1", "f:1: socket.group: -1 is out of range; \(group)"),
    ("socket.group = 4294967295", "f:1: socket.group: 4294967295 is out of range; \(group)"),
    ("socket.group = true", "f:1: socket.group: found a boolean; \(group)"),
    ("socket.observe = true", "f:1: socket.observe: found a boolean; expected a table, [socket.observe]"),
    ("socket.observe.enabled = 1", "f:1: socket.observe.enabled: found a number; expected true or false"),
    (
      "socket.observe.name = '../x'",
      "f:1: socket.observe.name: \"../x\" is not such a name; expected a file's name of 1…64 characters without /"
    ),
    (
      "socket.observe.name = '..'",
      "f:1: socket.observe.name: \"..\" is not such a name; expected a file's name of 1…64 characters without /"
    ),
    ("socket.obsrve = {}", "f:1: socket.obsrve: unknown key; did you mean \"observe\"?"),
    ("access.injectUsers = 'kiosk'", "f:1: access.injectUsers: found a string; \(users)"),
    ("access.injectUsers = [1.5]", "f:1: access.injectUsers[0]: found a number; \(users)"),
    ("limits.clients = 0", "f:1: limits.clients: 0 is out of range; expected a whole number, 1…100000 connections"),
    ("limits.line = 1e3", "f:1: limits.line: 1000 is out of range; expected a whole number, 1024…32768 bytes"),
    ("limits.depth = 65", "f:1: limits.depth: 65 is out of range; expected a whole number, 16…64 levels"),
    ("journal.days = 0", "f:1: journal.days: 0 is out of range; expected a whole number, 1…3650 days"),
    ("limits.lines = 1", "f:1: limits.lines: unknown key; did you mean \"line\"?"),
  ]

  @Test(arguments: mistakes)
  func `what is wrong with them is told by line`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try Self.read(text) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test func `a deck of the file must keep to the limits`() {
    let text = """
      limits = { cards = 2, cardData = 16, deckData = 20 }
      [[decks]]
      id = "a"
      count = 3
      [[decks]]
      id = "b"
      cards = [{ id = "a", data = "0123456789abcdef" }, { id = "b", data = "0" }]
      """
    let error = #expect(throws: ConfigurationError.self) { try Self.read(text) }
    #expect(
      error.map { "\($0)" }?.split(separator: "\n").map(String.init) == [
        "f:4: decks[0].count: has 3 cards; expected at most 2 (limits.cards)",
        "f:7: decks[1].cards: card 0 (\"a\") has 18 bytes of data; expected at most 16 (limits.cardData)",
        "f:7: decks[1].cards: has cards with 21 bytes of data; expected at most 20 (limits.deckData)",
      ]
    )
  }
}
