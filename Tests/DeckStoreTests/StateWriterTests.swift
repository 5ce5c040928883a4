import CSQLite
import DeckEngine
import DeckProtocol
import DeckStore
import Foundation
import TestSupport
import Testing

extension Mailbox<StateReport> {
  /// Waits until a job has been answered, and returns how.
  fileprivate func outcome(of ticket: StateTicket) -> StateReport.Outcome {
    wait { reports in reports.flatMap(\.answers).first { $0.ticket == ticket }?.outcome }
  }
}

@Suite
struct `The writer` {
  private let directory: TemporaryDirectory
  private let disk: FaultDisk
  private let reports = Mailbox<StateReport>()
  private let writer: StateWriter

  init() throws {
    directory = try TemporaryDirectory()
    disk = try #require(FaultDisk())
    writer = StateWriter(try Self.open(directory, disk)) { [reports] in reports.add($0) }
  }

  private static func open(_ directory: TemporaryDirectory, _ disk: FaultDisk) throws -> sending StateStore {
    var surroundings = StateStore.Surroundings()
    surroundings.vfs = disk.name
    return try StateStore(directory: directory.path, retention: .ample, surroundings: surroundings)
  }

  private static func lines(_ numbers: ClosedRange<UInt64>) -> [UInt8] {
    numbers.flatMap { Array("{\"seq\":\($0)}\n".utf8) }
  }

  private static func deck(_ number: UInt64) -> DeckState {
    DeckState(deck: "main", kind: .stack, cards: [], configured: [], scroll: Double(number))
  }

  /// The change of one event, after which the deck has the event's number.
  private static func change(_ number: UInt64) -> StateChange {
    let event = StoredEvent(sequence: number, deck: "main", line: lines(number...number))
    return StateChange(events: [event], decks: [deck(number)])
  }

