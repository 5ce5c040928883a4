package import DeckProtocol

/// What of a deck outlives the daemon: its cards and what was decided, and nothing that moves.
///
/// Making one costs nothing, whatever the number of cards: it shares the deck's own.
package struct DeckState: Hashable, Sendable {
  /// A card that was decided, by its index then.
  package struct Decision: Hashable, Sendable {
    package var index: Int
    /// `nil` for a card that the deck was loaded beyond.
    package var direction: Direction?

    package init(index: Int, direction: Direction?) {
      self.index = index
      self.direction = direction
    }
  }

  /// The deck's id.
  package var deck: String
  package var kind: DeckKind
  /// In their order, each as its owner and its commands have made it.
  package var cards: [Card]
  /// The cards that the configuration had for the deck.
  package var configured: [Card]
  /// The front card's index; the number of cards when a swipe deck has run out, 0 in a stack.
  package var current: Int
  /// What can be undone, oldest first; empty in a stack.
  package var history: [Decision]
  /// Whether it is still to be told that the front card has arrived.
  package var isArriving: Bool
  /// Whether a finger had pulled a stack's cards apart: it is still to be told that they are together.
  package var isFanned: Bool
  /// The phase of the round that was told last; `nil` when none was.
  package var round: RoundPhase?
  /// The id of a stack's open card.
  package var open: String?
  /// How far a stack is scrolled, in points; 0 in a swipe deck.
  package var scroll: Double

  /// A deck's state, member by member; those of the other kind as in a new deck.
  package init(
    deck: String,
    kind: DeckKind,
    cards: [Card],
    configured: [Card],
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

  /// Whether the cards are those of the configuration, in their order; clients may have said which are loaded.
  ///
  /// It goes through all of them.
  package var hasConfiguredCards: Bool { hasCards(configured) }

  /// Whether the cards are `others`, in their order; which of them are loaded may differ.
  package func hasCards(_ others: [Card]) -> Bool {
    cards.elementsEqual(others) { own, other in
      var own = own
      own.loaded = other.loaded
      return own == other
    }
  }
}
