import DeckProtocol
import Foundation

/// What a deck has to be by its published events, and by the cards that were loaded.
struct KeptDeck {
  var cards: [String]
  var current = 0
  /// The indexes that were decided, oldest first.
  var history: [Int] = []
  var open: String?
  let isStack: Bool
  /// The cards and the front index of each `deck.load` that was sent and has not been told of.
  var loads: [(cards: [String], current: Int)] = []

  init(cards: [String], isStack: Bool) {
    self.cards = cards
    self.isStack = isStack
  }

  /// Takes an event in; what it says that cannot be.
  mutating func take(_ event: ToldEvent) -> String? {
    let card = event.card ?? ""
    let index = event.index ?? 0
    switch event.type {
    case "deck.loaded":
      guard !loads.isEmpty else { return "loaded, and nobody asked" }
      let load = loads.removeFirst()
      (cards, current, open) = (load.cards, load.current, nil)
      history = Array(0..<load.current)
    case "deck.reset": (current, history) = (0, [])
    case "card.swiped":
      guard index == current, cards.indices.contains(index), cards[index] == card else { return "not in front" }
      history.append(index)
      current += 1
    case "deck.rewound":
      guard history.popLast() == index, cards[index] == card else { return "not the last decision" }
      current = index
    case "card.inserted":
      guard (0...cards.count).contains(index), !cards.contains(card) else { return "cannot be put in" }
      cards.insert(card, at: index)
      if index < current, !isStack { current += 1 }
      history = history.map { $0 < index ? $0 : $0 + 1 }
    case "card.removed":
      guard cards.indices.contains(index), cards[index] == card else { return "not there" }
      cards.remove(at: index)
      if open == card { open = nil }
      if index < current, !isStack { current -= 1 }
      history = history.filter { $0 != index }.map { $0 < index ? $0 : $0 - 1 }
    case "card.moved":
      guard let from = event.from, let to = event.to, cards.indices.contains(from), cards[from] == card,
        cards.indices.contains(to)
      else { return "cannot be moved" }
      cards.insert(cards.remove(at: from), at: to)
    case "card.selected" where isStack: open = card
    case "card.dismissed":
      guard open == card else { return "not open" }
      open = nil
    default: break
    }
    return nil
  }
}

/// An event as a client sees it.
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

/// The answer to `subscribe` or `deck.get`, as far as the ledger holds it to the events.
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

  init(_ line: String) throws {
    let result = try JSONDecoder().decode(Message.self, from: Data(line.utf8)).result
    self = result.snapshot
    (journal, resync) = (result.journal, result.resync)
  }
}
