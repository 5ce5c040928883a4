import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import EventLoop
import Glibc
import Logging
import TestSupport
import Testing

@Suite
struct `The running configuration` {
  private let folder: TemporaryFolder
  private let host: EngineHost
  private let sockets: ListeningSockets
  private let running: RunningConfiguration

  init() throws {
    folder = try TemporaryFolder()
    let configuration = try Self.configuration("limits.cards = 20")
    let parts = try DaemonParts(configuration, readFrom: folder.path + "/deckd.toml", in: folder.path)
    (host, sockets) = (parts.host, parts.sockets)
    running = RunningConfiguration(of: host, parts.options, parts.access, log: Logger(label: "test"))
  }

  /// The configuration of a deck with this many cards.
  private static func configuration(_ more: String, cards: Int = 5) throws -> DaemonConfiguration {
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      decks = [{ id = "main", count = \(cards) }]
      \(more)
      """
    return try DaemonConfiguration(toml: text, file: "deckd.toml")
  }

  @Test
  func `applies the limits that were read, also to what is held for clients that are connected`() throws {
    let new = try Self.configuration("limits = { cards = 30, replies = 4194304 }")
    let (restart, kept) = try running.reload(.success(new), sockets)
    #expect(restart.isEmpty && kept.isEmpty && running.options.configuration == new)
    #expect(running.access.limits.cards == 30 && host.clients.replyLimit == 4_194_304)
  }

  @Test
  func `keeps a deck's cards that differ from those of the file, and returns the id of the deck`() throws {
    let new = try Self.configuration("limits.cards = 20", cards: 6)
    host.start()
    host.handle(.command(.remove(.init(0..<1)), deck: "main", ticket: 0))
    #expect(try running.reload(.success(new), sockets).kept == ["main"])
    #expect(host.engine.position(of: "main")?.count == 4)
  }

  @Test
  func `refuses a command that exceeds the limits as they are now`() throws {
    let insertion = DeckCommand.insert(.init((0..<16).map { Card(id: "new-\($0)") }))
    #expect(throws: ProtocolError.self) { try running.check(insertion, of: "main") }
    _ = try running.reload(.success(Self.configuration("limits.cards = 21")), sockets)
    try running.check(insertion, of: "main")
  }

  @Test
  func `stays as it is when what was read has errors`() throws {
    let before = running.options.configuration
    let read = Result { try Self.configuration("limits.cards = -1") }
    let error = #expect(throws: ProtocolError.self) { try running.reload(read, sockets) }
    #expect(error?.message.contains("nothing has changed") == true)
    #expect(running.options.configuration == before && running.access.limits.cards == 20)
  }

  @Test
  func `has the cards that a file had when it was read last`() throws {
    let cards: CardSequence = [Card(id: "a"), Card(id: "b")]
    running.provide(cards, forDeck: "main")
    #expect(running.options.configuration.decks.map(\.cards) == [cards])
  }
}
