import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import Glibc
import Kinetics
import TestSupport
import Testing

/// Commands about many cards, each of which takes a millisecond: what two of them take is saved up, and from then on a
/// hundredth of the time is theirs.
@Suite
struct `A command about many cards` {
  /// What the loop's thread has used, and what the clock says.
  private final class Clocks {
    var processor = Instant(microseconds: 0)
    var now = Instant(microseconds: 1_000_000)
  }

  private let host: EngineHost
  private let handler: RequestHandler
  private let clocks = Clocks()

  init() throws {
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      decks = [{ id = "main", count = 100 }]
      """
    let configuration = try DaemonConfiguration(toml: text, file: "deckd.toml")
    let options = DaemonOptions(
      configuration: configuration,
      configurationPath: nil,
      socketPath: "/socket",
      devices: .paths([])
    )
    let (clocks, now) = (clocks, clocks.now)
    let engine = try Engine(configuration.engineConfiguration(panels: []), at: now)
    host = EngineHost(engine, ClientRegistry()) { clocks.now }
    let access = AccessPolicy(InjectGrants(users: [], groups: []), configuration.limits, controlPath: "/socket")
    let budget = TimeBudget(share: 0.01, reserve: 0.002, limit: 0.005)
    handler = RequestHandler(host, options, access, longCommands: LongCommands(mostCards: 10, budget: budget)) {
      defer { clocks.processor = clocks.processor.advanced(bySeconds: 0.001) }
      return clocks.processor
    }
    host.start()
  }

  private func peer() throws -> Peer {
    let peer = try Peer()
    host.clients.add(peer.client)
    return peer
  }

  /// Removes so many cards, and returns whether that was done at once.
  @discardableResult
  private func remove(_ count: Int, from peer: Peer) -> Bool {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"deck.remove","params":{"at":0,"count":\#(count)}}"#
    handler.answer(.complete(Array(line.utf8)), of: peer.client)
    host.writeToClients()
    return peer.lines().count == 1
  }

  private var count: Int? { host.engine.position(of: "main")?.count }

  /// Waits until a command that waits may be performed, and performs it.
  private func resume(after seconds: Double) throws {
    let due = try #require(handler.deadline)
    #expect(!handler.canResumeCommands && abs(due.seconds(since: clocks.now) - seconds) < 0.0002)
    handler.resumeCommands()
    clocks.now = due
    #expect(handler.canResumeCommands)
    handler.resumeCommands()
    host.writeToClients()
  }

  @Test
  func `waits once more has been used than is saved up, and its client's other requests with it`() throws {
    let (one, other) = (try peer(), try peer())
    #expect(remove(11, from: one) && remove(11, from: one))
    #expect(!remove(11, from: one) && one.client.isHeld && count == 78)
    // Nobody else waits, and no command about few cards.
    #expect(remove(10, from: other) && count == 68)
    try resume(after: 0.0001)
    #expect(one.lines().count == 1 && !one.client.isHeld && count == 57)
    #expect(!remove(11, from: one))
    try resume(after: 0.1)
    #expect(count == 46 && handler.deadline == nil && !handler.canResumeCommands)
  }

  @Test
  func `of the client that has used the least comes first, and one at a time`() throws {
    let (one, other) = (try peer(), try peer())
    for _ in 0..<2 { remove(11, from: one) }
    #expect(!remove(11, from: one) && !remove(12, from: other))
    try resume(after: 0.0001)
    #expect(count == 66 && one.client.isHeld && !other.client.isHeld)
    try resume(after: 0.1)
    #expect(count == 55 && !one.client.isHeld)
  }

  @Test
  func `is dropped when its client leaves`() throws {
    let one = try peer()
    for _ in 0..<3 { remove(11, from: one) }
    host.clients.remove(one.client)
    try resume(after: 0.0001)
    #expect(count == 78 && handler.deadline == nil)
  }
}
