import CSQLite
import DeckEngine
import DeckProtocol
import DeckStore
import Foundation
import Testing

@Suite
struct `A state directory` {
  /// A directory with the state of some steps, and their model.
  static func filled(steps: Int = 20) throws -> (TemporaryDirectory, StateModel) {
    let directory = try TemporaryDirectory()
    var model = StateModel(seed: 11)
    let store = try StateStore(directory: directory.path, retention: .ample)
    for _ in 0..<steps { try store.commit([model.step()]) }
    return (directory, model)
  }

  static func open(_ directory: TemporaryDirectory, _ disk: FaultDisk? = nil) throws -> StateStore {
    var surroundings = StateStore.Surroundings()
    surroundings.vfs = disk?.name
    return try StateStore(directory: directory.path, retention: .ample, surroundings: surroundings)
  }

  /// Expects that what is there is set aside as it was, and an empty state begun that works.
  private static func expectSetAside(
    _ directory: TemporaryDirectory,
    as name: String,
    _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try directory.bytes()
    let store = try open(directory)
    let aside = try #require(store.setAside, sourceLocation: sourceLocation)
    #expect(aside.name == "\(directory.path)/\(name)", sourceLocation: sourceLocation)
    #expect(aside.description.contains(words), "\(aside)", sourceLocation: sourceLocation)
    #expect(try directory.bytes(name) == before, sourceLocation: sourceLocation)
    #expect(store.decks.isEmpty, sourceLocation: sourceLocation)
    var model = StateModel(seed: 1, after: store.sequence)
    try store.commit([model.step()])
    #expect(model.isStored(in: store), sourceLocation: sourceLocation)
  }

  @Test
  func `belongs to one deckd at a time`() throws {
    let (directory, _) = try Self.filled()
    do {
      let store = try Self.open(directory)
      #expect(throws: StoreError.inUse(directory: directory.path)) { try Self.open(directory) }
      #expect(store.setAside == nil)
    }
    #expect(try Self.open(directory).setAside == nil)
  }