  @Test
  func `commits, answers and closes in order`() throws {
    let first = writer.commit(Self.change(1))
    let question = writer.read(after: 0, upTo: 1, byteLimit: .max)
    let second = writer.commit(Self.change(2))
    let late = writer.read(after: 7, upTo: 9, byteLimit: .max)
    writer.finish()
    #expect(
      reports.all.flatMap(\.answers) == [
        .init(ticket: first, outcome: .committed),
        .init(ticket: question, outcome: .events(.lines(Self.lines(1...1), through: 1))),
        .init(ticket: second, outcome: .committed), .init(ticket: late, outcome: .events(.ahead(newest: 2))),
      ]
    )
    #expect(reports.all.allSatisfy { $0.restoration == nil })
    #expect(try directory.names == ["state.db", "state.db-mark"])
    #expect(try restarted(directory).decks.map(\.state) == [Self.deck(2)])
  }

  @Test
  func `commits everything that waited for a slow disk at once`() throws {
    disk.holdSyncs(true)
    let first = writer.commit(Self.change(1))
    disk.awaitHeldSync()
    let waiting = (2...100 as ClosedRange<UInt64>).map { writer.commit(Self.change($0)) }
    let question = writer.read(after: 98, upTo: 100, byteLimit: .max)
    #expect(reports.all.isEmpty)
    disk.holdSyncs(false)
    #expect(reports.outcome(of: question) == .events(.lines(Self.lines(99...100), through: 100)))
    #expect(reports.all.map { $0.answers.map(\.ticket) } == [[first], waiting + [question]])
    writer.finish()
    let store = try Self.open(directory, disk)
    #expect(try store.events(after: 0, upTo: .max, byteLimit: .max) == .lines(Self.lines(1...100), through: 100))
  }

  @Test(arguments: [false, true])
  func `reports what waited for long in parts, and the stored state once`(_ fails: Bool) throws {
    #expect(reports.outcome(of: writer.commit(Self.change(1))) == .committed)
    disk.holdSyncs(true)
    let first = writer.commit(Self.change(2))
    disk.awaitHeldSync()
    let waiting = (3...252 as ClosedRange<UInt64>).map { writer.commit(Self.change($0)) }
    // Its writes are done; after its sync and its mark, nothing works.
    if fails { disk.fail(after: 2, code: SQLITE_FULL) }
    disk.holdSyncs(false)
    let last = try #require(waiting.last)
    #expect((reports.outcome(of: last) == .committed) == !fails)
    writer.finish()
    let parts = reports.all.drop { $0.answers.first?.ticket != first }
    #expect(parts.map(\.answers.count) == [1, 100, 100, 50])
    #expect(parts.flatMap(\.answers).map(\.ticket) == [first] + waiting)
    #expect(parts.map { $0.restoration?.sequence } == [nil, fails ? 2 : nil, nil, nil])
  }

  @Test
  func `refuses what builds on a failed commit, until its owner has gone back`() throws {
    #expect(reports.outcome(of: writer.commit(Self.change(1))) == .committed)
    disk.holdSyncs(true)
    disk.fail(after: 0, code: SQLITE_FULL)
    let full = StateReport.Outcome.refused(.full(file: directory.state))
    #expect(reports.outcome(of: writer.commit(Self.change(2))) == full)
    let failed = try #require(reports.all.last)
    let restoration = try #require(failed.restoration)
    #expect(restoration.sequence == 1)
    #expect(restoration.decks.map(\.state) == [Self.deck(1)])

    // These were on their way before the owner heard of it.
    disk.heal()
    let behind = writer.commit(Self.change(3))
    let question = writer.read(after: 0, upTo: 3, byteLimit: .max)
    #expect(reports.outcome(of: question) == .events(.lines(Self.lines(1...1), through: 1)))
    #expect(reports.outcome(of: behind) == full)
    #expect(reports.all.filter { $0.restoration != nil }.count == 1)

    writer.resume()
    disk.holdSyncs(false)
    #expect(reports.outcome(of: writer.commit(Self.change(2))) == .committed)
    writer.finish()
    #expect(try restarted(directory).decks.map(\.state) == [Self.deck(2)])
  }

  @Test
  func `refuses a whole group, and tries anew after each word of its owner`() throws {
    // The log's beginning has a sync of its own.
    #expect(reports.outcome(of: writer.commit(Self.change(1))) == .committed)
    disk.holdSyncs(true)
    let first = writer.commit(Self.change(2))
    disk.awaitHeldSync()
    let group = (3...6 as ClosedRange<UInt64>).map { writer.commit(Self.change($0)) }
    // Its writes are done; after its sync and its mark, nothing works.
    disk.fail(after: 2, code: SQLITE_FULL)
    disk.holdSyncs(false)
    for ticket in group { #expect(reports.outcome(of: ticket) == .refused(.full(file: directory.state))) }
    #expect(reports.outcome(of: first) == .committed)
    for round in 1...3 {
      writer.resume()
      let again = writer.commit(Self.change(3))
      #expect(reports.outcome(of: again) == .refused(.full(file: directory.state)))
      #expect(reports.all.filter { $0.restoration?.sequence == 2 }.count == 1 + round)
    }
    disk.heal()
    writer.resume()
    #expect(reports.outcome(of: writer.commit(Self.change(3))) == .committed)
    writer.finish()
    #expect(try restarted(directory).sequence == 3)
  }

  @Test
  func `says so when the file cannot be written, and answers all the same`() throws {
    writer.finish()
    disk.refuseWriting(true)
    let readOnly = StateWriter(try Self.open(directory, disk)) { [reports] in reports.add($0) }
    #expect(reports.outcome(of: readOnly.commit(Self.change(1))) == .refused(.readOnly(file: directory.state)))
    #expect(
      reports.outcome(of: readOnly.read(after: 0, upTo: 0, byteLimit: .max)) == .events(.lines([], through: 0))
    )
    readOnly.finish()
  }

  @Test
  func `goes with its owner`() throws {
    writer.finish()
    writer.finish()
    do { _ = StateWriter(try Self.open(directory, disk)) { _ in } }
    #expect(try Self.open(directory, disk).sequence == 0)
  }
}
