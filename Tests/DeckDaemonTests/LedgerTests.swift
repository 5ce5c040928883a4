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
struct `A ledger` {
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

  private func persistentLedger() throws -> Ledger {
    var ledger = Ledger()
    let store = try StateStore(directory: folder.path, retention: Retention(events: 100, age: 1000))
    let (journal, sequence) = (store.journalName, store.sequence)
    ledger.start(StateWriter(store) { [reports] in reports.add($0) }, journal: journal, sequence: sequence)
    return ledger
  }

  private static func event(_ sequence: UInt64) -> Ledger.Item {
    let event = DeckEvent(sequence: sequence, time: 0, deck: "a", kind: .deckExhausted)
    return .event(event, line: DeckNotification.event(event).line)
  }

  private func reply(_ text: String) -> Ledger.Item { .line(client, Array(text.utf8)) }

  private static func words(_ items: [Ledger.Item]) -> [String] {
    items.map { item in
      switch item {
      case .event(let event, _): "event \(event.sequence)"
      case .line(_, let line): String(decoding: line, as: UTF8.self)
      default: "other"
      }
    }
  }

  /// Removes what waits for nothing, or what did not have to wait for a job.
  private static func drain(_ ledger: inout Ledger, afterJobs: Bool = true) -> [Ledger.Ready] {
    var ready: [Ledger.Ready] = []
    while let next = ledger.removeReady(afterJobs: afterJobs) { ready.append(next) }
    return ready
  }

  @Test
  func `holds nothing back without persistence`() {
    var ledger = Ledger()
    ledger.append(Self.event(1), isInStep: true)
    ledger.append(reply("a"), isInStep: false)
    let ready = Self.drain(&ledger, afterJobs: false)
    #expect(Self.words(ready.map(\.item)) == ["event 1", "a"])
    #expect(ledger.count == 0 && ledger.events == 0 && ledger.journal == nil && !ledger.isFinished)
  }

  @Test
  func `releases a step's items in order once its commit is on disk`() throws {
    var ledger = try persistentLedger()
    for item in [Self.event(1), reply("done 1"), Self.event(2)] { ledger.append(item, isInStep: true) }
    #expect(!ledger.isReady())
    ledger.endStep { [] }
    // Later items wait behind them.
    ledger.append(reply("later"), isInStep: false)
    #expect(!ledger.isReady() && ledger.count == 4 && ledger.events == 2 && client.unanswered == 2)

    let answer = try #require(reports.next().answers.first)
    #expect(answer.outcome == .committed)
    let isRecovered = ledger.conclude(answer.ticket, isCommitted: true)
    #expect(!isRecovered)
    // What comes meanwhile is delivered behind them.
    ledger.append(reply("meanwhile"), isInStep: false)
    #expect(ledger.isReady() && !ledger.isReady(afterJobs: false))
    let ready = Self.drain(&ledger)
    #expect(Self.words(ready.map(\.item)) == ["event 1", "done 1", "event 2", "later", "meanwhile"])
    #expect(ready.map(\.beginsJob) == [true, false, false, false, false])
    #expect(client.unanswered == 0 && ledger.count == 0 && ledger.events == 0 && ledger.journal?.sequence == 2)
    // No job is pending any more.
    ledger.append(reply("now"), isInStep: false)
    #expect(ledger.isReady(afterJobs: false))
    ledger.finish([])
  }

  @Test
  func `keeps a later item behind one of the step under way`() throws {
    var ledger = try persistentLedger()
    ledger.append(reply("step"), isInStep: true)
    ledger.append(reply("after"), isInStep: false)
    #expect(!ledger.isReady())
    ledger.endStep { [] }
    let ready = Self.drain(&ledger, afterJobs: false)
    #expect(Self.words(ready.map(\.item)) == ["step", "after"])
    ledger.finish([])
  }

  @Test
  func `commits no states for replies alone`() throws {
    var ledger = try persistentLedger()
    ledger.append(reply("read"), isInStep: true)
    ledger.endStep {
      Issue.record("nothing has changed")
      return []
    }
    let ready = Self.drain(&ledger, afterJobs: false)
    #expect(Self.words(ready.map(\.item)) == ["read"])
    ledger.finish([])
  }

  @Test
  func `drops what comes after the end`() throws {
    var ledger = try persistentLedger()
    ledger.finish([])
    #expect(ledger.isFinished)
    ledger.append(Self.event(1), isInStep: true)
    ledger.append(reply("done 1"), isInStep: true)
    ledger.endStep { [] }
    #expect(ledger.count == 0 && ledger.events == 0 && client.unanswered == 0)
    ledger.close()
    #expect(ledger.journal == nil)
  }

  @Test
  func `gives everything back for a rollback, and counts no event that was not committed`() throws {
    var ledger = try persistentLedger()
    for item in [Self.event(1), reply("done 1")] { ledger.append(item, isInStep: true) }
    ledger.endStep { [] }
    let error = StoreError.readOnly(file: "state.db")
    let answer = try #require(reports.next().answers.first)
    ledger.conclude(answer.ticket, isCommitted: false)
    let items = ledger.rollBack(because: error)
    #expect(Self.words(items) == ["event 1", "done 1"])
    #expect(ledger.failure == error && ledger.journal?.sequence == 0 && client.unanswered == 0 && ledger.count == 0)
    ledger.append(Self.event(2), isInStep: true)
    ledger.endStep { [] }
    let next = try #require(reports.next().answers.first)
    let isRecovered = ledger.conclude(next.ticket, isCommitted: true)
    #expect(isRecovered && ledger.failure == nil)
    ledger.finish([])
  }
}
