import DeckEngine
import DeckProtocol
import DeckStore
import Foundation
import TestSupport
import Testing

@Suite
struct `The state file` {
  @Test
  func `holds whatever happened, after each commit and after each opening`() throws {
    let seed = Seed.value
    for round in 0..<4 as Range<UInt64> {
      let directory = try TemporaryDirectory()
      var model = StateModel(seed: seed &+ round)
      for _ in 0..<8 {
        let store = try StateStore(directory: directory.path, retention: .ample)
        #expect(model.isStored(in: store), "DECKD_SEED=\(seed)")
        #expect(store.sequence == model.sequence)
        for _ in 0..<25 {
          try store.commit((0..<Int(model.sequence % 3) + 1).map { _ in model.step() })
          #expect(model.isStored(in: store), "DECKD_SEED=\(seed)")
        }
        let since = model.sequence / 2
        let answer = try store.events(after: since, upTo: .max, byteLimit: .max)
        #expect(answer == .lines(model.lines(after: since), through: model.sequence))
      }
    }
  }

  @Test(arguments: ["file", "log", "directory", "replaced"])
  func `that is not at its place any more takes no commit`(_ what: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/state"
    let store = try StateStore(directory: path, retention: .ample)
    var model = StateModel(seed: Seed.value)
    try store.commit([model.step()])
    let manager = FileManager.default
    switch what {
    case "file": try manager.removeItem(atPath: path + "/state.db")
    case "log": try manager.removeItem(atPath: path + "/state.db-wal")
    case "directory": try manager.removeItem(atPath: path)
    default:
      try manager.moveItem(atPath: path, toPath: path + "-before")
      _ = try StateStore(directory: path, retention: .ample)
    }
    let before = store.sequence
    var later = model
    let change = later.step()
    for _ in 0..<2 { #expect(throws: StoreError.gone(file: path + "/state.db")) { try store.commit([change]) } }
    #expect(store.sequence == before && model.isStored(in: store))
    // What was put back is gone on with.
    guard what == "replaced" else { return }
    try manager.removeItem(atPath: path)
    try manager.moveItem(atPath: path + "-before", toPath: path)
    try store.commit([change])
    #expect(later.isStored(in: store))
  }

  @Test
  func `keeps its journal's name, and no other file has it`() throws {
    let directory = try TemporaryDirectory()
    let name = try StateStore(directory: directory.path, retention: .ample).journalName
    #expect(name.utf8.count == 16)
    #expect(Set(name).isSubset(of: "0123456789abcdef"))
    #expect(try StateStore(directory: directory.path, retention: .ample).journalName == name)
    let other = try TemporaryDirectory()
    #expect(try StateStore(directory: other.path, retention: .ample).journalName != name)
  }

  @Test
  func `makes its directory, for its user alone`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a/b/"
    _ = try StateStore(directory: path, retention: .ample)
    #expect(try mode(directory.path + "/a/b") == 0o700)
    #expect(try mode(directory.path + "/a/b/state.db") == 0o600)
  }

  @Test
  func `is one file when it is closed`() throws {
    let directory = try TemporaryDirectory()
    var model = StateModel(seed: 1)
    try StateStore(directory: directory.path, retention: .ample).commit([model.step()])
    #expect(try directory.names == ["state.db", "state.db-mark"])
  }
}

@Suite
struct `A commit` {
  private static let count = 20_000

  private static let cards = (0..<count).map { Card(id: "card-\($0)", data: Array("{\"n\":\($0)}".utf8)) }

  /// A store with a deck of 20,000 cards, and the deck.
  private static func long(_ directory: TemporaryDirectory) throws -> (StateStore, DeckState) {
    let store = try StateStore(directory: directory.path, retention: .ample)
    let deck = DeckState(deck: "main", kind: .swipe, cards: CardSequence(cards), configured: CardSequence(cards))
    try store.commit([StateChange(decks: [deck])])
    return (store, deck)
  }

