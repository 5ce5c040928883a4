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
  private let folder: TemporaryFolder
  private let sockets: ListeningSockets
  private let clocks = Clocks()

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      decks = [{ id = "main", count = 100 }]
      """
    let clocks = clocks
    let configuration = try DaemonConfiguration(toml: text, file: "deckd.toml")
    let parts = try DaemonParts(configuration, in: folder.path) { clocks.now }
    (host, sockets) = (parts.host, parts.sockets)
    let budget = TimeBudget(share: 0.01, reserve: 0.002, limit: 0.005)
    let longCommands = LongCommands(mostCards: 10, longestDeck: 900, budget: budget)
    handler = RequestHandler(host, parts.options, parts.access, longCommands: longCommands) {
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
    #expect(!handler.canResumeRequests && abs(due.seconds(since: clocks.now) - seconds) < 0.0002)
    handler.resumeRequests()
    clocks.now = due
    #expect(handler.canResumeRequests)
    handler.resumeRequests()
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
    #expect(count == 46 && handler.deadline == nil && !handler.canResumeRequests)
  }

  @Test
  func `of the client that has used the least comes first, and one at a time`() throws {
    let (one, other) = (try peer(), try peer())
    #expect(remove(11, from: one) && remove(11, from: other))
    #expect(!remove(11, from: one) && !remove(12, from: other))
    try resume(after: 0.0001)
    #expect(one.lines().count == 1 && count == 67 && other.client.isHeld)
    #expect(!remove(11, from: one))
    try resume(after: 0.1)
    #expect(count == 55 && one.client.isHeld && !other.client.isHeld)
  }

  @Test
  func `is dropped when its client leaves`() throws {
    let one = try peer()
    for _ in 0..<3 { remove(11, from: one) }
    host.clients.remove(one.client)
    #expect(!handler.depart(one.client))
    #expect(count == 78 && handler.deadline == nil)
  }

  @Test
  func `precedes those of clients that connect after it, however many do`() throws {
    let one = try peer()
    for _ in 0..<3 { remove(11, from: one) }
    let others = try (0..<6).map { _ in try peer() }
    for other in others { #expect(!remove(11, from: other)) }
    try resume(after: 0.0001)
    #expect(!one.client.isHeld && others.allSatisfy { $0.client.isHeld })
  }

  @Test
  func `owes no more than one to a newcomer, whatever it used while nobody waited`() throws {
    let one = try peer()
    for _ in 0..<4 {
      clocks.now = clocks.now.advanced(bySeconds: 100)
      #expect(remove(11, from: one))
    }
    #expect(remove(11, from: one) && !remove(11, from: one))
    let first = try peer()
    remove(12, from: first)
    try resume(after: 0.0001)
    try resume(after: 0.1)
    #expect(!one.client.isHeld && !first.client.isHeld && count == 22)
  }

  /// Sends a line that is parsed on a worker thread.
  private func send(_ text: String, from peer: Peer) {
    handler.answer(.complete(Array(text.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 1 << 14)), of: peer.client)
  }

  /// Does the job for the worker thread.
  private func work() throws {
    let job = try #require(handler.nextJob())
    #expect(handler.nextJob() == nil)
    handler.finish(job(), sockets)
    host.writeToClients()
  }

  @Test
  func `in a long line waits as that line, and keeps no other line from being parsed`() throws {
    let (one, long, other) = (try peer(), try peer(), try peer())
    for _ in 0..<2 { remove(11, from: one) }
    send(#"{"jsonrpc":"2.0","id":1,"method":"deck.remove","params":{"at":0,"count":11}}"#, from: long)
    try work()
    #expect(long.client.isHeld && count == 78 && handler.nextJob() == nil)
    send(#"{"jsonrpc":"2.0","id":1,"method":"deck.list","params":{}}"#, from: other)
    try work()
    #expect(other.lines().count == 1 && long.lines().isEmpty)
    // Its time has come: it is parsed again, and meanwhile no other long command is performed.
    try resume(after: 0.0001)
    #expect(count == 78 && handler.deadline == nil && !handler.canResumeRequests && !remove(11, from: one))
    try work()
    #expect(long.lines().count == 1 && !long.client.isHeld && count == 67 && one.client.isHeld)
    try resume(after: 0.1)
    #expect(!one.client.isHeld && count == 56)
  }

  @Test
  func `in a long line counts for the limit of what is held for all clients`() throws {
    let (one, long) = (try peer(), try peer())
    for _ in 0..<2 { remove(11, from: one) }
    send(#"{"jsonrpc":"2.0","id":1,"method":"deck.remove","params":{"at":0,"count":11}}"#, from: long)
    try work()
    host.clients.replyLimit = 1 << 14
    host.clients.recordInput(of: long.client)
    host.writeToClients()
    #expect(long.lines().joined().contains("limits.replies") && !handler.depart(long.client))
    #expect(handler.deadline == nil && count == 78)
  }

  @Test
  func `in a long line no longer counts for that limit once its client is gone`() throws {
    let (one, long, other) = (try peer(), try peer(), try peer())
    for _ in 0..<2 { remove(11, from: one) }
    send(#"{"jsonrpc":"2.0","id":1,"method":"deck.remove","params":{"at":0,"count":11}}"#, from: long)
    try work()
    host.clients.remove(long.client)
    #expect(!handler.depart(long.client))
    host.clients.replyLimit = 3 << 13
    send(#"{"jsonrpc":"2.0","id":1,"method":"deck.list","params":{}}"#, from: other)
    host.writeToClients()
    #expect(other.lines().isEmpty)
    try work()
    #expect(other.lines().count == 1)
  }

  @Test
  func `in a deck of many is also one that visits all of them`() throws {
    let one = try peer()
    let insertion = DeckCommand.Insertion((0..<950).map { Card(id: "new-\($0)") })
    let request = ClientRequest(id: Array("1".utf8), name: .deckInsert, method: .command(.insert(insertion), deck: nil))
    handler.handle(request, from: one.client)
    remove(11, from: one)
    host.writeToClients()
    _ = one.lines()
    for (method, parameters) in [
      ("deck.reset", "{}"), ("deck.reload", "{}"), ("deck.load", "{}"),
      ("card.loaded", #"{"cards":["new-1","new-2","new-3","new-4","new-5"]}"#),
    ] {
      let peer = try peer()
      let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
      handler.answer(.complete(Array(line.utf8)), of: peer.client)
      #expect(peer.client.isHeld, "\(method)")
    }
    let few = try peer()
    let line = #"{"jsonrpc":"2.0","id":1,"method":"card.loaded","params":{"cards":["new-1","new-2"]}}"#
    handler.answer(.complete(Array(line.utf8)), of: few.client)
    #expect(!few.client.isHeld)
  }
}
