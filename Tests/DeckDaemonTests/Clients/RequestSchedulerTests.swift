import DeckDaemon
import DeckProtocol
import DeckSocket
import Kinetics
import Testing

@Suite
struct `The scheduler of requests` {
  private let scheduler = RequestScheduler()

  /// A clock that advances at each look, and the processor time that has passed then.
  private final class SteppingClock {
    private var time: Int64 = 0
    private let step: Int64

    init(step microseconds: Int64) { step = microseconds }

    func now() -> Instant {
      defer { time += step }
      return Instant(microseconds: time)
    }

    func processorTime() -> Instant { Instant(microseconds: time) }
  }

  /// Runs turns until no client waits; returns whose requests were answered, in order.
  private func run(_ peers: [Peer], step microseconds: Int64 = 0) -> [Int] {
    var answered: [Int] = []
    let clock = SteppingClock(step: microseconds)
    for peer in peers { scheduler.append(peer.client) }
    while scheduler.mustPost(), let client = scheduler.next() {
      let number = peers.firstIndex { $0.client === client } ?? -1
      scheduler.runTurn(of: client, clock: clock.now, processorTime: clock.processorTime) { _, _ in
        answered.append(number)
      } resume: { _ in
        Issue.record("there is nothing to resume")
      }
      if RequestScheduler.continuation(of: client, isServed: false) == .schedule { scheduler.append(client) }
    }
    return answered
  }

  private static func turns(_ answered: [Int]) -> [String] {
    var turns: [(client: Int, count: Int)] = []
    for client in answered {
      if turns.last?.client == client { turns[turns.count - 1].count += 1 } else { turns.append((client, 1)) }
    }
    return turns.map { "\($0.client): \($0.count)" }
  }

  @Test
  func `gives every client a turn before any has a second one`() throws {
    let peers = try (0..<3).map { _ in try Peer() }
    peers[0].send(String(repeating: "{}\n", count: 40))
    peers[1].send("{}\n")
    peers[2].send(String(repeating: "{}\n", count: 20))
    #expect(Self.turns(run(peers)) == ["0: 16", "1: 1", "2: 16", "0: 16", "2: 4", "0: 8"])
  }

  @Test
  func `ends a turn early whose requests take long`() throws {
    let peers = try (0..<2).map { _ in try Peer() }
    for peer in peers { peer.send("{}\n{}\n{}\n") }
    #expect(Self.turns(run(peers, step: 600)) == ["0: 1", "1: 1", "0: 1", "1: 1", "0: 1", "1: 1"])
  }

  @Test
  func `gives the next turn to a client that asks rarely, however many ask all the time`() throws {
    let peers = try (0..<9).map { _ in try Peer() }
    let rare = peers[8]
    for peer in peers.dropLast() { peer.send(String(repeating: "{}\n", count: 30)) }
    rare.send("{}\n")
    for peer in peers { scheduler.append(peer.client) }
    let clock = SteppingClock(step: 80)
    var (turns, waits): (Int, [Int]) = (0, [])
    while scheduler.mustPost(), let client = scheduler.next() {
      turns += 1
      if client === rare.client { waits.append(turns) }
      scheduler.runTurn(of: client, clock: clock.now, processorTime: clock.processorTime) { _, _ in
      } resume: { _ in
      }
      if RequestScheduler.continuation(of: client, isServed: false) == .schedule { scheduler.append(client) }
      if turns == 20 {
        turns = 0
        rare.send("{}\n")
        scheduler.append(rare.client)
      }
    }
    // It connected last, and had its first turn after the others.
    #expect(waits.first == 9 && waits.count > 3 && waits.dropFirst().allSatisfy { $0 == 1 })
  }

