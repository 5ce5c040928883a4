package import DeckProtocol

/// The persistent state of a deck: its cards and decisions, without motions.
///
/// Creating one takes constant time for any number of cards: it shares the deck's own storage.
package struct DeckState: Hashable, Sendable {
  /// A decided card, by its index at that time.
  package struct Decision: Hashable, Sendable {
    package var index: Int
    /// `nil` for a card before the one that the deck was loaded at.
    package var direction: Direction?

    package init(index: Int, direction: Direction?) {
      self.index = index
      self.direction = direction
    }
  }

  /// The deck's id.
  package var deck: String
  package var kind: DeckKind
  /// In order, as the deck's owner and commands have left them.
  package var cards: CardSequence
  /// The deck's cards in the configuration.
  package var configured: CardSequence
  /// The index of the current card; the number of cards when a swipe deck has run out, 0 in a stack.
  package var current: Int
  /// The decisions that can be undone, oldest first; empty in a stack.
  package var history: [Decision]
  /// Whether the arrival of the front card is still to be published.
  package var isArriving: Bool
  /// Whether a finger pulled a stack's cards apart and their gathering is still to be published.
  package var isFanned: Bool
  /// The phase of the round that was published last; `nil` if none was.
  package var round: RoundPhase?
  /// The id of a stack's open card.
  package var open: String?
  /// How far the deck is scrolled: a stack in points, a carousel in cards; 0 in a swipe deck.
  package var scroll: Double

  /// A deck's state, member by member; the members of the other kind have the values of a new deck.
  package init(
    deck: String,
    kind: DeckKind,
    cards: CardSequence,
    configured: CardSequence,
    current: Int = 0,
    history: [Decision] = [],
    isArriving: Bool = false,
    isFanned: Bool = false,
    round: RoundPhase? = nil,
    open: String? = nil,
    scroll: Double = 0
  ) {
    self.deck = deck
    self.kind = kind
    self.cards = cards
    self.configured = configured
    self.current = current
    self.history = history
    self.isArriving = isArriving
    self.isFanned = isFanned
    self.round = round
    self.open = open
    self.scroll = scroll
  }

  /// Whether the cards are those of the configuration, in order; which of them are loaded may differ.
  ///
  /// It visits those that they do not share.
  package var hasConfiguredCards: Bool { hasCards(configured) }

  /// Whether nothing has changed since `other`, without a look at each card: changed cards that are equal count as changed.
  package func isIdentical(to other: DeckState) -> Bool {
    guard cards.isIdentical(to: other.cards), configured.isIdentical(to: other.configured) else { return false }
    var same = self
    (same.cards, same.configured) = (other.cards, other.configured)
    return same == other
  }

  /// Returns whether the cards are `others`, in order; which of them are loaded may differ.
  package func hasCards(_ others: CardSequence) -> Bool {
    cards.elementsEqual(others) { $0.isEqualBesidesLoaded($1) }
  }
}
