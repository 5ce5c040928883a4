import CFaultVFS
import CSQLite
import DeckEngine
import DeckProtocol
import DeckStore
import Foundation
import Testing

/// Commits one after another, and what is to be on the disk after each.
private struct CommitSequence {
  /// What is stored after 0, 1, 2 … commits.
  var models: [StateModel]
  var changes: [StateChange] = []

  /// Several decks, with a long one, so that commits are of few pages and of many.
  init(commits: Int, seed: UInt64) {
    var model = StateModel(seed: seed)
    models = [model]
    for number in 0..<commits {
      var change = model.step()
      if number == 1 {
        let cards = (0..<300).map { Card(id: "long-\($0)") }
        let long = DeckState(deck: "long", kind: .stack, cards: CardSequence(cards), configured: CardSequence(cards))
        model.decks.append(long)
        change.append(StateChange(events: [model.event("long")], decks: [long]))
      }
      // Every commit has an event, by which it is known.
      change.events.append(model.event("end of \(number)"))
      changes.append(change)
      models.append(model)
    }
  }

  /// How many of the commits a store has; `nil` when it has half of one, or anything else.
  func commits(in store: StateStore) throws -> Int? {
    guard let found = models.firstIndex(where: { $0.sequence == store.sequence }) else { return nil }
    let model = models[found]
    guard store.setAside == nil, model.isStored(in: store) else { return nil }
    guard
      try store.events(after: 0, upTo: .max, byteLimit: .max)
        == .lines(model.lines(after: 0), through: model.sequence)
    else { return nil }
    return found
  }
}

@Suite
struct `After a fault of the disk` {
  /// A small log, so that it is copied into the file every few commits, and begun anew.
  private static func surroundings(_ disk: FaultDisk) -> StateStore.Surroundings {
    var surroundings = StateStore.Surroundings()
    surroundings.vfs = disk.name
    surroundings.checkpointPages = 12
    return surroundings
  }

  private static func open(_ directory: TemporaryDirectory, _ disk: FaultDisk) throws -> StateStore {
    try StateStore(directory: directory.path, retention: .ample, surroundings: surroundings(disk))
  }

  // The last two are SQLITE_IOERR_WRITE and SQLITE_IOERR_FSYNC, macros that Swift does not import.
  @Test(
    arguments: [SQLITE_FULL, SQLITE_IOERR | 3 << 8, SQLITE_IOERR | 4 << 8],
    [1, Int64.max]
  )
  func `a commit is there as a whole or not at all, and later ones work`(code: Int32, faults: Int64) throws {
    let sequence = CommitSequence(commits: 5, seed: 21)
    let disk = try #require(FaultDisk())
    let empty = try TemporaryDirectory()
    _ = try Self.open(empty, disk)
    var good = 0
    var isIntact = false
    while !isIntact {
      let directory = try TemporaryDirectory()
      try directory.copy(empty)
      let store = try Self.open(directory, disk)
      disk.fail(after: good, count: faults, code: code)
      var done = 0
      do {
        while done < sequence.changes.count {
          try store.commit([sequence.changes[done]])
          done += 1
        }
        isIntact = disk.isIntact
      } catch {
        let isFull = ["", "-mark"].contains { error == .full(file: directory.state + $0) }
        #expect(isFull || code != SQLITE_FULL, "fault \(good): \(error)")
        #expect(try sequence.commits(in: store) == done, "fault \(good)")
        // What a kill leaves: nothing that was committed is lost. What was refused may be there after all, as a whole:
        // all of it had been written, and the disk did not say so.
        let found = try sequence.commits(in: restarted(directory))
        #expect(found == done || found == done + 1, "fault \(good): \(found ?? -1) for \(done)")
      }
      disk.heal()
      for change in sequence.changes[done...] { try store.commit([change]) }
      #expect(try sequence.commits(in: store) == sequence.changes.count, "fault \(good)")
      #expect(try sequence.commits(in: restarted(directory)) == sequence.changes.count, "fault \(good)")
      good += 1
    }
    #expect(good > 50, "there were faults to be had")
  }

