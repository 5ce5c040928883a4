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
  }

  @Test
  func `says what is wrong with a line`() throws {
    let peer = try peer()
    #expect(answer("{", of: peer).joined().contains(#""code":-32700"#))
  }

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","id":7,"method":"deck.insert","params":{"cards":[{"id":"a"#, "7"),
      (#"{"id":"long","params":{"id":"#, #""long""#), (#"{ "method": "deck.load", "id" : -1.5 , "par"#, "-1.5"),
      (#"{"params":{"id":7,"x":1},"id":8"#, "null"), (#"{"id":[1],"method":"#, "null"), (#"{"id":12345"#, "null"),
      (#"{"id":null,"#, "null"), ("[1,2,", "null"), ("", "null"),
    ]
  )
  func `answers a request that is too long by its id, where that precedes the parameters`(
    beginning: String,
    id: String
  ) throws {
    let peer = try peer()
    handler.answer(.overlong(beginning: Array(beginning.utf8)), of: peer.client)
    host.writeToClients()
    let lines = peer.lines()
    #expect(lines.count == 1 && lines[0].contains("limits.line") && lines[0].contains(#""id":\#(id),"#))
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
