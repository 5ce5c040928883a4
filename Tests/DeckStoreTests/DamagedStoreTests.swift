import CFaultVFS
import DeckStore
import Foundation
import TestSupport
import Testing

/// The files of a state at some moment, and what was in it.
private struct StoreImage {
  var files: [String: Data]
  var model: StateModel
  var journal: String

  /// The files in `directory`, as `kill -9` leaves them.
  init(of directory: TemporaryDirectory, _ model: StateModel, journal: String) throws {
    files = try directory.files()
    self.model = model
    self.journal = journal
  }

  /// Images of a state after some of its commits, and one after it was closed.
  static func some(seed: UInt64) throws -> [StoreImage] {
    let directory = try TemporaryDirectory()
    var model = StateModel(seed: seed)
    var images: [StoreImage] = []
    var journal = ""
    do {
      var surroundings = StateStore.Surroundings()
      surroundings.checkpointPages = 40
      let store = try StateStore(directory: directory.path, retention: .few, surroundings: surroundings)
      journal = store.journalName
      for number in 0..<60 {
        try store.commit([model.step()])
        if number % 7 == 6 { images.append(try StoreImage(of: directory, model, journal: journal)) }
      }
    }
    images.append(try StoreImage(of: directory, model, journal: journal))
    return images
  }

  /// Writes the files into a directory of their own, and opens the state.
  func open(boot: String? = nil) throws -> (TemporaryDirectory, StateStore) {
    let directory = try TemporaryDirectory()
    for (name, bytes) in files { try directory.write(bytes, to: name) }
    var surroundings = StateStore.Surroundings()
    if let boot { surroundings.boot = boot }
    return (directory, try StateStore(directory: directory.path, retention: .few, surroundings: surroundings))
  }

  /// Expects that a start is complete, or begins empty and says so, and that no client is ever wrong.
  ///
  /// - Returns: Whether it is complete.
  func expectRight(_ comment: Comment, isMarkDamaged: Bool = false) throws -> Bool {
    var (directory, store) = try open()
    let isComplete = store.setAside == nil
    if isComplete {
      #expect(model.isStored(in: store), comment)
      #expect(store.journalName == journal || isMarkDamaged && !store.notices.isEmpty, comment)
    } else {
      #expect(store.decks.isEmpty && store.journalName != journal && store.sequence >= model.sequence, comment)
    }
    // The clients that have received all of it, and some that have not.
    var later = isComplete ? model : StateModel(seed: 1, after: store.sequence)
    for _ in 0..<2 {
      if isComplete { try expectResumption(in: store, later, comment) }
      let change = later.step()
      #expect(change.events.allSatisfy { $0.sequence > model.sequence }, comment)
      try store.commit([change])
      let killed = try StoreImage(of: directory, later, journal: store.journalName)
      (directory, store) = try killed.open()
      #expect(store.setAside == nil && store.journalName == killed.journal && later.isStored(in: store), comment)
    }
    withExtendedLifetime(directory) {}
    return isComplete
  }

  /// Expects that a client with any number receives what it missed, byte for byte, or is told that it cannot.
  private func expectResumption(in store: StateStore, _ model: StateModel, _ comment: Comment) throws {
    let oldest = try store.oldest()
    for since in [0, oldest - 1, oldest, (oldest + model.sequence) / 2, model.sequence] where since <= model.sequence {
      let answer = try store.events(after: since, upTo: .max, byteLimit: .max)
      let isKept = since + 1 >= oldest
      #expect(
        answer == (isKept ? .lines(model.lines(after: since), through: model.sequence) : .tooOld(oldest: oldest)),
        comment
      )
    }
  }
}

extension Retention {
  /// As many events as make a few pages.
  fileprivate static let few = Retention(events: 40, age: 1_000_000_000)
}

