/// Something that happened to a deck: stored, numbered, never dropped.
public struct DeckEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The animation that brought the card to the front is complete.
    case cardShown(card: String, index: Int)
    /// The card was decided; it is still drawn while it leaves.
    case cardSwiped(card: String, index: Int, direction: Direction, decision: String?)
    /// The card was released undecided and returns.
    case cardReset(Reset)
    /// The card was selected by a tap.
    case cardSelected(card: String, index: Int)
    /// The open card was closed; it is still drawn while it returns.
    case cardDismissed(card: String, index: Int)
    /// The card was moved to another index.
    case cardMoved(card: String, from: Int, to: Int)
    /// The card was inserted at this index.
    case cardInserted(card: String, index: Int)
    /// The card was removed from this index.
    case cardRemoved(card: String, index: Int)
    /// The card's data, directions, threshold or other members changed.
    case cardUpdated(card: String, index: Int)
    /// The deck was added to the configuration.
    case deckAdded(Addition)
    /// The deck's cards were loaded.
    case deckLoaded
    /// The deck is at its first card again.
    case deckReset
    /// The card's decision was undone; it returns from `direction`, `nil` when that is not known.
    case deckRewound(card: String, index: Int, direction: Direction?)
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
    /// The deck's preset or settings changed: the changed settings with new values, or all settings of a new kind.
    case deckConfigured(kind: String, preset: String, settings: [SettingValue])
    /// The deck's surface, or its area on the surface, changed.
    case surfaceChanged(DeckPlacement)
    /// The round began, became active, or ended.
    case roundChanged(RoundPhase)
    /// Text for a screen reader to speak, about this card if it concerns one.
    case announcement(card: String?, text: String)
  }

  /// A release that decided nothing.
  public struct Reset: Hashable, Sendable {
    /// Why nothing was decided, as named on the wire.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
      /// The card was not moved far enough.
      case distance
      /// The card was moved far enough, in a direction that it does not allow.
      case direction
      /// The round is loading.
      case round
      /// The delegate, or the card's own `swipeable`, does not permit it.
      case delegate
      /// The touch was cancelled.
      case cancelled
      /// A finger or a command took the card while the delegate's answer was pending.
      case caught
    }

    /// The card's id.
    public var card: String
    /// The card's index.
    public var index: Int
    /// Why the card returns.
    public var reason: Reason
    /// The direction that was evaluated; `nil` in the dead zone.
    public var direction: Direction?
    /// How far the card was moved in that direction, from 0; compared with `threshold`.
    public var progress: Double
    /// The progress that would have decided the card.
    public var threshold: Double

    /// The card returns because of `reason`.
    public init(
      card: String,
      index: Int,
      reason: Reason,
      direction: Direction?,
      progress: Double,
      threshold: Double
    ) {
      self.card = card
      self.index = index
      self.reason = reason
      self.direction = direction
      self.progress = progress
      self.threshold = threshold
    }
  }

  /// A deck that was added to the configuration.
  public struct Addition: Hashable, Sendable {
    /// `swipe` or `stack`.
    public var kind: String
    /// The preset that the deck's settings started from.
    public var preset: String
    /// Where the deck is drawn.
    public var placement: DeckPlacement
    /// The phase of the round; `nil` in a deck without rounds.
    public var round: RoundPhase?
    /// The id of the open card.
    public var open: String?
    /// Every setting of the deck.
    public var settings: [SettingValue]

    /// A deck of a preset.
    public init(
      kind: String,
      preset: String,
      placement: DeckPlacement,
      round: RoundPhase?,
      open: String?,
      settings: [SettingValue]
    ) {
      self.kind = kind
      self.preset = preset
      self.placement = placement
      self.round = round
      self.open = open
      self.settings = settings
    }
  }

  /// The event's number: one sequence for the whole daemon, from 1, never reused.
  public var sequence: UInt64
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The deck's id.
  public var deck: String
  /// The event's kind, with its payload.
  public var kind: Kind
  /// The deck's counts after the event; `nil` for an event that does not change them.
  public var counts: DeckCounts?

  /// An event with its number, its time in microseconds and its deck.
  ///
  /// `counts` are the deck's after the event, and omitted for a type without counts.
  public init(sequence: UInt64, time: Int64, deck: String, kind: Kind, counts: DeckCounts? = nil) {
    self.sequence = sequence
    self.time = time
    self.deck = deck
    self.kind = kind
    self.counts = kind.hasCounts ? counts : nil
  }
}
