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
  func `removes a half-closed client that has vanished, and one whose time is up`() throws {
    let (gone, slow) = (try peer(), try peer())
    _ = gone.client.connection.read()
    gone.vanish()
    registry.removeVanished()
    // An open one is removed by its own turn.
    #expect(registry.count == 2)
    registry.leave(gone.client)
    registry.removeVanished()
    #expect(!registry.contains(gone.client) && registry.count(ofUser: slow.client.connection.peer.user) == 1)
    registry.dismiss(slow.client, "no", expected: "yes")
    registry.removeOverdue(at: Instant(microseconds: 5_999_999))
    #expect(registry.contains(slow.client))
    registry.removeOverdue(at: Instant(microseconds: 6_000_000))
    #expect(registry.isEmpty && registry.deadline == nil)
  }
}
