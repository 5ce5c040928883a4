import DeckProtocol
import Foundation
import JSON

/// The expected state of a deck, by its published events and the cards that were loaded.
struct KeptDeck {
  /// `nil` before the first snapshot.
  private(set) var model: DeckModel?
  /// The cards and the front index of each `deck.load` that was sent and whose event has not arrived.
  var loads: [(cards: [String], current: Int)] = []
  /// The `deck.load` that was refused after the last event.
  ///
  /// It may have been written all the same, and be found after a kill.
  private var refusedLoad: (cards: [String], current: Int)?
  private let first: [String]

  /// A deck that has these cards initially.
  init(cards: [String]) {
    first = cards
  }

  /// The ids of its cards, in order.
  var cards: [String] { model?.cards ?? first }

  /// Begins with a deck's first snapshot.
  mutating func begin(_ snapshot: DeckModel) throws {
    guard model == nil else { return }
    model = snapshot
    try model?.follow(cards: first)
  }

  /// Takes the oldest load back, which was refused.
  mutating func refuseLoad() {
    refusedLoad = loads.removeFirst()
  }

  /// Applies an event; returns the contradiction if it cannot be right.
  mutating func take(_ event: DeckEvent) -> String? {
    defer { refusedLoad = nil }
    do {
      try model?.apply(event)
      guard event.kind == .deckLoaded else { return nil }
      guard let load = loads.isEmpty ? refusedLoad : loads.removeFirst() else { return "loaded, and nobody asked" }
      try model?.follow(cards: load.cards)
      return model?.counts.current == load.current ? nil : "not loaded from \(load.current) on"
    } catch {
      return "\(error)"
    }
  }
}

/// An event as a client receives it.
struct ToldEvent: Decodable {
  private struct Message: Decodable {
    var params: ToldEvent
  }

  var seq: Int64
  var deck: String
  var type: String
  var card: String?
  var index: Int?
  var from: Int?
  var to: Int?

  init(_ line: String) throws {
    self = try JSONDecoder().decode(Message.self, from: Data(line.utf8)).params
  }
}

/// The reply to `subscribe` or `deck.get`, as far as the ledger compares it with the events.
struct ToldSnapshot: Decodable {
  private struct Message: Decodable {
    struct Result: Decodable {
      var snapshot: ToldSnapshot
      var journal: String?
      var resync: Bool?
    }
    var result: Result
  }

  var deck: String
  var seq: Int64
  var current: Int
  var count: Int
  var undoDepth: Int
  var open: String?
  var phase: String
  var journal: String?
  var resync: Bool?

  /// Returns the snapshot of `line` as clients in Swift read it.
  static func model(_ line: String) throws -> DeckModel {
    try DeckModel.read(try JSONReader.read(line).member("result", "snapshot"))
  }

  init(_ line: String) throws {
    let result = try JSONDecoder().decode(Message.self, from: Data(line.utf8)).result
    self = result.snapshot
    (journal, resync) = (result.journal, result.resync)
  }
}

extension JSONReader {
  /// Parses a line.
  static func read(_ line: String) throws -> JSONValue { try read(Array(line.utf8)) }
}

extension JSONValue {
  /// Returns the value at nested keys; `null` if there is none.
  func member(_ keys: String...) -> JSONValue {
    keys.reduce(self) { value, key in
      guard case .object(let members) = value else { return .null }
      return members.first { $0.key == key }?.value ?? .null
    }
  }
}
