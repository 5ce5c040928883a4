import DeckDaemon
import DeckProtocol
import DeckSocket
import Kinetics
import Testing
import UnixSocket

@Suite
struct `A registry of clients` {
  private let registry = ClientRegistry { Instant(microseconds: 1_000_000) }

  private func peer(backlog: Int = 1 << 20) throws -> Peer {
    let peer = try Peer(ConnectionLimits(backlog: backlog))
    registry.add(peer.client)
    return peer
  }

  private static func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  private static func words(_ departures: [ClientRegistry.Departure]) -> [String] {
    departures.map { departure in
      switch departure {
      case .doesNotRead: "does not read"
      case .holdsMost: "holds most"
      case .leaves: "leaves"
      case .wasRemoved: "was removed"
      }
    }
  }

  @Test
  func `writes lines in order at the end of a step, and only the newest frame`() throws {
    let peer = try peer()
    registry.send(Self.line("a"), to: peer.client)
    registry.send(Self.line("b"), to: peer.client)
    #expect(peer.lines().isEmpty)
    registry.write()
    #expect(peer.lines() == ["a", "b"] && registry.queuedBytes == 0)
    registry.send(frame: Self.line("frame"), key: .init(0), to: peer.client)
    registry.write()
    #expect(peer.lines() == ["frame"] && registry.takeDepartures().isEmpty && registry.takeBlocked().isEmpty)
  }

  @Test
  func `disconnects a client that does not read, and it alone`() throws {
    let (slow, other) = (try peer(backlog: 1000), try peer())
    let long = Self.line(String(repeating: "x", count: 100_000))
    var count = 0
    while slow.client.phase.isOpen {
      registry.beginBatch()
      for peer in [slow, other] { registry.send(long, to: peer.client) }
      registry.write()
      _ = other.lines()
      registry.resumeWriting(to: other.client)
      count += 1
      try #require(count < 100)
    }
    #expect(Self.words(registry.takeDepartures()) == ["does not read"])
    #expect(registry.deadline == Instant(microseconds: 6_000_000) && other.client.phase.isOpen)
    // It receives nothing more than the reason, once it reads.
    registry.send(Self.line("late"), to: slow.client)
    var lines: [String] = []
    while !slow.client.phase.isDone {
      lines += slow.lines()
      registry.resumeWriting(to: slow.client)
    }
    lines += slow.lines()
    #expect(lines.last?.contains("bytes of events wait unread") == true)
    #expect(Self.words(registry.takeDepartures()) == ["was removed"] && registry.count == 1)
  }

  @Test
  func `disconnects the client for which most of the replies have waited longest, and sends it the reason`() throws {
    registry.replyLimit = 3_000_000
    let peers = try (0..<3).map { _ in try peer() }
    func reply(_ length: Int) -> [UInt8] { Self.line(String(repeating: "x", count: length)) }
    // The kernel takes some of each.
    registry.send(reply(1_000_000), to: peers[0].client)
    registry.send(reply(1_500_000), to: peers[1].client)
    // Lines that all receive count for none.
    for peer in peers { registry.send(reply(900_000), to: peer.client, isShared: true) }
    registry.write()
    #expect(registry.count == 3)
    registry.send(reply(1_200_000), to: peers[2].client)
    #expect(Self.words(registry.takeDepartures()) == ["holds most"])
    #expect(peers[1].client.phase.isLeaving && peers[0].client.phase.isOpen && peers[2].client.phase.isOpen)
    // Its long line is not finished; the reason is whole.
    var lines: [String] = []
    while registry.contains(peers[1].client) {
      lines += peers[1].lines()
      registry.resumeWriting(to: peers[1].client)
    }
    lines += peers[1].lines()
    #expect(lines.count == 2 && lines[0].utf8.count < 1_500_000)
    #expect(lines[1].contains("more than 3000000 bytes are held") && lines[1].contains(#""id":null"#))
    #expect(Self.words(registry.takeDepartures()) == ["was removed"] && registry.count == 2)
    // The other two receive all of theirs, and then there is room again.
    for index in [0, 2] {
      var received = 0
      while received < 2 {
        received += peers[index].lines().count
        registry.resumeWriting(to: peers[index].client)
      }
    }
    registry.send(reply(2_900_000), to: peers[2].client)
    #expect(registry.count == 2 && registry.takeDepartures().isEmpty)
  }

