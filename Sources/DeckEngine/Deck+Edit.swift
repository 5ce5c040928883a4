import DeckProtocol

/// The events of cards that come and go: one per card, each with the deck's counts after it.
extension Deck {
  /// The events of cards that were inserted at `index` into a deck that had the counts `before`.
  func inserted(_ new: [Card], at index: Int, since before: DeckCounts) -> [DeckOutcome] {
    let shifts = current != before.current
    return new.enumerated().map { offset, card in
      var counts = before
      counts.count += offset + 1
      if shifts { counts.current += offset + 1 }
      return .event(.cardInserted(card: card.id, index: index + offset), counts: counts)
    }
  }

  /// The events of cards with these ids that were removed from `range` of a deck that had the counts `before`, from the
  /// last on, so that each index is right for who removes the cards one by one.
  ///
  /// `decisions` counts those about each card that can be undone, by the cards' indexes.
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
      return .event(.cardRemoved(card: id, index: index), counts: counts)
    }
  }
}
