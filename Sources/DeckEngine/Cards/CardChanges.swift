package import DeckProtocol

/// What one step did to a list of cards, in the order of its events: one per card.
package struct CardChanges: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The cards were inserted; `shiftsCurrent` if they are before the current card.
    case inserted(shiftsCurrent: Bool)
    /// The cards were removed, together with the decisions about each that can be undone.
    case removed(decisions: DecisionCounts, successor: Successor)
    case updated
  }

  /// Which card is current after the removal of the current card, if that was the last.
  package enum Successor: Hashable, Sendable {
    /// None: the deck is exhausted.
    case none
    case first
    case last
  }

  package var kind: Kind
  package var cards: [DeckEvent.CardReference]
  /// The counts of the deck before the first event.
  package var before: DeckCounts

  /// A change of these cards in a deck that had the counts `before`.
  package init(_ kind: Kind, of cards: [DeckEvent.CardReference], since before: DeckCounts) {
    (self.kind, self.cards, self.before) = (kind, cards, before)
  }

  /// Returns the kind of the event about a card, and changes the deck's `counts` to those after it.
  func event(about card: DeckEvent.CardReference, _ counts: inout DeckCounts) -> DeckEvent.Kind {
    switch kind {
    case .inserted(let shiftsCurrent):
      counts.count += 1
      if shiftsCurrent { counts.current += 1 }
      return .cardInserted(card)
    case .removed(let decisions, let successor):
      counts.count -= 1
      counts.undoDepth -= decisions[card.index]
      if card.index < counts.current { counts.current -= 1 }
      if counts.current == counts.count {
        switch successor {
        case .none: break
        case .first: counts.current = 0
        case .last: counts.current = max(counts.count - 1, 0)
        }
      }
      return .cardRemoved(card)
    case .updated: return .cardUpdated(card)
    }
  }
}

/// How many decisions there are about each card in a range of a deck.
package struct DecisionCounts: Hashable, Sendable {
  private var first = 0
  /// By the cards' places in the range; empty if there is no decision about any.
  private var counts: [Int] = []

  /// No decisions.
  package init() {}

  /// The decisions of a history about the cards in `range`.
  package init(_ history: [DeckState.Decision], about range: Range<Int>) {
    first = range.lowerBound
    for decision in history where range.contains(decision.index) {
      // A dictionary takes some fifty times as long, and there may be 100,000 decisions.
      if counts.isEmpty { counts = [Int](repeating: 0, count: range.count) }
      counts[decision.index - first] += 1
    }
  }

  /// The number of decisions about the card at `index`.
  package subscript(index: Int) -> Int { counts.indices.contains(index - first) ? counts[index - first] : 0 }
}
