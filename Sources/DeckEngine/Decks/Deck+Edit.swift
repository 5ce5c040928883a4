import DeckProtocol

/// The events of inserted and removed cards: one per card, each with the deck's counts after it.
extension CommandableDeck {
  /// Returns the events of cards inserted at `index` into a deck that had the counts `before`.
  func inserted(_ new: CardSequence, at index: Int, since before: DeckCounts) -> [DeckOutcome] {
    let cards = new.ids(in: new.indices).enumerated().map { DeckEvent.CardReference(card: $1, index: index + $0) }
    return [.cards(CardChanges(.inserted(shiftsCurrent: current != before.current), of: cards, since: before))]
  }

  /// Returns the events of the cards with these ids, removed from `range` of a deck that had the counts `before`.
  ///
  /// The last card comes first, so that each index is right for a client that removes the cards one by one. `decisions`
  /// counts the decisions about each card that can be undone.
  func removed(
    _ ids: [String],
    from range: Range<Int>,
    since before: DeckCounts,
    decisions: DecisionCounts = DecisionCounts(),
    successor: CardChanges.Successor
  ) -> [DeckOutcome] {
    let cards = range.reversed().map { DeckEvent.CardReference(card: ids[$0 - range.lowerBound], index: $0) }
    return [.cards(CardChanges(.removed(decisions: decisions, successor: successor), of: cards, since: before))]
  }

  /// Returns the events of cards that were replaced at these indexes.
  func updated(_ new: CardSequence, at indexes: [Int]) -> [DeckOutcome] {
    let cards = zip(new.ids(in: new.indices), indexes).map { DeckEvent.CardReference(card: $0, index: $1) }
    return [.cards(CardChanges(.updated, of: cards, since: counts))]
  }
}
