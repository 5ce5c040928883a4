import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `A commit gate` {
  private let folder: TemporaryFolder
  private let reports = Mailbox<StateReport>()
  private let client: Client

  init() throws {
    folder = try TemporaryFolder()
    client = try Self.client()
  }

  /// A client on one end of a socket pair, whose other end is closed.
  private static func client() throws -> Client {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    close(ends[1])
    return Client(try ClientConnection(descriptor: ends[0]), access: .init(access: .control, inject: false))
  }

  private func persistentGate() throws -> CommitGate {
    var gate = CommitGate()
    let store = try StateStore(directory: folder.path, retention: Retention(events: 100, age: 1000))
    let (journal, sequence) = (store.journalName, store.sequence)
    gate.start(StateWriter(store) { [reports] in reports.add($0) }, journal: journal, sequence: sequence)
    return gate
  }

  private static func event(_ sequence: UInt64) -> Outbox.Item {
    let event = DeckEvent(sequence: sequence, time: 0, deck: "a", kind: .deckExhausted)
    return .event(event, line: DeckNotification.event(event).line)
  }

  private func reply(_ text: String) -> Outbox.Item { .line(client, Array(text.utf8)) }

  private static func words(_ items: [Outbox.Item]) -> [String] {
    items.map { item in
      switch item {
      case .event(let event, _): "event \(event.sequence)"
      case .line(_, let line): String(decoding: line, as: UTF8.self)
      default: "other"
      }
    }
  }

  @Test
  func `holds nothing back without persistence`() {
    var gate = CommitGate()
    #expect(
      gate.submit(Self.event(1), isPublishing: true) != nil && gate.submit(reply("a"), isPublishing: false) != nil
    )
    #expect(gate.commit { [] }.isEmpty && gate.count == 0 && gate.journal == nil && !gate.isFinished)
  }

  @Test
  func `releases a step's items in order once its commit is on disk`() throws {
    var gate = try persistentGate()
    for item in [Self.event(1), reply("done 1"), Self.event(2)] {
      #expect(gate.submit(item, isPublishing: true) == nil)
    }
    #expect(gate.count == 0)
    let items = gate.commit { [] }
    #expect(items.allSatisfy { gate.admit($0) == nil } && gate.count == 3)
    // Later items wait behind them.
    #expect(gate.submit(reply("later"), isPublishing: false) == nil)
    #expect(client.unanswered == 2)

    let answer = try #require(reports.next().answers.first)
    #expect(answer.outcome == .committed)
    gate.conclude(answer.ticket, isCommitted: true)
    // What comes meanwhile is delivered behind them.
    #expect(gate.hasReady && gate.submit(reply("meanwhile"), isPublishing: false) == nil)
    var ready: [Outbox.Ready] = []
    while let next = gate.removeReady() { ready.append(next) }
    #expect(Self.words(ready.map(\.item)) == ["event 1", "done 1", "event 2", "later", "meanwhile"])
    #expect(ready.map(\.beginsJob) == [true, false, false, false, false])
    #expect(client.unanswered == 0 && gate.count == 0 && gate.journal?.sequence == 2)
    // No job is pending any more.
    #expect(gate.submit(reply("now"), isPublishing: false) != nil)
    gate.finish([])
  }

  @Test
  func `commits nothing for a step without items, and waits for nothing then`() throws {
    var gate = try persistentGate()
    #expect(gate.commit { [] }.isEmpty)
    #expect(gate.admit(reply("now")) != nil)
    #expect(gate.count == 0)
    gate.finish([])
  }

  @Test
  func `commits no states for replies alone`() throws {
    var gate = try persistentGate()
    #expect(gate.submit(reply("read"), isPublishing: true) == nil)
    let items = gate.commit {
      Issue.record("nothing has changed")
      return []
    }
    #expect(Self.words(items) == ["read"] && gate.admit(items[0]) != nil)
    gate.finish([])
  }

  @Test
  func `drops what comes after the end`() throws {
    var gate = try persistentGate()
    gate.finish([])
    #expect(gate.isFinished)
    #expect(gate.submit(Self.event(1), isPublishing: true) == nil)
    #expect(gate.commit { [] }.isEmpty)
    gate.close()
    #expect(gate.journal == nil)
  }

  @Test
  func `gives everything back for a rollback, and counts no event that was not committed`() throws {
    var gate = try persistentGate()
    _ = gate.submit(Self.event(1), isPublishing: true)
    _ = gate.submit(reply("done 1"), isPublishing: true)
    for item in gate.commit({ [] }) { _ = gate.admit(item) }
    let error = StoreError.readOnly(file: "state.db")
    let answer = try #require(reports.next().answers.first)
    gate.conclude(answer.ticket, isCommitted: false)
    #expect(Self.words(gate.releaseAll()) == ["event 1", "done 1"])
    gate.rollBack(because: error)
    #expect(gate.failure == error && gate.journal?.sequence == 0 && client.unanswered == 0)
    #expect(gate.recordSuccess() && !gate.recordSuccess() && gate.failure == nil)
    gate.finish([])
  }
}
