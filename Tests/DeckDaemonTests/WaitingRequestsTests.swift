import DeckConfiguration
import DeckDaemon
import DeckProtocol
import Kinetics
import Testing

/// Commands about more than 10 cards have a hundredth of the time, and one of a millisecond uses up what is saved.
@Suite
struct `Requests that wait` {
  private final class Clock {
    var now = Instant(microseconds: 1_000_000)
  }

  private let clients = ClientRegistry()
  private let clock = Clock()
  private var waiting: WaitingRequests

  init() {
    let (clock, budget) = (clock, TimeBudget(share: 0.01, reserve: 0.001, limit: 0.005))
    let longCommands = LongCommands(mostCards: 10, longestDeck: 900, budget: budget)
    waiting = WaitingRequests(of: clients, longCommands) { clock.now }
  }

  private func peer() throws -> Peer {
    let peer = try Peer()
    clients.add(peer.client)
    return peer
  }

  private static func remove(_ count: Int) -> ClientRequest {
    ClientRequest(id: Array("1".utf8), name: .deckRemove, method: .command(.remove(.init(0..<count)), deck: nil))
  }

  private static let read = ClientRequest(id: Array("1".utf8), name: .deckGet, method: .deckGet(deck: nil))
  private static let snapshots = Answer.subscription(.all([], sequence: 0), journal: nil, isLost: false)