  @Test
  func `is free when the one that had it was killed, with what was committed`() async throws {
    let directory = try TemporaryDirectory(sharedAs: "killed")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      var model = StateModel(seed: 4)
      let store = try StateStore(directory: TemporaryDirectory.path(sharedAs: "killed"), retention: .ample)
      try store.commit([model.step()])
      try store.commit([model.step()])
      kill(getpid(), SIGKILL)
    }
    var model = StateModel(seed: 4)
    for _ in 0..<2 { _ = model.step() }
    #expect(model.isStored(in: try Self.open(directory)))
  }

  @Test(arguments: ["a text\n", "\u{7F}ELF and much more of it, far beyond the place of a number that says whose file"])
  func `has a file set aside that is no state`(text: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data(text.utf8))
    try Self.expectSetAside(directory, as: "state.db.foreign-1", "not an SQLite file")
    #expect(try directory.names.contains("state.db"))
  }

  @Test
  func `has another program's SQLite file set aside, with its log`() throws {
    let directory = try TemporaryDirectory()
    var handle: OpaquePointer?
    #expect(sqlite3_open(directory.state, &handle) == SQLITE_OK)
    sqlite3_exec(handle, "PRAGMA journal_mode = WAL; CREATE TABLE theirs (a)", nil, nil, nil)
    let log = try directory.bytes("state.db-wal")
    try Self.expectSetAside(directory, as: "state.db.foreign-1", "another program")
    #expect(try directory.bytes("state.db.foreign-1-wal") == log)
    sqlite3_close(handle)
  }

  @Test
  func `has a directory, a link and a pipe at the file's place set aside`() throws {
    for (number, make) in [
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/nowhere") },
      { #expect(mkfifo($0, 0o600) == 0) },
    ].enumerated() as EnumeratedSequence<[(String) throws -> Void]> {
      let directory = try TemporaryDirectory()
      try make(directory.state)
      let store = try Self.open(directory)
      #expect(store.setAside?.name == directory.state + ".foreign-1", "\(number)")
    }
  }

  @Test
  func `has a damaged file set aside, each beside the one before`() throws {
    let (directory, _) = try Self.filled()
    let whole = try directory.bytes()
    let page = 4096
    var damages: [Data] = [
      whole.prefix(50), whole.prefix(100), whole.prefix(page - 1), whole.prefix(whole.count - page),
      whole.prefix(whole.count / 2), Data(count: whole.count),
    ]
    for number in 1..<whole.count / page {
      var damaged = whole
      damaged.replaceSubrange(number * page..<number * page + 64, with: repeatElement(0xA5, count: 64))
      damages.append(damaged)
    }
    var header = whole
    header[3] = 0
    damages.append(header)
    for (number, damage) in damages.enumerated() {
      try directory.write(damage)
      try Self.expectSetAside(directory, as: "state.db.damaged-\(number + 1)", "damaged: ")
    }
  }

  @Test(
    arguments: [
      "UPDATE deck SET kind = 'heap'", "UPDATE deck SET current = 1000", "UPDATE deck SET round = 'over'",
      "UPDATE journal SET sequence = 3", "DELETE FROM journal", "DROP TABLE decision", "DELETE FROM decision",
      "UPDATE card SET label = 'other' WHERE place = (SELECT max(place) FROM card)", "UPDATE event SET deck = 'other'",
      "DELETE FROM event WHERE sequence = 2", "UPDATE event SET sequence = sequence + 1000 WHERE sequence = 1",
      "PRAGMA user_version = 0", "PRAGMA user_version = -1", "PRAGMA user_version = 1", "PRAGMA user_version = 99",
    ]
  )
  func `has a file set aside that makes no sense`(edit: String) throws {
    let (directory, _) = try Self.filled()
    try execute(edit, directory.state)
    try Self.expectSetAside(directory, as: "state.db.damaged-1", "damaged: ")
  }

  /// Files of the first version have no checksums.
  @Test(
    arguments: [
      "UPDATE card SET data = '{' WHERE id = 'b'", "UPDATE card SET data = '1,\"draggable\":true' WHERE id = 'a'",
      "UPDATE card SET data = '\"\n\"' WHERE id = 'b'", "UPDATE card SET data = CAST(x'22ff22' AS TEXT) WHERE id = 'b'",
      "UPDATE card SET label = 'a' || char(7) WHERE id = 'b'", "UPDATE card SET threshold = -1 WHERE id = 'b'",
      "UPDATE card SET threshold = 1e999 WHERE id = 'b'", "UPDATE card SET id = '' WHERE id = 'b'",
      "UPDATE card SET id = 'a' WHERE id = 'b'", "UPDATE card SET allowed = 'left left' WHERE id = 'b'",
      "UPDATE event SET line = '{' WHERE sequence = 11", "UPDATE event SET line = '[' || char(10) || ']'",
      "UPDATE event SET sequence = -1 WHERE sequence = 11", "UPDATE event SET sequence = 13 WHERE sequence = 11",
      "UPDATE journal SET sequence = 9223372036854775807", "UPDATE journal SET sequence = 9223372036854775806",
      "UPDATE journal SET sequence = 9007199254740992", "UPDATE journal SET sequence = -1",
      "UPDATE deck SET number = 9223372036854775807 WHERE number = 3", "UPDATE deck SET id = '' WHERE number = 3",
      "UPDATE deck SET scroll = 9e999 WHERE number = 3", "UPDATE decision SET number = 7 WHERE number = 1",
    ]
  )
  func `has a file of an earlier version set aside that makes no sense`(edit: String) throws {
    let directory = try TemporaryDirectory()
    try Self.writeVersion1(directory)
    try execute(edit, directory.state)
    try Self.expectSetAside(directory, as: "state.db.damaged-1", "damaged: ")
  }

  @Test(arguments: [18, 19, 63])
  func `has a file set aside with a bit of its header inverted`(byte: Int) throws {
    for bit in 0..<8 {
      let (directory, _) = try Self.filled(steps: 2)
      var bytes = try directory.bytes()
      bytes[byte] ^= 1 << bit
      try directory.write(bytes)
      try Self.expectSetAside(directory, as: "state.db.damaged-1", "damaged: ")
    }
  }

  @Test
  func `has what is in the way of its files set aside`() throws {
    for name in ["state.db-mark", "state.db.new"] {
      let directory = try TemporaryDirectory()
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/\(name)/inside",
        withIntermediateDirectories: true
      )
      let store = try Self.open(directory)
      #expect(try directory.names.contains("\(name).foreign-1"))
      #expect(store.notices.contains { $0.contains("\(name).foreign-1") }, "\(store.notices)")
      var model = StateModel(seed: 1)
      try store.commit([model.step()])
      #expect(model.isStored(in: store))
    }
    for make in [
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: #filePath) },
      { #expect(mkfifo($0, 0o600) == 0) },
    ] as [(String) throws -> Void] {
      let directory = try TemporaryDirectory()
      try make(directory.path + "/state.db-mark")
      _ = try Self.open(directory)
      #expect(try directory.names == ["state.db", "state.db-mark", "state.db-mark.foreign-1"])
    }
  }

  @Test
  func `keeps a copy that was put back, under another name of its journal`() throws {
    let (directory, model) = try Self.filled()
    let copy = try TemporaryDirectory()
    try copy.copy(directory)
    let name = try Self.open(directory).journalName
    try FileManager.default.removeItem(atPath: copy.path + "/state.db-mark")
    let store = try Self.open(copy)
    #expect(model.isStored(in: store))
    #expect(store.journalName != name)
    #expect(store.notices.count == 1)
  }

  @Test
  func `has a log set aside whose file is missing`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data("a log".utf8), to: "state.db-wal")
    let store = try Self.open(directory)
    #expect(store.setAside?.reason == "its file is missing")
    #expect(try directory.bytes("state.db.damaged-1-wal") == Data("a log".utf8))
  }

  @Test
  func `begins with an empty file, and with what a start left that was cut short`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data())
    try directory.write(Data("half".utf8), to: "state.db.new")
    try directory.write(Data("half".utf8), to: "state.db.new-journal")
    #expect(try Self.open(directory).setAside == nil)
    #expect(try directory.names == ["state.db", "state.db-mark"])
  }

  @Test(arguments: [false, true])
  func `leaves a later version as it is`(isInUse: Bool) throws {
    let (directory, _) = try Self.filled()
    var handle: OpaquePointer?
    #expect(sqlite3_open(directory.state, &handle) == SQLITE_OK)
    sqlite3_exec(handle, "PRAGMA user_version = 99", nil, nil, nil)
    // A later deckd that was killed: what makes it a later version is in the log alone.
    let copy = try TemporaryDirectory()
    if !isInUse { sqlite3_close(handle) }
    // Its mark is not one that this deckd reads.
    for name in try directory.names where !name.hasSuffix("-shm") && !name.hasSuffix("-mark") {
      try copy.write(try directory.bytes(name), to: name)
    }
    if isInUse { sqlite3_close(handle) }
    let before = try copy.bytes()
    let log = isInUse ? try copy.bytes("state.db-wal") : nil

    let error = #expect(throws: StoreError.self) { try Self.open(copy) }
    #expect(error == .newer(file: copy.state, version: 99, known: 4))
    #expect("\(error as (any Error)?)".contains("version"))
    #expect(try copy.bytes() == before)
    if let log { #expect(try copy.bytes("state.db-wal") == log) }
  }

  @Test
  func `brings an earlier version up to date`() throws {
    let directory = try TemporaryDirectory()
    try Self.writeVersion1(directory)
    let store = try Self.open(directory)
    try Self.expectVersion1(store)
    #expect(store.journalName.utf8.count == 16)
    try store.commit([StateChange(events: [StoredEvent(sequence: 13, deck: "photos", line: Array("13\n".utf8))])])
    let again = try restarted(directory)
    #expect(again.journalName == store.journalName)
    #expect(again.sequence == 13)
  }

  static func writeVersion1(_ directory: TemporaryDirectory) throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/version-1.sql")
    try execute(try String(contentsOf: fixture, encoding: .utf8), directory.state)
  }

  /// Expects what the fixture says.
  static func expectVersion1(_ store: StateStore) throws {
    var photos = DeckState(
      deck: "photos",
      kind: .swipe,
      cards: [Card(id: "a"), Card(id: "b"), Card(id: "c")],
      configured: []
    )
    photos.cards[1] = Card(
      id: "b",
      data: Array("{\"iso\": 100}".utf8),
      allowed: [.left, .right],
      threshold: 0.25,
      draggable: true,
      swipeable: false,
      loaded: true,
      label: "Beach",
      hint: ""
    )
    photos.cards[2].allowed = []
    photos.cards[2].loaded = false
    photos.current = 2
    photos.history = [.init(index: 0, direction: nil), .init(index: 1, direction: .left)]
    photos.round = .active
    let card = Card(id: "visa", data: Array("\"4242\"".utf8))
    let purse = DeckState(deck: "purse", kind: .stack, cards: [card], configured: [], open: "visa", scroll: 120.5)
    #expect(
      store.decks == [
        StoredDeck(state: photos, hasConfiguredCards: true), StoredDeck(state: purse, hasConfiguredCards: false),
      ]
    )
    #expect(store.sequence == 12)
    #expect(try store.oldest() == 11)
  }
}
