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
      if host.hasDeliveries { host.deliverMore() } else { host.handle(reports.next()) { handler.handle($0, from: $1) } }
      handler.resumeRequests()
      writer.runWaitingJobs()
    }
    host.writeToClients()
  }

  @Test
  func `delays commands and injected touches, and neither a panel's touches nor requests that read`() throws {
    let (one, other) = (try peer(), try peer())
    insert(1001, from: one)
    #expect(send(2, "deck.remove", #"{"at":0}"#, from: other).isEmpty && other.client.isHeld)
    #expect(host.engine.position(of: "main")?.count == 1011)
    let injecting = try peer()
    _ = send(4, "input.inject", #"{"contacts":[{"id":1,"phase":"down","x":200,"y":400}]}"#, from: injecting)
    #expect(injecting.client.isHeld && !injecting.client.isBusy)
    let contact = Contact(id: ContactID(7), phase: .down, position: Point(x: 200, y: 400))
    let now = Loop.now
    host.handle(.touches(TouchFrame(time: now, contacts: [contact]), surface: "main"), at: now)
    #expect(host.engine.claim(on: ContactID(7), ofSurface: "main", isNew: true) == .taken)
    // It is performed; its reply follows what is written.
    #expect(send(5, "deck.get", "{}", from: try peer()).isEmpty && host.isWaiting)
    write()
    #expect(!injecting.client.isHeld && injecting.client.isBusy)
    #expect(other.lines().count == 1 && !other.client.isHeld)
    #expect(host.engine.position(of: "main")?.count == 1010)
  }

  @Test
  func `drops the command of a client that has left`() throws {
    let (one, other) = (try peer(), try peer())
    insert(1001, from: one)
    _ = send(2, "deck.remove", #"{"at":0}"#, from: other)
    host.clients.remove(other.client)
    write()
    #expect(host.engine.position(of: "main")?.count == 1011)
  }

  @Test
  func `delays nothing at 1,000 events`() throws {
    let (one, other) = (try peer(), try peer())
    insert(900, from: one)
    _ = send(2, "deck.remove", #"{"at":0}"#, from: other)
    #expect(host.engine.position(of: "main")?.count == 909)
    write()
    #expect(other.lines().count == 1)
  }

  @Test
  func `that is on the disk is delivered in portions, and what comes meanwhile behind it`() throws {
    let (one, watcher) = (try peer(), try peer())
    _ = send(1, "subscribe", #"{"topics":["events"]}"#, from: watcher)
    write()
    _ = watcher.lines()
    insert(600, from: one)
    writer.runWaitingJobs()
    host.handle(reports.next()) { handler.handle($0, from: $1) }
    host.writeToClients()
    let first = watcher.lines().count
    #expect(host.hasDeliveries && first > 0 && first < 600)
    #expect(send(2, "deck.get", "{}", from: watcher).isEmpty)
    write()
    let rest = watcher.lines()
    #expect(first + rest.count == 601 && rest.last?.contains(#""id":2,"result""#) == true)
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
    host.handle(reports.next()) { handler.handle($0, from: $1) }
    host.writeToClients()
    // The reply and the first share.
    var lines = late.map { $0.lines().count }
    #expect(lines.allSatisfy { $0 > 1 })
    while host.isWaiting {
      writer.runWaitingJobs()
      let report = reports.next()
      #expect(report.answers.count { if case .events = $0.outcome { true } else { false } } == 1)
      host.handle(report) { handler.handle($0, from: $1) }
      host.writeToClients()
      for (index, peer) in late.enumerated() { lines[index] += peer.lines().count }
      #expect((lines.max() ?? 0) - (lines.min() ?? 0) < 20)
    }
    #expect(lines.allSatisfy { $0 == 1 + Int(host.engine.sequence) })
  }
}