  private static func line(_ count: Int) -> LongLine {
    let access = AccessPolicy(InjectGrants(users: [], groups: []), LimitsSection(), controlPath: "/c")
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: count)
    return LongLine(bytes: bytes, access: access, permissions: .init(access: .control, inject: false))
  }

  /// Lets a command wait for a share of the time if it has to; returns whether it does.
  private mutating func deferUntilTime(_ count: Int, of peer: Peer, in line: LongLine? = nil) -> Bool {
    waiting.deferUntilTime(Self.remove(count), of: peer.client, in: line) { 100 }
  }

  /// Uses up what is saved of the time.
  private mutating func useTime(_ peer: Peer) {
    waiting.charge(peer.client, 1000)
  }

  @Test
  mutating func `are due at no time while there are none`() {
    #expect(waiting.isEmpty && !waiting.hasJobs && waiting.deadline(isBacklogged: false) == nil)
    #expect(waiting.removeUnwritten() == nil && waiting.removeTimely() == nil)
    #expect(waiting.removeRead(ofPages: false) == nil && waiting.removeRead(ofPages: true) == nil)
    #expect(waiting.beginJob(parses: true) == nil)
  }

  @Test
  mutating func `for the disk are due once it is no longer behind, in their order`() throws {
    let (one, other) = (try peer(), try peer())
    waiting.deferUntilWritten(Self.remove(1), of: one.client)
    waiting.deferUntilWritten(Self.remove(2), of: other.client)
    #expect(waiting.deadline(isBacklogged: true) == nil && waiting.deadline(isBacklogged: false) == clock.now)
    let first = waiting.removeUnwritten()
    #expect(first?.client === one.client && !one.client.isHeld && other.client.isHeld)
    let second = waiting.removeUnwritten()
    #expect(second?.client === other.client && !other.client.isHeld && waiting.isEmpty)
  }

  @Test
  mutating func `for a share of the time are due when there is one, the disk permitting`() throws {
    let (one, other) = (try peer(), try peer())
    #expect(!deferUntilTime(11, of: one))
    useTime(one)
    #expect(!deferUntilTime(10, of: other) && deferUntilTime(11, of: other) && other.client.isHeld)
    let deadline = waiting.deadline(isBacklogged: false)
    let due = try #require(deadline)
    #expect(due > clock.now && waiting.deadline(isBacklogged: true) == nil && waiting.removeTimely() == nil)
    clock.now = due
    let command = waiting.removeTimely()
    #expect(command?.client === other.client && !other.client.isHeld && waiting.isEmpty)
  }

  @Test
  mutating func `that came in a long line wait as it, and to be parsed when their time has come`() throws {
    let (one, other) = (try peer(), try peer())
    useTime(one)
    #expect(deferUntilTime(11, of: one, in: Self.line(20_000)) && one.client.isHeld)
    let deadline = waiting.deadline(isBacklogged: false)
    clock.now = try #require(deadline)
    #expect(waiting.removeTimely() == nil && one.client.isHeld && waiting.hasJobs)
    // One long command at a time, also while it is parsed.
    #expect(waiting.deadline(isBacklogged: false) == nil && deferUntilTime(11, of: other))
    #expect(waiting.removeTimely() == nil && waiting.beginJob(parses: false) == nil)
    let begun = waiting.beginJob(parses: true)
    guard case .command(let line, let client)? = begun else {
      Issue.record("\(String(describing: begun)) is no command")
      return
    }
    #expect(line.read() == nil && client === one.client && one.client.isHeld)
    _ = waiting.endJob(.command(nil))
    #expect(!one.client.isHeld && !waiting.hasJobs)
    let next = waiting.removeTimely()
    #expect(next?.client === other.client)
  }

  @Test
  mutating func `for replies are due once fewer than four like them are to be encoded`() throws {
    let (peers, last) = (try (0..<4).map { _ in try peer() }, try peer())
    for peer in peers {
      let waits = waiting.deferUntilEncoded(Self.read, of: last.client, for: Self.snapshots)
      #expect(!waits)
      let place = try #require(clients.reserveLine(for: peer.client))
      peer.client.beginJob()
      waiting.move(LongReply(answer: Self.snapshots, id: [], place: place, client: peer.client))
    }
    #expect(waiting.deferUntilEncoded(Self.read, of: last.client, for: Self.snapshots) && last.client.isHeld)
    #expect(waiting.deadline(isBacklogged: false) == nil && waiting.removeRead(ofPages: false) == nil)
    #expect(waiting.beginJob(parses: true) != nil && waiting.beginJob(parses: true) == nil)
    let reply = waiting.endJob(.snapshot([]))
    #expect(!peers[0].client.isHeld)
    guard case .reply = reply else {
      Issue.record("\(reply) is no reply")
      return
    }
    // The disk delays no request that reads.
    #expect(waiting.deadline(isBacklogged: true) == clock.now && waiting.removeRead(ofPages: true) == nil)
    let read = waiting.removeRead(ofPages: false)
    #expect(read?.client === last.client && !last.client.isHeld && waiting.isEmpty)
  }

  @Test
  mutating func `as long lines count for the limit of what is held for all clients until they are parsed`() throws {
    let (one, other) = (try peer(), try peer())
    clients.replyLimit = 30_000
    waiting.append(.line(Self.line(20_000), one.client))
    #expect(one.client.isHeld && waiting.beginJob(parses: false) == nil)
    #expect(waiting.beginJob(parses: true) != nil)
    waiting.append(.line(Self.line(20_000), other.client))
    #expect(!one.client.phase.isLeaving && !other.client.phase.isLeaving)
    _ = waiting.endJob(.message(nil))
    waiting.append(.line(Self.line(20_000), one.client))
    #expect(one.client.phase.isLeaving != other.client.phase.isLeaving)
  }

  /// A check of injected frames that is long enough for a thread.
  private static func check(_ client: Client) throws -> WorkerJob {
    let frame = ClientRequest.InjectedFrame(contacts: [.init(id: 1, phase: .moved, x: 1, y: 2)])
    let frames = [ClientRequest.InjectedFrame](repeating: frame, count: 600)
    var registry = InjectionRegistry()
    let now = Instant(microseconds: 0)
    let check = try registry.check(frames, on: "main", at: now, from: ObjectIdentifier(client))
    let request = ClientRequest(id: nil, name: .inputInject, method: .inputInject(surface: nil, frames: frames))
    return .check(check, request, client)
  }

  @Test
  mutating func `to inject frames are checked although the disk is behind, and behind a long line`() throws {
    let (one, other) = (try peer(), try peer())
    waiting.append(.line(Self.line(20_000), one.client))
    waiting.append(try Self.check(other.client))
    let begun = waiting.beginJob(parses: false)
    guard case .check(_, _, let client)? = begun else {
      Issue.record("\(String(describing: begun)) is no check")
      return
    }
    #expect(client === other.client && other.client.isHeld && waiting.beginJob(parses: false) == nil)
    let refusal = ProtocolError(.refused, "frames", field: "params.frames", expected: "none")
    _ = waiting.endJob(.checked(.failure(refusal)))
    #expect(!other.client.isHeld && one.client.isHeld)
  }

  @Test
  mutating func `are dropped where they wait when their client leaves`() throws {
    let peers = try (0..<5).map { _ in try peer() }
    waiting.append(try Self.check(peers[3].client))
    let reload = ClientRequest(id: nil, name: .daemonReload, method: .daemonReload)
    waiting.append(.configuration(reload, peers[4].client))
    waiting.deferUntilWritten(Self.remove(1), of: peers[0].client)
    useTime(peers[1])
    #expect(deferUntilTime(11, of: peers[1]))
    waiting.append(.line(Self.line(20_000), peers[2].client))
    for peer in peers { waiting.drop(of: peer.client) }
    #expect(waiting.isEmpty && !waiting.hasJobs && waiting.deadline(isBacklogged: false) == nil)
  }
}
