import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import EventLoop
import Gestures
import Glibc
import Kinetics
import TestSupport
import Testing

/// Commands while the disk is behind.
@Suite
struct `A backlog of the disk` {
  private let folder: TemporaryFolder
  private let host: EngineHost
  private let handler: RequestHandler
  private let sockets: ListeningSockets
  private let writer: StateWriter
  private let reports = Mailbox<StateReport>()

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      decks = [{ id = "main", count = 10 }]
      """
    let parts = try DaemonParts(try DaemonConfiguration(toml: text, file: folder.path + "/deckd.toml"), in: folder.path)
    (host, sockets) = (parts.host, parts.sockets)
    handler = RequestHandler(host, parts.options, parts.access)
    let store = try StateStore(directory: folder.path, retention: Retention(events: 1000, age: 1000))
    writer = host.persist(in: store, onThread: false) { [reports] in reports.add($0) }
    host.start()
  }

  private func peer(_ limits: ConnectionLimits = ConnectionLimits()) throws -> Peer {
    let peer = try Peer(limits)
    host.clients.add(peer.client)
    return peer
  }

  private func send(_ id: Int, _ method: String, _ parameters: String, from peer: Peer) -> [String] {
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
    handler.answer(.complete(Array(line.utf8)), of: peer.client)
    host.writeToClients()
    return peer.lines()
  }

  /// Inserts so many cards in one command.
  private func insert(_ count: Int, named name: String = "new", from peer: Peer) {
    let insertion = DeckCommand.Insertion((0..<count).map { Card(id: "\(name)-\($0)") })
    handler.handle(
      ClientRequest(id: Array("1".utf8), name: .deckInsert, method: .command(.insert(insertion), deck: nil)),
      from: peer.client
    )
  }

  /// Writes everything that waits.
  private func write() {
    writer.runWaitingJobs()
    while host.isWaiting {
      host.handle(reports.next()) { handler.redo($0, from: $1) }
      handler.resumeRequests()
      writer.runWaitingJobs()
    }
    host.writeToClients()
  }

  @Test
  func `delays commands, injected touches and long lines, and neither a panel's touches nor requests that read`() throws
  {
    let (one, other) = (try peer(), try peer())
    insert(40_001, from: one)
    #expect(send(2, "deck.remove", #"{"at":0}"#, from: other).isEmpty && other.client.isHeld)
    #expect(host.engine.position(of: "main")?.count == 40_011)
    let long = try peer()
    let padding = String(repeating: " ", count: 1 << 14)
    #expect(send(3, "deck.remove", #"{"at":0}"# + padding, from: long).isEmpty && handler.nextJob() == nil)
    let injecting = try peer()
    _ = send(4, "input.inject", #"{"contacts":[{"id":1,"phase":"down","x":200,"y":400}]}"#, from: injecting)
    #expect(injecting.client.isHeld && !injecting.client.isBusy)
    let contact = Contact(id: ContactID(7), phase: .down, position: Point(x: 200, y: 400))
    let now = Loop.now
    host.handle(.touches(TouchFrame(time: now, contacts: [contact]), surface: "main"), at: now)
    #expect(host.engine.contactsOnDecks == [ContactID(7)])
    // It is performed; its reply follows what is written.
    #expect(send(5, "deck.get", "{}", from: try peer()).isEmpty && host.isWaiting)
    write()
    #expect(!injecting.client.isHeld && injecting.client.isBusy)
    #expect(other.lines().count == 1 && !other.client.isHeld)
    #expect(host.engine.position(of: "main")?.count == 40_010)
    #expect(handler.nextJob() != nil)
  }

  @Test
  func `lets a long line wait as that line, also one that was being parsed when it began`() throws {
    let (one, long) = (try peer(), try peer())
    let padding = String(repeating: " ", count: 1 << 14)
    _ = send(2, "deck.remove", #"{"at":0}"# + padding, from: long)
    let job = try #require(handler.nextJob())
    insert(40_001, from: one)
    handler.finish(job(), sockets)
    #expect(long.client.isHeld && handler.nextJob() == nil)
    #expect(host.engine.position(of: "main")?.count == 40_011)
    // It counts for the limit of what is held for all clients.
    host.clients.replyLimit = 1 << 14
    host.clients.recordInput(of: long.client)
    host.writeToClients()
    #expect(long.lines().joined().contains("limits.replies") && !handler.depart(long.client))
    write()
    #expect(handler.nextJob() == nil)
    let other = try peer()
    host.clients.replyLimit = 1 << 20
    _ = send(3, "deck.remove", #"{"at":0}"# + padding, from: other)
    let again = try #require(handler.nextJob())
    insert(40_001, named: "other", from: one)
    handler.finish(again(), sockets)
    #expect(other.client.isHeld)
    write()
    let last = try #require(handler.nextJob())
    handler.finish(last(), sockets)
    write()
    #expect(other.lines().count == 1 && !other.client.isHeld)
  }

  @Test
  func `drops the command of a client that has left`() throws {
    let (one, other) = (try peer(), try peer())
    insert(40_001, from: one)
    _ = send(2, "deck.remove", #"{"at":0}"#, from: other)
    host.clients.remove(other.client)
    write()
    #expect(host.engine.position(of: "main")?.count == 40_011)
  }

  @Test
  func `delays nothing at 40,000 events`() throws {
    let (one, other) = (try peer(), try peer())
    insert(39_000, from: one)
    _ = send(2, "deck.remove", #"{"at":0}"#, from: other)
    #expect(host.engine.position(of: "main")?.count == 39_009)
    write()
    #expect(other.lines().count == 1)
  }

  @Test
  func `of missed events keeps a commit waiting for one client's share, and gives each client its turn`() throws {
    let one = try peer()
    for id in 1...40 { _ = send(id, "deck.swipe", #"{"direction":"right","force":true}"#, from: one) }
    write()
    let journal = try #require(host.journal?.name)
    let late = try (0..<3).map { _ in try peer(ConnectionLimits(backlog: 4000)) }
    for peer in late {
      _ = send(1, "subscribe", #"{"deck":"main","topics":["events"],"since":0,"journal":"\#(journal)"}"#, from: peer)
    }
    writer.runWaitingJobs()
    host.handle(reports.next()) { handler.redo($0, from: $1) }
    host.writeToClients()
    // The reply and the first share.
    var lines = late.map { $0.lines().count }
    #expect(lines.allSatisfy { $0 > 1 })
    while host.isWaiting {
      #expect(writer.waiting.questions == 1)
      writer.runWaitingJobs()
      host.handle(reports.next()) { handler.redo($0, from: $1) }
      host.writeToClients()
      for (index, peer) in late.enumerated() { lines[index] += peer.lines().count }
      #expect((lines.max() ?? 0) - (lines.min() ?? 0) < 20)
    }
    #expect(lines.allSatisfy { $0 == 1 + Int(host.engine.sequence) })
  }
}
