/// Something that happened to a deck or on a surface: stored, numbered, never dropped.
public struct DeckEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The animation that brought the card to the front is complete.
    case cardShown(CardReference)
    /// The card was decided; it is still drawn while it leaves.
    case cardSwiped(Swipe)
    /// The card was released undecided and returns.
    case cardReset(Reset)
    /// The card was selected by a tap.
    case cardSelected(CardReference)
    /// The open card was closed; it is still drawn while it returns.
    case cardDismissed(CardReference)
    /// The card was moved to another index.
    case cardMoved(Move)
    /// The card was inserted at this index.
    case cardInserted(CardReference)
    /// The card was removed from this index.
    case cardRemoved(CardReference)
    /// The card's data, directions, threshold or other members changed.
    case cardUpdated(CardReference)
    /// The deck was added to the configuration.
    case deckAdded(Addition)
    /// The deck's cards were loaded.
    case deckLoaded
    /// The deck is at its first card again.
    case deckReset
    /// The card's decision was undone, and the card returns.
    case deckRewound(Rewind)
    /// The last card was decided.
    case deckExhausted
    /// The deck's entry animation is complete.
    case deckAppeared
    /// The cards bounced and have come to rest.
    case deckBounced
    /// A finger pulls the cards of a stack apart.
    case stackFanned
    /// The cards of a fanned stack are together again.
    case stackGathered
    /// The deck was removed from the configuration; this is its last event.
    case deckRemoved
    /// The deck's preset or settings changed.
    case deckConfigured(Configuration)
    /// The deck's surface, or its area on the surface, changed.
    case surfaceChanged(DeckPlacement)
    /// The round began, became active, or ended.
    case roundChanged(RoundPhase)
    /// Text for a screen reader to speak.
    case announcement(Announcement)
    /// The gesture of a surface was performed; no deck's.
    case gesturePerformed(Gesture)
    /// The surface does not sleep any more; no deck's.
    case surfaceWoken(Waking)
  }

  /// The event's number: one sequence for the whole daemon, from 1, never reused.
  public var sequence: UInt64
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The deck's id; `nil` for an event of a surface.
  public var deck: String?
  /// The event's kind, with its payload.
  public var kind: Kind
  /// The deck's counts after the event; `nil` for an event that does not change them.
  public var counts: DeckCounts?

  /// An event with its number, its time in microseconds and its deck.
  ///
  /// `counts` are the deck's after the event, and omitted for a type without counts.
  public init(sequence: UInt64, time: Int64, deck: String?, kind: Kind, counts: DeckCounts? = nil) {
    self.sequence = sequence
    self.time = time
    self.deck = deck
    self.kind = kind
    self.counts = kind.hasCounts ? counts : nil
  }

  /// The name of the surface that the event is about; `nil` for an event of a deck.
  public var surface: String? {
    switch kind {
    case .gesturePerformed(let gesture): gesture.surface
    case .surfaceWoken(let waking): waking.surface
    default: nil
    }
  }
}
