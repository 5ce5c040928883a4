/// A command to a deck.
public enum DeckCommand: Hashable, Sendable {
  /// Decides the front card as a finger would.
  ///
  /// `force` skips the delegate; `card`, if given, must be the front card's id.
  case swipe(Direction, force: Bool, card: String? = nil)
  /// Undoes the last decision; `card`, if given, must be the id of the decided card.
  case undo(card: String? = nil)
  /// Selects a card as a tap would: in a stack `card`, or the topmost card; in a swipe deck the front card, whose id
  /// `card` must be if given.
  case select(card: String?)
  /// Plays the deck's entry animation.
  case appear
  /// Returns to the first card.
  case reset
  /// Loads new cards, or the configured ones, with the front card at `current`; decisions are discarded.
  case load([Card]?, current: Int)
  /// Lays the cards out again, replaced by `cards` if given; the front index stays.
  case reload([Card]?)
  /// Inserts cards at an index, or at the end.
  case insert([Card], at: Int?)
  /// Removes the cards with these indexes.
  case remove(Range<Int>)
  /// Replaces the cards that have the same ids.
  case update([Card])
  /// Moves the card with this id to another index.
  case move(card: String, to: Int)
  /// Closes the open card.
  case dismiss
  /// Bounces the cards of a stack, one after the other.
  case bounce
  /// Scrolls a stack.
  case scroll(ScrollTarget)
  /// Marks the contents of these cards as loaded, with their size in bytes each.
  case markLoaded(LoadedCards, bytes: Int?)
  /// Sets the questions that a delegate answers; empty after it has left.
  case consult(Set<DelegateTopic>)
  /// Discards the delegate's answers about the cards with these ids, or about all cards.
  case invalidate([String]?)
  /// Sets the length of a card's content, in points.
  case layOutDetail(card: String, length: Double)

  /// The target of a scroll.
  public enum ScrollTarget: Hashable, Sendable {
    /// An offset from the start, in points.
    case offset(Double)
    /// The offset at which the card with this id is visible.
    case card(String)

    /// The offsets that a client may request: beyond the ends of any stack, which scrolls to its nearer end.
    ///
    /// A million cards, the maximum for a deck, a thousand points apart.
    public static let offsets = -1e9...1e9
  }

  /// The cards whose contents are loaded.
  public enum LoadedCards: Hashable, Sendable {
    /// The card with this id.
    case card(String)
    /// The cards with these ids, at least one.
    case cards([String])

    /// The cards' ids.
    public var ids: [String] {
      switch self {
      case .card(let id): [id]
      case .cards(let ids): ids
      }
    }
  }
}