  @Test
  func `what was committed is there after a power cut, and nothing by halves`() throws {
    let sequence = CommitSequence(commits: 9, seed: 22)
    let disk = try #require(FaultDisk())
    let directory = try TemporaryDirectory()
    let journal = try Self.open(directory, disk).journalName
    let before = try directory.files()
    // After how many operations each commit was reported.
    var reported = [0]
    disk.record()
    do {
      let store = try Self.open(directory, disk)
      for change in sequence.changes {
        try store.commit([change])
        reported.append(disk.operations)
      }
    }
    for cut in 0...disk.operations {
      let least = reported.lastIndex { $0 <= cut } ?? 0
      for loss in PowerCut.Loss.allCases {
        let image = PowerCut(disk, operations: cut, loss, before: before, in: directory.path)
        let found = try TemporaryDirectory()
        for (name, bytes) in image.files { try found.write(bytes, to: name) }
        let store = try StateStore(directory: found.path, retention: .ample)
        // The marks are never in doubt.
        #expect(store.journalName == journal && store.notices.isEmpty, "cut \(cut), \(loss): \(store.notices)")
        let commits = try #require(try sequence.commits(in: store), "cut \(cut), \(loss)")
        #expect(commits == least || commits == least + 1, "cut \(cut), \(loss): \(commits) for \(least)")
      }
    }
    #expect(reported.last ?? 0 > 100)
  }

  @Test
  func `a migration is done or not begun`() throws {
    let disk = try #require(FaultDisk())
    let old = try TemporaryDirectory()
    try `A state directory`.writeVersion1(old)
    let before = try old.bytes()
    let directory = try TemporaryDirectory()
    try directory.copy(old)
    disk.record()
    do { try `A state directory`.expectVersion1(try Self.open(directory, disk)) }
    for cut in 0...disk.operations {
      for loss in PowerCut.Loss.allCases {
        let image = PowerCut(disk, operations: cut, loss, before: ["state.db": before], in: directory.path)
        let found = try TemporaryDirectory()
        for (name, bytes) in image.files { try found.write(bytes, to: name) }
        try `A state directory`.expectVersion1(try StateStore(directory: found.path, retention: .ample))
      }
    }
    var good = 0
    var isIntact = false
    while !isIntact {
      let directory = try TemporaryDirectory()
      try directory.copy(old)
      disk.fail(after: good, code: SQLITE_FULL)
      do {
        let store = try Self.open(directory, disk)
        isIntact = disk.isIntact
        try `A state directory`.expectVersion1(store)
      } catch {
        let error = error as? StoreError
        #expect(error == .full(file: directory.state) || error == .full(file: directory.state + "-mark"))
      }
      disk.heal()
      try `A state directory`.expectVersion1(try Self.open(directory, disk))
      good += 1
    }
    #expect(good > 5)
  }

  @Test
  func `a file that may not grow takes commits again when it may`() throws {
    let directory = try TemporaryDirectory()
    var surroundings = StateStore.Surroundings()
    surroundings.pageLimit = 24
    var model = StateModel(seed: 5)
    let first = model.step()
    var deck = try #require(first.decks.first)
    do {
      let store = try StateStore(directory: directory.path, retention: .ample, surroundings: surroundings)
      try store.commit([first])
      let stored = model
      deck.cards = CardSequence((0..<2000).map { Card(id: "card-\($0)", label: "with words enough for many pages") })
      model.decks[0] = deck
      let change = StateChange(events: [model.event(deck.deck)], decks: [deck])
      #expect(throws: StoreError.full(file: directory.state)) { try store.commit([change]) }
      #expect(stored.isStored(in: store))
      #expect(stored.isStored(in: try restarted(directory)))
      model = stored
      try store.commit([model.step()])
      #expect(model.isStored(in: store))
    }
    deck.deck = model.decks[0].deck
    model.decks[0] = deck
    let store = try StateStore(directory: directory.path, retention: .ample)
    try store.commit([StateChange(events: [model.event(deck.deck)], decks: [deck])])
    #expect(model.isStored(in: store))
  }
}