extension Data {
  /// Inverts 1 to 64 bits, or one alone.
  fileprivate mutating func flipBits(using random: inout SeededGenerator) {
    for _ in 0..<([1, 1, 1, 8, 64].randomElement(using: &random) ?? 1) {
      self[Int.random(in: indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  fileprivate mutating func truncate(using random: inout SeededGenerator) {
    self = prefix(Int.random(in: 0..<count, using: &random))
  }
}

@Suite
struct DamagedStoreTests {
  @Test(arguments: ["state.db", "state.db-wal", "state.db-mark"], ["bits", "length"])
  func `a damaged file is noticed, or was not needed`(name: String, damage: String) throws {
    let seed = Seed.value
    print("damaged \(name): DECKD_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var complete = 0
    var images: [StoreImage] = []
    let rounds = Search.length(slice: 40, whole: 1000)
    for round in 0..<rounds {
      if round.isMultiple(of: 100) {
        images = try StoreImage.some(seed: random.next()).filter { $0.files[name]?.isEmpty == false }
      }
      var image = try #require(images.randomElement(using: &random))
      if damage == "bits" {
        image.files[name]?.flipBits(using: &random)
      } else {
        image.files[name]?.truncate(using: &random)
      }
      let comment: Comment = "DECKD_SEED=\(seed), \(name), \(damage), round \(round)"
      do {
        if try image.expectRight(comment, isMarkDamaged: name == "state.db-mark") { complete += 1 }
      } catch {
        Issue.record(error, comment)
      }
    }
    print("\(rounds) of \(name), \(damage): \(complete) complete, \(rounds - complete) set aside")
  }

  @Test
  func `undamaged images are complete`() throws {
    for image in try StoreImage.some(seed: Seed.value) {
      #expect(try image.expectRight("DECKD_SEED=\(Seed.value)"))
    }
  }

  /// A disk that did not keep what it had synced: the log and the marks have both lost their ends.
  @Test
  func `after a loss of power no number is given twice, even if the end of the log is missing`() throws {
    let seed = Seed.value
    let images = try StoreImage.some(seed: seed).filter { $0.files["state.db-wal"]?.isEmpty == false }
    var olderStates = 0
    for (first, last) in zip(images, images.dropFirst()) {
      var image = last
      image.files["state.db-mark"] = first.files["state.db-mark"]
      image.files["state.db-wal"]?.removeLast(5000)
      let (directory, store) = try image.open(boot: "another")
      defer { withExtendedLifetime(directory) {} }
      let comment: Comment = "DECKD_SEED=\(seed)"
      #expect(store.sequence >= last.model.sequence, comment)
      guard store.setAside == nil else { continue }
      olderStates += 1
      #expect(store.journalName == last.journal)
      let newest = try store.oldest() + 39
      for since in (newest + 1)...max(newest + 1, last.model.sequence) where since <= last.model.sequence {
        let answer = try store.events(after: since, upTo: .max, byteLimit: .max)
        guard case .tooOld = answer else {
          Issue.record("\(answer) after \(since), \(comment)")
          continue
        }
      }
    }
    #expect(olderStates > 0)
  }

  @Test
  func `after an orderly end no number is passed over, whatever the boot`() throws {
    let image = try #require(try StoreImage.some(seed: Seed.value).last)
    let (directory, store) = try image.open(boot: "another")
    withExtendedLifetime(directory) {
      #expect(image.model.isStored(in: store))
      #expect(store.journalName == image.journal)
    }
  }

  @Test
  func `a commit syncs the log alone, once`() throws {
    let disk = try #require(FaultDisk())
    let (directory, store) = try opened(disk)
    var model = StateModel(seed: 3)
    func commit(events: Int) throws -> [Substring] {
      disk.record()
      let before = disk.operations
      try store.commit([StateChange(events: (0..<events).map { _ in model.event("main") })])
      return (before..<disk.operations).map { disk.operation($0) }.filter { $0.kind == fault_sync }
        .map { String(cString: $0.path).dropFirst(directory.path.count + 1) }
    }
    // The log's beginning has a sync of its own.
    _ = try commit(events: 1)
    for _ in 0..<20 { #expect(try commit(events: 1) == ["state.db-wal"]) }
    // Numbers beyond those that were reserved.
    #expect(try commit(events: 4096).prefix(1) == ["state.db-mark"])
  }

  @Test
  func `a log's index that is cut short in use costs nothing`() throws {
    let (directory, store) = try opened(nil)
    var model = StateModel(seed: 4)
    for length in [0, 100, 4096, 32_767] {
      try store.commit([model.step()])
      #expect(truncate(directory.path + "/state.db-shm", length) == 0)
      #expect(
        try store.events(after: 0, upTo: .max, byteLimit: .max)
          == .lines(model.lines(after: 0), through: model.sequence)
      )
      #expect(truncate(directory.path + "/state.db-shm", length) == 0)
      try store.commit([model.step()])
      #expect(model.isStored(in: try restarted(directory)))
      #expect(truncate(directory.path + "/state.db-shm", length) == 0)
    }
  }

  private func opened(_ disk: FaultDisk?) throws -> (TemporaryDirectory, StateStore) {
    let directory = try TemporaryDirectory()
    var surroundings = StateStore.Surroundings()
    surroundings.vfs = disk?.name
    return (directory, try StateStore(directory: directory.path, retention: .ample, surroundings: surroundings))
  }
}
