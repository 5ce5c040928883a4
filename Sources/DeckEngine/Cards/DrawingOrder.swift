import DeckProtocol

extension [CardFrame] {
  /// Assigns positions in the drawing order to the cards, and one to the detail of the open card, just below it.
  ///
  /// Of two cards with the same z the dragged one is above, else the later one.
  ///
  /// - Parameter open: the card that a detail belongs to; `nil` without a detail.
  /// - Returns: the detail's position.
  mutating func assignOrder(detailOf open: String? = nil) -> Int {
    // Decks list their cards from the top or from the bottom; only a list that is out of order takes more work.
    if indices.dropFirst().allSatisfy({ self[$0 - 1].z > self[$0].z }) {
      for index in indices { self[index].order = count - 1 - index }
    } else if indices.dropFirst().allSatisfy({ self[$0].isAbove(self[$0 - 1]) }) {
      for index in indices { self[index].order = index }
    } else {
      for index in indices {
        self[index].order = indices.count { other in
          other < index ? self[index].isAbove(self[other]) : other > index && !self[other].isAbove(self[index])
        }
      }
    }
    guard let open, let detail = first(where: { $0.id == open })?.order else { return count }
    for index in indices where self[index].order >= detail { self[index].order += 1 }
    return detail
  }
}

extension CardFrame {
  /// Returns whether the card is drawn over one that comes before it.
  fileprivate func isAbove(_ other: CardFrame) -> Bool {
    z == other.z ? other.role != .dragged : z > other.z
  }
}
