import DeckEngine
import DeckProtocol

/// What a deck has to be by its events alone.
struct Ledger {
  var cards: [String]
  var current = 0
  var history: [Int] = []
  var round = RoundPhase.active
  private(set) var loops: Bool
  private(set) var isStack: Bool

  init(cards: [String], loops: Bool, isStack: Bool) {
    self.cards = cards
    self.loops = loops
    self.isStack = isStack
  }

  /// Has these settings from now on: a deck that does not loop has one round of decisions.
  mutating func adopt(loops: Bool, isStack: Bool, hasRounds: Bool) {
    self.isStack = isStack
    if !hasRounds { round = .active }
    guard loops != self.loops else { return }
    self.loops = loops
    if loops, current == cards.count { current = 0 }
    guard !loops else { return }
    var next = current
    let last = history.reversed().prefix { index in
      defer { next = index }
      return index < next
    }
    history = last.reversed()
  }

  /// Takes an event in; what it says that cannot be.
  mutating func take(_ kind: DeckEvent.Kind, loaded: Loaded?) -> String? {
    switch kind {
    case .deckLoaded:
      if let loaded {
        cards = loaded.cards
        current = min(loaded.current ?? current, cards.count)
        history = loaded.current.map { Array(0..<$0) } ?? history.filter { $0 < cards.count }
      }
      if loops, current == cards.count { current = 0 }
      round = .active
    case .deckReset: (current, history, round) = (0, [], .active)
    case .cardSwiped(let card, let index, _, _):
      guard index == current, cards.indices.contains(index), cards[index] == card else {
        return "\(card) at \(index) is decided, but \(current) is in front"
      }
      if round != .active { return "\(card) is decided while the round is \(round)" }
      history.append(index)
      current = loops ? (current + 1) % cards.count : current + 1
    case .deckRewound(let card, let index, _):
      guard history.popLast() == index, cards[index] == card else { return "\(card) at \(index) was not the last" }
      current = index
    case .cardInserted(let card, let index):
      guard (0...cards.count).contains(index) else { return "\(card) cannot be inserted at \(index)" }
      cards.insert(card, at: index)
      if index < current, !isStack { current += 1 }
      history = history.map { $0 < index ? $0 : $0 + 1 }
    case .cardRemoved(let card, let index):
      guard cards.indices.contains(index), cards[index] == card else { return "\(card) was not at \(index)" }
      cards.remove(at: index)
      if index < current, !isStack { current -= 1 }
      if loops, current == cards.count { current = 0 }
      history = history.filter { $0 != index }.map { $0 < index ? $0 : $0 - 1 }
    case .deckExhausted:
      if current != cards.count { return "exhausted at \(current) of \(cards.count)" }
    case .cardMoved(let card, let from, let to):
      guard cards.indices.contains(from), cards[from] == card, cards.indices.contains(to), from != to else {
        return "\(card) did not move from \(from) to \(to)"
      }
      cards.insert(cards.remove(at: from), at: to)
    case .cardDismissed(let card, let index):
      if !isStack || cards[index] != card { return "\(card) is not open at \(index)" }
    case .cardSelected(let card, let index) where isStack:
      if cards[index] != card { return "\(card) is not at \(index)" }
    case .cardShown(let card, let index), .cardReset(let card, let index), .cardSelected(let card, let index):
      if index != current || cards[index] != card { return "\(card) at \(index) is not in front" }
    case .cardUpdated(let card, let index):
      if cards[index] != card { return "\(card) is not at \(index)" }
    case .roundChanged(let phase): round = phase
    case .deckAppeared, .deckBounced, .deckRemoved, .deckConfigured, .surfaceChanged, .announcement: break
    }
    return nil
  }
}

/// The cards that a command shows, and from which one on; `nil` for the one that is in front.
struct Loaded {
  var cards: [String]
  var current: Int?
}
