import DeckProtocol

/// The events of inserted and removed cards: one per card, each with the deck's counts after it.
extension CommandableDeck {
  /// Returns the events of cards inserted at `index` into a deck that had the counts `before`.
  func inserted(_ new: [Card], at index: Int, since before: DeckCounts) -> [DeckOutcome] {
    let shifts = current != before.current
    return new.enumerated().map { offset, card in
      var counts = before
      counts.count += offset + 1
      if shifts { counts.current += offset + 1 }
      return .event(.cardInserted(.init(card: card.id, index: index + offset)), counts: counts)
    }
  }

  /// Returns the events of the cards with these ids, removed from `range` of a deck that had the counts `before`.
  ///
  /// The last card comes first, so that each index is right for a client that removes the cards one by one. `decisions`
  /// counts the decisions about each card that can be undone, by the card's index.
  func removed(
    _ ids: [String],
    from range: Range<Int>,
    since before: DeckCounts,
    decisions: [Int: Int] = [:]
  ) -> [DeckOutcome] {
    var counts = before
    return zip(range, ids).reversed().map { index, id in
      counts.count -= 1
      counts.undoDepth -= decisions[index] ?? 0
      if index < counts.current { counts.current -= 1 }
      // In a deck that loops the first card follows the last.
      if settings.loop, counts.current == counts.count { counts.current = 0 }
      return .event(.cardRemoved(.init(card: id, index: index)), counts: counts)
    }
  }
}