  /// Its turn took long because of other processes: then it would wait for a hundred turns of each other client.
  @Test
  func `counts the processor time of a turn, not the time that others take meanwhile`() throws {
    let (one, other) = (try Peer(), try Peer())
    for peer in [one, other] {
      peer.send(String(repeating: "{}\n", count: 40))
      scheduler.append(peer.client)
    }
    var (order, used): ([String], Int64) = ([], 0)
    let clock = SteppingClock(step: 0)
    while order.count < 6, scheduler.mustPost(), let client = scheduler.next() {
      order.append(client === one.client ? "one" : "other")
      scheduler.runTurn(of: client, clock: clock.now) {
        Instant(microseconds: used)
      } answer: { _, _ in
        used += client === one.client ? 2 : 1
      } resume: { _ in
      }
      if RequestScheduler.continuation(of: client, isServed: false) == .schedule { scheduler.append(client) }
    }
    // Turns of 16 requests: 32 and 16 µs.
    #expect(order == ["one", "other", "other", "one", "other", "one"])
  }

  @Test
  func `posts one turn at a time, and none for a client that waits already`() throws {
    let (one, other) = (try Peer(), try Peer())
    #expect(!scheduler.mustPost())
    for _ in 0..<2 { scheduler.append(one.client) }
    scheduler.append(other.client)
    #expect(scheduler.mustPost() && !scheduler.mustPost())
    #expect(scheduler.next() === one.client && scheduler.mustPost())
    // What it waited for comes during its turn, whose end decides whether it has another.
    scheduler.release(one.client)
    #expect(scheduler.next() === other.client)
    #expect(scheduler.isEmpty && !scheduler.mustPost() && scheduler.next() == nil)
  }

  @Test
  func `holds a client while a file is read for it`() throws {
    let peer = try Peer()
    peer.send("{}\n")
    peer.client.beginJob()
    let clock = SteppingClock(step: 0)
    scheduler.runTurn(of: peer.client, clock: clock.now, processorTime: clock.processorTime) { _, _ in
      Issue.record("answered")
    } resume: { _ in
    }
    #expect(RequestScheduler.continuation(of: peer.client, isServed: false) == .hold)
    scheduler.release(peer.client)
    #expect(scheduler.isEmpty)
    peer.client.endJob()
    scheduler.release(peer.client)
    #expect(run([peer]) == [0])
  }

  @Test
  func `performs a long request over several turns, before the client's next one`() throws {
    let (busy, other) = (try Peer(), try Peer())
    for peer in [busy, other] { peer.send("{}\n{}\n") }
    var steps: [String] = []
    var portions = 5
    let clock = SteppingClock(step: 40)
    for peer in [busy, other] { scheduler.append(peer.client) }
    while scheduler.mustPost(), let client = scheduler.next() {
      let name = client === busy.client ? "busy" : "other"
      scheduler.runTurn(of: client, clock: clock.now, processorTime: clock.processorTime) { _, client in
        steps.append("\(name) asks")
        if name == "busy", portions == 5 { client.beginWork() }
      } resume: { client in
        portions -= 1
        steps.append("portion")
        if portions == 0 { client.endWork() }
      }
      if RequestScheduler.continuation(of: client, isServed: false) == .schedule { scheduler.append(client) }
    }
    let first = ["busy asks", "portion", "portion", "other asks", "other asks"]
    #expect(steps == first + ["portion", "portion", "portion", "busy asks"])
  }

  @Test
  func `keeps a half-closed client only if it receives something`() throws {
    let peer = try Peer()
    peer.send("{}\n")
    func turn() -> Int {
      var count = 0
      let clock = SteppingClock(step: 0)
      scheduler.runTurn(of: peer.client, clock: clock.now, processorTime: clock.processorTime) { _, _ in
        count += 1
      } resume: { _ in
      }
      return count
    }
    #expect(turn() == 1 && RequestScheduler.continuation(of: peer.client, isServed: false) == .read)
    peer.send("{}\n")
    peer.halfClose()
    // What was sent before is still answered.
    #expect(turn() == 1 && RequestScheduler.continuation(of: peer.client, isServed: false) == .read)
    #expect(turn() == 0 && RequestScheduler.continuation(of: peer.client, isServed: true) == .halfClose)
    #expect(RequestScheduler.continuation(of: peer.client, isServed: false) == .leave)
    peer.vanish()
    #expect(RequestScheduler.continuation(of: peer.client, isServed: true) == .remove)
  }
}
