import DeckProtocol

/// The decisions that can be undone, as the events of a deck tell them: what an undo has to take back.
struct DecisionLog: Equatable {
  /// The indexes of the cards, oldest first.
  private(set) var indexes: [Int] = []
  private var loops: Bool

  init(loops: Bool) {
    self.loops = loops
  }

  /// The deck loops from now on, or does no longer: one that does not has one round of decisions.
  ///
  /// One that becomes another kind of deck loads its cards next, and `isRemade`.
  mutating func adopt(loops: Bool, current: Int, isRemade: Bool) {
    guard loops != self.loops else { return }
    self.loops = loops
    guard !loops, !isRemade else { return }
    var next = current
    let last = indexes.reversed().prefix { index in
      defer { next = index }
      return index < next
    }
    indexes = last.reversed()
  }

  /// Takes in an event of a deck that was as `before` says; what it says that cannot be.
  mutating func take(_ event: DeckEvent, before: DeckModel, loaded: Loaded?) -> String? {
    switch event.kind {
    case .deckLoaded:
      if let loaded {
        indexes = loaded.current.map { Array(0..<$0) } ?? indexes.filter { $0 < loaded.cards.count }
      }
    case .deckReset: indexes = []
    case .cardSwiped(let swipe):
      let (card, index) = (swipe.card, swipe.index)
      if index != before.counts.current { return "\(card) at \(index) is decided, but \(before.counts) is in front" }
      if before.round ?? .active != .active { return "\(card) is decided while the round is \(before.round.words)" }
      indexes.append(index)
    case .deckRewound(let rewind):
      guard indexes.popLast() == rewind.index else { return "\(rewind.card) at \(rewind.index) was not the last" }
    case .cardInserted(let new): indexes = indexes.map { $0 < new.index ? $0 : $0 + 1 }
    case .cardRemoved(let old): indexes = indexes.filter { $0 != old.index }.map { $0 < old.index ? $0 : $0 - 1 }
    case .deckExhausted:
      if before.counts.current != before.counts.count { return "exhausted at \(before.counts)" }
    default: break
    }
    guard let counts = event.counts, counts.undoDepth != indexes.count else { return nil }
    return "\(event.type) has \(counts.undoDepth) to undo; by the events before, \(indexes)"
  }
}

/// The cards that a command shows, and from which one on; `nil` for the one that is in front.
struct Loaded {
  var cards: [String]
  var current: Int?
}

extension RoundPhase? {
  fileprivate var words: String { self?.rawValue ?? "-" }
}
