package import DeckProtocol

/// A selection of a deck's cards, to be answered anywhere: the cards stay as they were when it was made.
package struct CardQuery: Sendable {
  private let cards: CardSequence
  private let selection: ClientRequest.CardSelection
  /// The number of the last event that the cards include.
  private let sequence: UInt64

  /// A selection of `cards` after the event `sequence`.
  package init(_ selection: ClientRequest.CardSelection, of cards: CardSequence, sequence: UInt64) {
    (self.cards, self.selection, self.sequence) = (cards, selection, sequence)
  }

  /// How many cards a page has at most.
  private func length(from first: Int, _ count: Int?) -> Int {
    max(min(count ?? CardPage.mostCards, cards.count - first, CardPage.mostCards), 0)
  }

  /// Returns the cards.
  ///
  /// - Throws: an error if there is no such index.
  package func page() throws(CommandError) -> CardPage {
    switch selection {
    case .page(let first, let count):
      guard (0...cards.count).contains(first) else {
        throw .outOfRange("from", first, expected: "0 to \(cards.count), the number of cards")
      }
      let page = cards.array(in: first..<first + length(from: first, count))
      return CardPage(.run(page, from: first), total: cards.count, sequence: sequence)
    case .ids(let ids):
      let choices = zip(ids, cards.indexes(of: ids)).map { id, index in
        CardPage.Choice(id: id, card: index.map { cards[$0] })
      }
      return CardPage(.chosen(choices), total: cards.count, sequence: sequence)
    }
  }
}
