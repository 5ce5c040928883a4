import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import EventLoop
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// Clients of a surface that has gestures and no deck, with a disk.
@Suite
struct `A subscription to a surface` {
  private let folder: TemporaryFolder
  private let host: EngineHost
  private let handler: RequestHandler
  private let sockets: ListeningSockets
  private let writer: StateWriter
  private let reports = Mailbox<StateReport>()
  private let time = Time()

  private final class Time {
    var now = Instant(microseconds: 1_000_000)
  }

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      surfaces = [
        { name = "main", width = 400, height = 800 },
        { name = "side", width = 400, height = 800, screen = "\(folder.path)/bl_power" },
      ]
      decks = []
      gestures = [{ name = "home", do = "swipe up", from = "bottom" }]
      """
    let configuration = try DaemonConfiguration(toml: text, file: folder.path + "/deckd.toml")
    let parts = try DaemonParts(configuration, in: folder.path) { [time] in time.now }
    (host, sockets) = (parts.host, parts.sockets)
    handler = RequestHandler(host, parts.options, parts.access)
    let store = try StateStore(directory: folder.path, retention: Retention(events: 1000, age: 1000))
    writer = host.persist(in: store, onThread: false) { [reports] in reports.add($0) }
    host.panels.watchScreens(of: configuration.surfaces)
    host.start()
  }

  private func peer() throws -> Peer {
    let peer = try Peer()
    host.clients.add(peer.client)
    return peer
  }

  /// Sends a request; returns what has come once everything is on disk.
  private func send(_ method: String, _ parameters: String, from peer: Peer) -> [String] {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
    handler.answer(.complete(Array(line.utf8)), of: peer.client)
    return settled(peer)
  }

  private func settled(_ peer: Peer) -> [String] {
    writer.runWaitingJobs()
    while host.isWaiting {
      if host.hasDeliveries { host.deliverMore() } else { host.handle(reports.next()) { handler.handle($0, from: $1) } }
      handler.resumeRequests()
      writer.runWaitingJobs()
    }
    host.writeToClients()
    return peer.lines()
  }

  /// A swipe up from the lower edge, or from `y` on another place.
  private func swipe(on surface: String = "main", from y: Double = 795) {
    for step in 0...20 {
      let phase: Contact.Phase = step == 0 ? .down : step == 20 ? .up : .moved
      let contact = Contact(id: ContactID(1), phase: phase, position: Point(x: 200, y: y - Double(step) * 10))
      time.now = time.now.advanced(bySeconds: 0.008)
      host.panels.touch(TouchFrame(time: time.now, contacts: [contact]), on: surface, at: time.now)
    }
  }

  private func count(_ method: String, in lines: [String]) -> Int {
    lines.count { $0.contains(#""method":"\#(method)""#) }
  }

  @Test
  func `has its events, gestures and touches, and those of no other surface`() throws {
    let (main, side) = (try peer(), try peer())
    let topics = #""topics":["events","gestures","touches"]"#
    #expect(send("subscribe", #"{"surface":"main",\#(topics)}"#, from: main)[0].contains(#""snapshots":[],"seq":0"#))
    _ = send("subscribe", #"{"surface":"side",\#(topics)}"#, from: side)
    swipe()
    let lines = settled(main)
    #expect(
      count("event", in: lines) == 1 && count("touch", in: lines) == 21 && count("surface.gesture", in: lines) > 10
    )
    #expect(
      lines.last { $0.contains(#""method":"event""#) }?.contains(#""type":"gesture.performed","gesture":"home""#)
        ?? false
    )
    #expect(settled(side).isEmpty)
    swipe(on: "side")
    #expect(count("touch", in: settled(side)) == 21 && settled(main).isEmpty)
    _ = send("unsubscribe", #"{"surface":"main"}"#, from: main)
    swipe()
    #expect(settled(main).isEmpty)
  }

  @Test
  func `has no touch on a screen whose file says that it is dark, but that the touch woke it`() throws {
    let file = folder.url.appending(path: "bl_power")
    let peer = try peer()
    _ = send("subscribe", #"{"surface":"side","topics":["events","touches"]}"#, from: peer)
    for (state, isDark) in [(nil, false), ("0\n", false), ("4\n", true), ("1\n", true), ("0\n", false)] {
      if let state { try Data(state.utf8).write(to: file) }
      time.now = time.now.advanced(bySeconds: 1)
      swipe(on: "side")
      let lines = settled(peer)
      #expect(count("touch", in: lines) == (isDark ? 0 : 21) && count("event", in: lines) == (isDark ? 1 : 0))
      #expect(lines.contains { $0.contains(#""type":"surface.woken","surface":"side","by":"touch""#) } == isDark)
    }
    // Within the pause after a touch that woke it, another one wakes nothing.
    try Data("4".utf8).write(to: file)
    time.now = time.now.advanced(bySeconds: 1)
    swipe(on: "side")
    swipe(on: "side")
    #expect(settled(peer).count == 1)
  }

  @Test
  func `is made without a name, too, where there is no deck`() throws {
    let peer = try peer()
    #expect(send("subscribe", #"{"topics":["events"]}"#, from: peer)[0].contains(#""snapshots":[],"seq":0"#))
    swipe()
    #expect(count("event", in: settled(peer)) == 1)
  }

  @Test(arguments: [#""surface":"main""#, #""deck":"*""#])
  func `resumes after the last event that a client has`(scope: String) throws {
    swipe()
    swipe()
    let peer = try peer()
    _ = settled(peer)
    let lines = send("subscribe", #"{\#(scope),"topics":["events"],"since":1}"#, from: peer) + settled(peer)
    #expect(count("event", in: lines) == 1 && lines.contains { $0.contains(#""seq":2,"#) && $0.contains("home") })
    swipe()
    #expect(count("event", in: settled(peer)) == 1)
  }

  @Test
  func `to everything includes surfaces without decks`() throws {
    let peer = try peer()
    _ = send("subscribe", #"{"deck":"*","topics":["events","touches"]}"#, from: peer)
    swipe(on: "side")
    #expect(count("touch", in: settled(peer)) == 21)
    swipe()
    #expect(count("event", in: settled(peer)) == 1)
  }

  @Test
  func `explains why a gesture was none, to who asks`() throws {
    let (asking, other) = (try peer(), try peer())
    _ = send("explain", #"{"surface":"main","on":true}"#, from: asking)
    _ = send("explain", #"{"surface":"side","on":true}"#, from: other)
    let contact = Contact(id: ContactID(1), phase: .down, position: Point(x: 200, y: 795))
    host.handle(.touches(TouchFrame(time: time.now, contacts: [contact]), surface: "main"))
    let up = Contact(id: ContactID(1), phase: .up, position: Point(x: 200, y: 795))
    host.handle(.touches(TouchFrame(time: time.now, contacts: [up]), surface: "main"))
    let lines = settled(asking)
    #expect(
      lines.contains { $0.contains(#""recognizer":"home:swipe","outcome":"failed","reason":"moved 0 of 10 mm""#) }
    )
    #expect(settled(other).isEmpty)
  }

  @Test
  func `refuses what only decks have, and names what it does not know`() throws {
    let peer = try peer()
    let frames = send("subscribe", #"{"surface":"main","topics":["events","frames"]}"#, from: peer)
    #expect(frames[0].contains("a surface has no frames"))
    let unknown = send("subscribe", #"{"surface":"wall","topics":["events"]}"#, from: peer)
    #expect(unknown[0].contains("one of main, side"))
    let none = send("unsubscribe", #"{"surface":"main"}"#, from: peer)
    #expect(none[0].contains("a surface that this connection subscribes to; it subscribes to none"))
    let both = send("subscribe", #"{"surface":"main","deck":"*","topics":["events"]}"#, from: peer)
    #expect(both[0].contains("error"))
  }

  @Test
  func `a list of surfaces has their gestures, and which sleep`() throws {
    let peer = try peer()
    _ = send("surface.set", #"{"surface":"side","asleep":true}"#, from: peer)
    let list = send("surface.list", "{}", from: peer)
    let home = #"{"name":"home","kind":"swipe","fingers":1,"motion":"swipe up","zone":"bottom"}"#
    #expect(list[0].contains(#""asleep":false,"gestures":[\#(home)]"#))
    #expect(list[0].contains(#""asleep":true,"gestures":[]"#))
  }
}