  @Test
  func `counts lines that are not complete, and disconnects the client that has held most for longest`() throws {
    registry.replyLimit = 100_000
    func sendPart(_ peer: Peer, _ count: Int) {
      peer.send(String(repeating: "x", count: count))
      for _ in 0...(count / 4096) { _ = peer.client.connection.read() }
      registry.recordInput(of: peer.client)
    }
    let large = try peer()
    sendPart(large, 30_000)
    #expect(registry.takeDepartures().isEmpty)
    var small: [Peer] = []
    while large.client.phase.isOpen {
      small.append(try peer())
      sendPart(try #require(small.last), 8000)
      try #require(small.count < 50)
    }
    #expect(Self.words(registry.takeDepartures()) == ["holds most"])
    registry.write()
    #expect(large.lines().last?.contains("limits.replies") == true)
    #expect(small.count > 1 && small.allSatisfy { $0.client.phase.isOpen })
    // A line that ends is held no more.
    let held = try #require(small.first)
    #expect(held.client.connection.ownBytes >= 8000)
    held.send("\n")
    #expect(held.client.connection.read().lines.count == 1 && held.client.connection.ownBytes == 0)
  }

  @Test
  func `counts nothing for a client that was removed, whose subscriptions end later`() throws {
    registry.replyLimit = 1000
    let (gone, other) = (try peer(), try peer())
    registry.remove(gone.client)
    for number in 0..<100 {
      registry.send(Self.line("explanation \(number)"), to: gone.client)
      registry.send(frame: Self.line("frame"), key: .init(0), to: gone.client)
    }
    registry.send(Self.line("a"), to: other.client)
    registry.write()
    #expect(other.lines() == ["a"] && Self.words(registry.takeDepartures()) == ["was removed"])
  }

  @Test
  func `gives memory back some time after much was used`() throws {
    var trim = MemoryTrim()
    trim.use(1 << 20, at: Instant(microseconds: 0))
    #expect(trim.deadline == nil)
    trim.use(1, at: Instant(microseconds: 1))
    trim.use(1 << 20, at: Instant(microseconds: 2))
    let due = Instant(microseconds: 6_000_001)
    #expect(trim.deadline == due && !trim.takeDue(at: Instant(microseconds: 6_000_000), isMoving: { false }))
    var other = trim
    #expect(trim.takeDue(at: due, isMoving: { false }) && trim == MemoryTrim())
    // Much at once makes it due later, within a minute; little does not.
    var late = other
    late.use(1, at: Instant(microseconds: 1_000_000))
    #expect(late.deadline == due)
    late.use(.max, at: Instant(microseconds: 5_000_000))
    #expect(late.deadline == Instant(microseconds: 11_000_000))
    late.use(.max, at: Instant(microseconds: 80_000_000))
    #expect(late.deadline == due.advanced(bySeconds: 60))
    // While anything moves it waits, but not for more than a minute.
    for _ in 0..<60 {
      let now = try #require(other.deadline)
      let isDue = other.takeDue(at: now, isMoving: { true })
      #expect(!isDue)
    }
    #expect(other.deadline == due.advanced(bySeconds: 60))
    #expect(other.takeDue(at: due.advanced(bySeconds: 60), isMoving: { true }) && other == MemoryTrim())
    let peer = try peer()
    registry.send([UInt8](repeating: 10, count: 1 << 22), to: peer.client)
    #expect(registry.deadline == nil)
    registry.remove(peer.client)
    #expect(registry.deadline == Instant(microseconds: 7_000_000))
  }

  @Test
  func `removes a client that leaves once everything is written`() throws {
    let peer = try peer()
    registry.send(Self.line("last"), to: peer.client)
    registry.leave(peer.client)
    registry.send(Self.line("late"), to: peer.client)
    #expect(registry.contains(peer.client))
    registry.write()
    #expect(peer.lines() == ["last"] && registry.isEmpty)
    #expect(Self.words(registry.takeDepartures()) == ["leaves", "was removed"])
  }

  @Test
  func `asks for one watch of a socket that is full`() throws {
    let peer = try peer()
    for _ in 0..<20 { registry.send([UInt8](repeating: 10, count: 60_000), to: peer.client) }
    registry.write()
    #expect(registry.takeBlocked().count == 1 && registry.takeBlocked().isEmpty)
    registry.remove(peer.client)
    #expect(registry.isEmpty)
  }

  @Test
  func `removes a client that has vanished while its requests wait if these are dropped`() throws {
    let (gone, other) = (try peer(), try peer())
    gone.vanish()
    gone.client.beginJob()
    other.client.beginJob()
    // What it wants is done all the same.
    registry.removeVanished()
    #expect(registry.contains(gone.client))
    registry.removeVanished(whoseRequestsWait: true)
    #expect(!registry.contains(gone.client) && registry.contains(other.client))
  }

  @Test
  func `removes a half-closed client that has vanished, and one whose time is up`() throws {
    let (gone, slow) = (try peer(), try peer())
    _ = gone.client.connection.read()
    gone.vanish()
    registry.removeVanished()
    // An open one is removed by its own turn.
    #expect(registry.count == 2)
    registry.leave(gone.client)
    registry.removeVanished()
    #expect(!registry.contains(gone.client) && registry.count(over: .control) == 1)
    let user = slow.client.connection.peer.user
    #expect(registry.count(ofUser: user, over: .control) == 1 && registry.count(ofUser: user, over: .observe) == 0)
    registry.dismiss(slow.client, "no", expected: "yes")
    registry.removeOverdue(at: Instant(microseconds: 5_999_999))
    #expect(registry.contains(slow.client))
    registry.removeOverdue(at: Instant(microseconds: 6_000_000))
    #expect(registry.isEmpty && registry.deadline == nil)
  }
}
