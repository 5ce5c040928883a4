import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Foundation
import Glibc
import Kinetics
import TestSupport
import Testing

@Suite
struct `A handler of requests` {
  private let folder: TemporaryFolder
  private let host: EngineHost
  private let handler: RequestHandler
  private let sockets: ListeningSockets

  init() throws {
    folder = try TemporaryFolder()
    try Data(#"[{"id":"a"},{"id":"b"}]"#.utf8).write(to: URL(filePath: folder.path + "/cards.json"))
    let file = folder.path + "/deckd.toml"
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      limits.cards = 20
      limits.cardData = 80000
      decks = [{ id = "main", cardsFile = "cards.json" }]
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    let parts = try DaemonParts(try DaemonConfiguration(toml: text, file: file), readFrom: file, in: folder.path)
    (host, sockets) = (parts.host, parts.sockets)
    handler = RequestHandler(host, parts.options, parts.access)
  }

  private func peer(_ access: Access = .control) throws -> Peer {
    let peer = try Peer(access: access)
    host.clients.add(peer.client)
    return peer
  }

  /// Lets the handler answer a line; returns the lines that the client receives.
  private func answer(_ line: String, of peer: Peer) -> [String] {
    handler.answer(.complete(Array(line.utf8)), of: peer.client)
    host.writeToClients()
    return peer.lines()
  }

  private func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  @Test
  func `answers a request, and ignores a blank line`() throws {
    let peer = try peer()
    let lines = answer(request(1, "deck.list"), of: peer)
    #expect(lines.count == 1 && lines[0].contains(#""id":1"#) && lines[0].contains(#""main""#))
    #expect(answer("  ", of: peer).isEmpty && handler.nextJob() == nil)
    // Even that a long line is blank takes long to find out.
    #expect(answer(String(repeating: " ", count: 1 << 20), of: peer).isEmpty)
    let line = try #require(handler.nextJob())
    handler.finish(line(), sockets)
    host.writeToClients()
    #expect(peer.lines().isEmpty && !peer.client.isHeld)
  }

  @Test
  func `says what is wrong with a line`() throws {
    let peer = try peer()
    #expect(answer("{", of: peer).joined().contains(#""code":-32700"#))
    handler.answer(.overlong, of: peer.client)
    host.writeToClients()
    #expect(peer.lines().joined().contains("limits.line"))
  }

  @Test
  func `refuses a command that exceeds the limits`() throws {
    let peer = try peer()
    let cards = (0...20).map { #"{"id":"new-\#($0)"}"# }.joined(separator: ",")
    let lines = answer(request(1, "deck.load", #"{"cards":[\#(cards)]}"#), of: peer)
    #expect(lines.joined().contains("limits.cards"))
    #expect(host.engine.position(of: "main")?.count == 2)
  }

  @Test
  func `lets a surface follow the first client that draws it, and rather one that may change it`() throws {
    let (looker, panel, other) = (try peer(.observe), try peer(), try peer())
    func accepts(_ peer: Peer) -> Bool {
      let line = request(1, "surface.vsync", #"{"t":\#(Loop.now.microseconds),"period":8000}"#)
      return !answer(line, of: peer).joined().contains("error")
    }
    #expect(accepts(looker) && accepts(panel) && accepts(panel))
    #expect(!accepts(looker) && !accepts(other))
    host.clients.remove(panel.client)
    host.writeToClients()
    #expect(accepts(looker) && accepts(other) && !accepts(looker))
  }

  @Test
  func `reads one file at a time, while the client's other requests wait`() throws {
    let (one, other) = (try peer(), try peer())
    try Data(#"[{"id":"c"}]"#.utf8).write(to: URL(filePath: folder.path + "/cards.json"))
    #expect(answer(request(1, "deck.load"), of: one).isEmpty)
    #expect(one.client.isHeld)
    #expect(answer(request(2, "daemon.reload"), of: other).isEmpty)
    let cards = try #require(handler.nextJob())
    #expect(handler.nextJob() == nil)
    handler.finish(cards(), sockets)
    host.writeToClients()
    #expect(!one.client.isHeld && other.client.isHeld)
    #expect(one.lines().joined().contains(#""id":1"#))
    #expect(host.engine.position(of: "main")?.count == 1)
    let configuration = try #require(handler.nextJob())
    handler.finish(configuration(), sockets)
    host.writeToClients()
    #expect(other.lines().joined().contains(#""id":2"#))
    #expect(handler.nextJob() == nil)
  }

  @Test
  func `writes many cards beside the loop, as they were when they were asked for`() throws {
    let peer = try peer()
    let ids = (["a", "none"] + (1...63).map { "none-\($0)" }).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(answer(request(1, "deck.cards", #"{"ids":[\#(ids)]}"#), of: peer).isEmpty && peer.client.isHeld)
    // A slow file delays no page.
    let other = try self.peer()
    #expect(answer(request(2, "deck.load"), of: other).isEmpty)
    let page = try #require(handler.nextJob())
    #expect(handler.nextJob() != nil && handler.nextJob() == nil)
    let remover = try self.peer()
    #expect(answer(request(3, "deck.remove", #"{"at":0}"#), of: remover).count == 1)
    handler.finish(page(), sockets)
    host.writeToClients()
    let line = peer.lines().joined()
    #expect(line.contains(#""id":1,"result":{"cards":[{"id":"a"}],"count":2,"missing":["none","none-1""#), "\(line)")
    #expect(!peer.client.isHeld)
    // Few cards are written at once.
    #expect(answer(request(4, "deck.cards"), of: peer).joined().contains(#""cards":[{"id":"b"}],"from":0"#))
    let error = answer(request(5, "deck.cards", #"{"from":2}"#), of: peer).joined()
    #expect(error.contains(#""field":"params.from""#), "\(error)")
  }

  /// Loads a card whose snapshot is long.
  private func loadLongCard(as peer: Peer) throws {
    let data = String(repeating: "x", count: 70_000)
    let load = request(0, "deck.load", #"{"cards":[{"id":"a","data":"\#(data)"},{"id":"b"}]}"#)
    #expect(answer(load, of: peer).isEmpty)
    let line = try #require(handler.nextJob())
    handler.finish(line(), sockets)
    host.writeToClients()
    #expect(peer.lines().joined().contains(#""id":0,"result""#))
  }

  @Test
  func `writes a long snapshot beside the loop, as the deck was`() throws {
    let peer = try peer()
    try loadLongCard(as: peer)
    #expect(answer(request(1, "deck.get"), of: peer).isEmpty && peer.client.isHeld)
    let snapshot = try #require(handler.nextJob())
    let other = try self.peer()
    #expect(answer(request(2, "deck.swipe", #"{"direction":"left","force":true}"#), of: other).count == 1)
    handler.finish(snapshot(), sockets)
    host.writeToClients()
    let line = peer.lines().joined()
    #expect(line.contains(#""current":0"#) && line.contains(#""id":1,"result""#) && line.utf8.count > 70_000)
    #expect(!peer.client.isHeld && handler.nextJob() == nil)
  }

  @Test
  func `writes a long reply to subscribe beside the loop, and every later event after it`() throws {
    let (peer, other) = (try peer(), try peer())
    try loadLongCard(as: peer)
    _ = answer(request(1, "subscribe", #"{"topics":["frames","events"]}"#), of: peer)
    #expect(peer.lines().isEmpty)
    let reply = try #require(handler.nextJob())
    #expect(peer.client.isHeld)
    #expect(answer(request(2, "deck.swipe", #"{"direction":"left","force":true}"#), of: other).count == 1)
    #expect(peer.lines().isEmpty)
    handler.finish(reply(), sockets)
    host.writeToClients()
    let lines = peer.lines()
    #expect(lines.first?.contains(#""id":1,"result""#) == true && lines.first?.contains(#""current":0"#) == true)
    #expect(lines.count > 2 && lines[1].contains(#""card.swiped""#) && lines.last?.contains(#""frame""#) == true)
    #expect(!peer.client.isHeld)
    // Whoever departs meanwhile receives nothing.
    _ = answer(request(3, "deck.reset"), of: other)
    _ = answer(request(4, "subscribe", #"{"topics":["events"]}"#), of: peer)
    let late = try #require(handler.nextJob())
    host.clients.remove(peer.client)
    handler.finish(late(), sockets)
    #expect(handler.nextJob() == nil)
  }

  @Test
  func `at most four long snapshots wait to be encoded, and other requests for them wait to be performed`() throws {
    let peers = try (0..<7).map { _ in try peer() }
    try loadLongCard(as: peers[0])
    for (id, peer) in peers.enumerated() { #expect(answer(request(id, "deck.get"), of: peer).isEmpty) }
    #expect(peers.allSatisfy { $0.client.isHeld })
    // What is replaced meanwhile is kept for four of them only; pages do not wait, and neither does who leaves.
    let ids = (0..<70).map { "\"none-\($0)\"" }.joined(separator: ",")
    let other = try peer()
    #expect(answer(request(8, "deck.cards", #"{"ids":[\#(ids)]}"#), of: other).isEmpty)
    let page = try #require(handler.nextJob())
    handler.finish(page(), sockets)
    host.writeToClients()
    #expect(other.lines().joined().contains(#""id":8,"result""#))
    #expect(answer(request(9, "deck.update", #"{"cards":[{"id":"a","data":1}]}"#), of: other).count == 1)
    peers[5].vanish()
    host.clients.remove(peers[6].client)
    _ = handler.depart(peers[6].client)
    for number in 0..<4 {
      let snapshot = try #require(handler.nextJob())
      handler.finish(snapshot(), sockets)
      host.writeToClients()
      #expect(peers[number].lines().joined().contains("xxx") && !peers[number].client.isHeld)
    }
    // By now the card has little data: the fifth is answered at once.
    #expect(handler.nextJob() == nil && !peers[5].client.isHeld)
    let last = peers[4].lines().joined()
    #expect(last.contains(#""id":4,"result""#) && last.contains(#""data":1"#), "\(last)")
  }

  @Test
  func `a client that leaves receives the long reply that it waits for, and goes`() throws {
    let peer = try peer()
    try loadLongCard(as: peer)
    _ = answer(request(1, "subscribe", #"{"topics":["events"]}"#), of: peer)
    #expect(peer.client.isHeld)
    host.clients.leave(peer.client)
    _ = handler.depart(peer.client)
    host.writeToClients()
    #expect(host.clients.contains(peer.client))
    let reply = try #require(handler.nextJob())
    handler.finish(reply(), sockets)
    host.writeToClients()
    #expect(peer.lines().joined().contains(#""id":1,"result""#) && !host.clients.contains(peer.client))
  }

  @Test
  func `checks many frames to inject beside the loop`() throws {
    let peer = try peer()
    func inject(_ id: Int, last: String) throws -> [String] {
      let frames = (1000 * id..<1000 * id + 600).map { time in
        let number = time % 1000
        let phase = number == 0 ? "down" : number == 599 ? last : "moved"
        return #"{"t":\#(time),"contacts":[{"id":1,"phase":"\#(phase)","x":\#(number % 200),"y":400}]}"#
      }
      #expect(answer(request(id, "input.inject", #"{"frames":[\#(frames.joined(separator: ","))]}"#), of: peer).isEmpty)
      for _ in 0..<2 {
        #expect(peer.client.isHeld && !peer.client.isBusy)
        let work = try #require(handler.nextJob())
        handler.finish(work(), sockets)
      }
      #expect(!peer.client.isHeld)
      while peer.client.isBusy { handler.resume(peer.client) }
      host.writeToClients()
      return peer.lines()
    }
    #expect(try inject(1, last: "up").joined().contains(#""id":1,"result""#))
    #expect(host.engine.position(of: "main")?.phase != .dragging)
    let mistake = try inject(2, last: "down").joined()
    #expect(mistake.contains(#""id":2,"error""#) && mistake.contains("params.frames[599].contacts[0].phase"))
    // Nothing of the refused request happened: no contact is down.
    #expect(try inject(3, last: "up").joined().contains(#""id":3,"result""#))
  }

  @Test
  func `parses a long line beside the loop, while the client's other requests wait`() throws {
    let (one, other) = (try peer(), try peer())
    let padding = String(repeating: " ", count: 1 << 14)
    #expect(answer(request(1, "deck.list") + padding, of: one).isEmpty)
    #expect(one.client.isHeld)
    #expect(answer("[" + padding + padding, of: other).isEmpty && other.client.isHeld)
    // A reload does not wait for the lines, nor they for it.
    handler.reload()
    let line = try #require(handler.nextJob())
    let file = try #require(handler.nextJob())
    #expect(handler.nextJob() == nil)
    handler.finish(file(), sockets)
    handler.finish(line(), sockets)
    host.writeToClients()
    #expect(!one.client.isHeld && other.client.isHeld)
    #expect(one.lines().joined().contains(#""id":1,"result""#))
    let mistake = try #require(handler.nextJob())
    handler.finish(mistake(), sockets)
    host.writeToClients()
    #expect(other.lines().joined().contains(#""code":-32700"#))
    // Whoever departs meanwhile changes nothing any more.
    #expect(answer(request(2, "deck.remove", #"{"at":0}"#) + padding, of: one).isEmpty)
    let late = try #require(handler.nextJob())
    host.clients.remove(one.client)
    handler.finish(late(), sockets)
    #expect(host.engine.position(of: "main")?.count == 2)
  }

  /// Returns whose lines are parsed, in order; a client sends the next one once its last one is answered.
  private func order(of lengths: [(Peer, bytes: Int)], count: Int) throws -> [Int] {
    func send(_ number: Int) {
      let (peer, bytes) = lengths[number]
      _ = answer("[" + String(repeating: " ", count: bytes), of: peer)
    }
    for number in lengths.indices { send(number) }
    var order: [Int] = []
    for _ in 0..<count {
      let work = try #require(handler.nextJob())
      handler.finish(work(), sockets)
      host.writeToClients()
      let answered = lengths.firstIndex { peer, _ in !peer.lines().isEmpty }
      let number = try #require(answered)
      order.append(number)
      send(number)
    }
    return order
  }

  @Test
  func `parses next the line of the client that has sent the fewest bytes of long lines`() throws {
    let peers = try (0..<3).map { _ in try peer() }
    let order = try order(of: [(peers[0], 1 << 18), (peers[1], 1 << 18), (peers[2], 1 << 15)], count: 20)
    // Eight times as long, an eighth as often.
    #expect((0..<3).map { number in order.count { $0 == number } } == [2, 2, 16])
  }

  @Test
  func `parses lines of observers for half of the time, however many they are`() throws {
    let observers = try (0..<8).map { _ in
      let peer = try Peer(access: .observe)
      host.clients.add(peer.client)
      return peer
    }
    let control = try peer()
    let order = try order(of: (observers + [control]).map { ($0, 1 << 15) }, count: 20)
    #expect(order.count { $0 == 8 } == 10)
  }

  @Test
  func `reloads once for several hangups that come before it reads`() throws {
    handler.reload()
    handler.reload()
    let reader = try #require(handler.nextJob())
    // The file may change while it is read.
    handler.reload()
    handler.finish(reader(), sockets)
    let again = try #require(handler.nextJob())
    handler.finish(again(), sockets)
    #expect(handler.nextJob() == nil)
  }

  @Test
  func `keeps the configuration when the file has errors`() throws {
    let peer = try peer()
    try Data("limits.cards = -1".utf8).write(to: URL(filePath: folder.path + "/deckd.toml"))
    _ = answer(request(1, "daemon.reload"), of: peer)
    let reader = try #require(handler.nextJob())
    handler.finish(reader(), sockets)
    host.writeToClients()
    #expect(peer.lines().joined().contains("nothing has changed"))
    #expect(handler.access.limits.cards == 20)
    #expect(handler.configuration.decks.map(\.id) == ["main"])
  }

  @Test
  func `answers other clients while many frames are injected`() throws {
    let (injecting, other) = (try peer(), try peer())
    let scheduler = host.scheduler
    let frames = (0..<9).map { number in
      let phase = ["down", "moved", "up"][number == 0 ? 0 : number < 8 ? 1 : 2]
      return #"{"t":\#(number),"contacts":[{"id":1,"phase":"\#(phase)","x":\#(200 + 5 * number),"y":400}]}"#
    }
    injecting.send(request(1, "input.inject", #"{"frames":[\#(frames.joined(separator: ","))]}"#) + "\n")
    injecting.send(request(2, "deck.list") + "\n")
    other.send((1...12).map { request($0, "daemon.status") + "\n" }.joined())
    for peer in [injecting, other] { scheduler.append(peer.client) }
    // 0.2 ms for each frame and each request.
    var time: Int64 = 0
    while scheduler.mustPost(), let client = scheduler.next() {
      scheduler.runTurn(of: client) {
        defer { time += 200 }
        return Instant(microseconds: time)
      } processorTime: {
        Instant(microseconds: time)
      } answer: {
        handler.answer($0, of: $1)
      } resume: {
        handler.resume($0)
      }
      if RequestScheduler.continuation(of: client, isServed: false) == .schedule { scheduler.append(client) }
    }
    host.writeToClients()
    let isDragging = other.lines().map { $0.contains(#""phase":"dragging""#) }
    #expect(isDragging.count == 12 && isDragging.contains(true) && isDragging.last == false, "\(isDragging)")
    let replies = injecting.lines()
    #expect(replies.count == 2 && replies[0].contains(#""id":1,"result""#) && replies[1].contains(#""id":2,"result""#))
  }

  @Test
  func `cancels the injected contacts of a client that departs`() throws {
    let peer = try peer()
    let contact = #"{"id":1,"phase":"down","x":200,"y":400}"#
    _ = answer(request(1, "input.inject", #"{"contacts":[\#(contact)]}"#), of: peer)
    #expect(peer.client.isBusy)
    while peer.client.isBusy { handler.resume(peer.client) }
    #expect(host.engine.position(of: "main")?.phase == .pressing)
    let leavesContacts = handler.depart(peer.client)
    #expect(leavesContacts)
    handler.cancelOrphans(at: Loop.now)
    #expect(host.engine.position(of: "main")?.phase != .pressing)
    let isLeft = handler.depart(peer.client)
    #expect(!isLeft)
  }
}
