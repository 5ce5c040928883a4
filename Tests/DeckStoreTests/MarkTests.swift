import CFaultVFS
import CSQLite
import DeckEngine
import DeckStore
import Foundation
import TestSupport
import Testing

/// A store on a disk that fails, and what was committed to it.
private final class FaultyStore {
  // Released in this order: the store writes to the disk when it closes.
  let store: StateStore
  let disk: FaultDisk
  let directory: TemporaryDirectory
  let retention: Retention
  private(set) var model: StateModel
  /// What each commit would have stored that was refused after the last one that was not.
  private(set) var refused: [StateModel] = []
  /// The log before the last commit that was not refused.
  private(set) var logBefore = Data()

  init(seed: UInt64, retention: Retention = .ample, checkpointPages: Int = 1000) throws {
    directory = try TemporaryDirectory()
    disk = try #require(FaultDisk())
    self.retention = retention
    model = StateModel(seed: seed)
    var surroundings = StateStore.Surroundings()
    surroundings.vfs = disk.name
    surroundings.checkpointPages = checkpointPages
    store = try StateStore(directory: directory.path, retention: retention, surroundings: surroundings)
  }

  /// Something happens to the decks, with an event at least; returns whether the disk took it.
  func step() throws -> Bool {
    let before = model
    let log = try directory.files()["state.db-wal"] ?? Data()
    var change = model.step()
    change.events.append(model.event("main"))
    do {
      try store.commit([change])
    } catch {
      refused.append(model)
      model.rollBack(to: before)
      return false
    }
    (logBefore, refused) = (log, [])
    return true
  }

  /// Expects what was committed and nothing else, decks and events.
  func expectCommitted(_ comment: Comment) throws {
    #expect(model.isStored(in: store), comment)
    let oldest = try store.oldest()
    #expect(oldest <= store.sequence + 1, comment)
    let answer = try store.events(after: oldest - 1, upTo: .max, byteLimit: .max)
    #expect(answer == .lines(model.lines(after: oldest - 1), through: model.sequence), comment)
  }
}

@Suite
struct `The mark` {
  /// SQLITE_IOERR_WRITE, a macro that Swift does not import.
  private static let failedWrite = SQLITE_IOERR | 3 << 8