  @Test
  func `costs the rows that are different, however long the deck`() throws {
    let directory = try TemporaryDirectory()
    let (store, long) = try Self.long(directory)
    var deck = long
    func rows(_ edit: (inout DeckState) -> Void) throws -> Int64 {
      let before = store.changedRows
      edit(&deck)
      try store.commit([StateChange(decks: [deck])])
      return store.changedRows - before
    }
    #expect(try rows { _ in } == 0)
    #expect(try rows { $0.cards = CardSequence(Array($0.cards)) } == 0)
    // The decision, the deck's own row and the journal's.
    let swipe = { (deck: inout DeckState) in
      deck.history.append(.init(index: deck.current, direction: .left))
      deck.current += 1
    }
    #expect(try rows(swipe) == 3)
    #expect(
      try rows { deck in
        _ = deck.history.popLast()
        deck.current -= 1
      } == 3
    )
    // The card, and both of those.
    #expect(try rows { $0.cards[10_000].loaded = true } == 3)
    #expect(
      try rows { deck in
        deck.cards[0].loaded = true
        deck.cards[19_999].loaded = true
      } == 4
    )
    #expect(try rows { $0.cards.insert(Card(id: "new"), at: 0) } == 3)
    #expect(try rows { $0.cards.insert(Card(id: "newer"), at: 10_000) } == 3)
    #expect(try rows { $0.cards.remove(at: 7) } == 3)
    #expect(try rows { $0.cards.insert($0.cards.remove(at: 19_000), at: 3) } == 4)
    #expect(try rows { $0.cards.insert($0.cards.remove(at: 3), at: 19_000) } == 4)
    #expect(try restarted(directory).decks.map(\.state.cards) == [deck.cards])
  }

  @Test
  func `numbers the cards anew where there is no room between two`() throws {
    let directory = try TemporaryDirectory()
    let store = try StateStore(directory: directory.path, retention: .ample)
    var deck = DeckState(deck: "main", kind: .stack, cards: [Card(id: "first"), Card(id: "last")], configured: [])
    for number in 0..<200 {
      deck.cards.insert(Card(id: "\(number)"), at: 1)
      try store.commit([StateChange(decks: [deck])])
    }
    #expect(try restarted(directory).decks.map(\.state.cards) == [deck.cards])
  }

  @Test
  func `of many changes stores the last of each deck, and every event`() throws {
    let directory = try TemporaryDirectory()
    let store = try StateStore(directory: directory.path, retention: .ample)
    var model = StateModel(seed: 3)
    var change = StateChange()
    for _ in 0..<30 { change.append(model.step()) }
    #expect(Set(change.decks.map(\.deck)).count == change.decks.count)
    try store.commit([change])
    let found = try restarted(directory)
    #expect(Set(found.decks.map(\.state.deck)) == Set(model.decks.map(\.deck)))
    for deck in model.stored { #expect(found.decks.contains(deck)) }
    #expect(
      try found.events(after: 0, upTo: .max, byteLimit: .max)
        == .lines(model.lines(after: 0), through: model.sequence)
    )
  }

  @Test
  func `of nothing new touches nothing`() throws {
    let directory = try TemporaryDirectory()
    let store = try StateStore(directory: directory.path, retention: .ample)
    var model = StateModel(seed: 5)
    try store.commit([model.step()])
    let log = try directory.bytes("state.db-wal")
    try store.commit([StateChange(decks: model.decks)])
    try store.commit([])
    #expect(try directory.bytes("state.db-wal") == log)
  }

  @Test
  func `with a gap in its numbers is a mistake of ours`() async throws {
    // Made here: the process that fails removes nothing.
    let directory = try TemporaryDirectory(sharedAs: "gap")
    await #expect(processExitsWith: .failure) {
      let store = try StateStore(directory: TemporaryDirectory.path(sharedAs: "gap"), retention: .ample)
      try store.commit([StateChange(events: [StoredEvent(sequence: 2, deck: "main", line: [10])])])
    }
    // It got that far.
    #expect(try directory.names.contains("state.db"))
  }
}