  @Test(arguments: [SQLITE_FULL, failedWrite], [1, 2, Int64.max])
  func `is on the disk with each commit, so that its loss is noticed`(code: Int32, faults: Int64) throws {
    var (place, refused) = (0, 0)
    var isIntact = false
    while !isIntact {
      let faulty = try FaultyStore(seed: 31)
      for _ in 0..<3 { #expect(try faulty.step()) }
      faulty.disk.fail(after: place, count: faults, code: code)
      for _ in 0..<3 where try !faulty.step() { refused += 1 }
      isIntact = faulty.disk.isIntact
      let lost = try TemporaryDirectory()
      for (name, bytes) in try faulty.directory.files() {
        try lost.write(name == "state.db-wal" ? faulty.logBefore : bytes, to: name)
      }
      let store = try StateStore(directory: lost.path, retention: .ample)
      let comment: Comment = "fault \(place): \(store.sequence) of \(faulty.model.sequence)"
      #expect(store.journalName != faulty.store.journalName, comment)
      #expect(store.setAside?.reason.contains("it ends with commit") == true, comment)
      place += 1
    }
    #expect(place > 10 && refused > 10)
  }

  @Test
  func `that cannot be written refuses its commit, of which nothing stays`() throws {
    let seed = Seed.value
    var random = SeededGenerator(seed: seed)
    var marks = 0
    print("refused marks: DECKD_SEED=\(seed)")
    for round in 0..<Search.length(slice: 8, whole: 400) {
      let retention = round.isMultiple(of: 2) ? Retention.ample : Retention(events: 5, age: 1_000_000_000)
      let faulty = try FaultyStore(seed: random.next(), retention: retention)
      let journal = faulty.store.journalName
      for number in 0..<40 {
        let comment: Comment = "DECKD_SEED=\(seed), round \(round), step \(number)"
        if Bool.random(using: &random) {
          let count = try #require([1, 2, Int64.max].randomElement(using: &random))
          faulty.disk.fail(after: Int.random(in: 0..<24, using: &random), count: count, code: Self.failedWrite)
        }
        _ = try faulty.step()
        faulty.disk.heal()
        try faulty.expectCommitted(comment)
        // What a kill leaves: a refused commit may be there, as a whole.
        let found = try restarted(faulty.directory)
        #expect(found.setAside == nil && found.notices.isEmpty && found.journalName == journal, comment)
        let isRefusedThere = faulty.refused.contains { $0.isStored(in: found) }
        #expect(faulty.model.isStored(in: found) || isRefusedThere, comment)
        if isRefusedThere { marks += 1 }
      }
    }
    #expect(marks > 0, "no write of a mark failed, DECKD_SEED=\(seed)")
  }

  /// The disk also fails at times, and the log is copied into the file every few commits.
  @Test(arguments: ["state.db", "state.db-wal", "state.db-mark"])
  func `shows that a disk lost the last writes of a file, or they were not needed`(name: String) throws {
    let seed = Seed.value
    print("lost writes of \(name): DECKD_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var complete = 0
    for round in 0..<Search.length(slice: 4, whole: 100) {
      let faulty = try FaultyStore(seed: random.next(), checkpointPages: 12)
      let before = try faulty.directory.files()
      faulty.disk.record()
      for number in 0..<25 {
        let comment: Comment = "DECKD_SEED=\(seed), round \(round), step \(number)"
        if Int.random(in: 0..<3, using: &random) == 0 {
          faulty.disk.fail(after: Int.random(in: 0..<24, using: &random), count: 1, code: Self.failedWrite)
        }
        _ = try faulty.step()
        faulty.disk.heal()
        let count = try #require([0, 1, 2, 5, 40].randomElement(using: &random))
        let image = PowerCut(faulty.disk, losing: count, of: name, before: before, in: faulty.directory.path)
        let directory = try TemporaryDirectory()
        for (name, bytes) in image.files { try directory.write(bytes, to: name) }
        let store = try StateStore(directory: directory.path, retention: .ample)
        guard store.journalName == faulty.store.journalName else {
          #expect(count > 0 && (store.setAside != nil || !store.notices.isEmpty), comment)
          continue
        }
        complete += 1
        let isThere = ([faulty.model] + faulty.refused).contains { $0.isStored(in: store) }
        #expect(isThere && store.setAside == nil, comment)
      }
    }
    #expect(complete > 0)
  }

  @Test
  func `that cannot be written leaves nothing of its commit at an orderly end`() throws {
    for place in 0..<40 {
      var faulty: FaultyStore? = try FaultyStore(seed: 32)
      let disk = try #require(faulty?.disk)
      let directory = try #require(faulty?.directory)
      for _ in 0..<3 { #expect(try faulty?.step() == true) }
      disk.fail(after: place, count: 1, code: Self.failedWrite)
      _ = try faulty?.step()
      disk.heal()
      let model = try #require(faulty?.model)
      faulty = nil
      let store = try StateStore(directory: directory.path, retention: .ample)
      #expect(store.setAside == nil && model.isStored(in: store), "fault \(place)")
    }
  }

  @Test
  func `reserves numbers, which are no events to be kept`() throws {
    let directory = try TemporaryDirectory()
    var surroundings = StateStore.Surroundings()
    var model = StateModel(seed: 34)
    let retention = Retention(events: 5, age: 1_000_000_000)
    // Without an orderly end, in one boot after the other.
    for boot in 1...4 {
      surroundings.boot = "\(boot)"
      let copy = try TemporaryDirectory()
      for (name, bytes) in try directory.files() { try copy.write(bytes, to: name) }
      let store = try StateStore(directory: copy.path, retention: retention, surroundings: surroundings)
      let since = try store.oldest() - 1
      #expect(
        try store.events(after: since, upTo: .max, byteLimit: .max)
          == .lines(Array(model.events.suffix(5).flatMap(\.line)), through: store.sequence)
      )
      model.sequence = store.sequence
      for _ in 0..<3 { try store.commit([StateChange(events: [model.event("main")])]) }
      for (name, bytes) in try copy.files() { try directory.write(bytes, to: name) }
    }
    #expect(model.sequence > 3 * 4096)
  }

  /// A disk that did not keep what it had synced, and numbers that were all given.
  @Test
  func `reserves numbers, of which the last is passed over as well`() throws {
    let directory = try TemporaryDirectory()
    var model = StateModel(seed: 33)
    let store = try StateStore(directory: directory.path, retention: .ample)
    try store.commit([StateChange(events: (0..<4000).map { _ in model.event("main") })])
    let before = try directory.files()
    try store.commit([StateChange(events: (4000..<4096).map { _ in model.event("main") })])
    let lost = try TemporaryDirectory()
    for (name, bytes) in before { try lost.write(bytes, to: name) }
    var surroundings = StateStore.Surroundings()
    surroundings.boot = "another"
    let found = try StateStore(directory: lost.path, retention: .ample, surroundings: surroundings)
    #expect(found.journalName == store.journalName && found.sequence > model.sequence)
    #expect(try found.events(after: 4000, upTo: .max, byteLimit: .max) == .lines([], through: found.sequence))
    for since in [4001, model.sequence] {
      let answer = try found.events(after: since, upTo: .max, byteLimit: .max)
      #expect(answer == .tooOld(oldest: 1), "after \(since)")
    }
  }
}
