/// A command to a deck.
public enum DeckCommand: Hashable, Sendable {
  /// Decide the front card as a finger would.
  ///
  /// `force` does so without a delegate; `card`, when given, is the front card's id.
  case swipe(Direction, force: Bool, card: String? = nil)
  /// Take the last decision back; `card`, when given, is the id of the card that it was about.
  case undo(card: String? = nil)
  /// Choose a card as a tap would: in a stack `card`, or the one above all others; in a swipe deck the front card, whose id
  /// `card` is when given.
  case select(card: String?)
  /// Play the animation that the deck appears with.
  case appear
  /// Go back to the first card.
  case reset
  /// New cards, or those of the configuration, from the one at `current`; decisions are forgotten.
  case load([Card]?, current: Int)
  /// Lay the cards out again, replaced by `cards` when given; the front index stays.
  case reload([Card]?)
  /// Insert cards at an index, or at the end.
  case insert([Card], at: Int?)
  /// Remove the cards with these indexes.
  case remove(Range<Int>)
  /// Replace the cards that have the ids of these.
  case update([Card])
  /// Move the card with this id to another index.
  case move(card: String, to: Int)
  /// Close the open card.
  case dismiss
  /// Let the cards of a stack jump, one after the other.
  case bounce
  /// Scroll a stack.
  case scroll(ScrollTarget)
  /// The contents of these cards are loaded, and have so many bytes each.
  case markLoaded(LoadedCards, bytes: Int?)
  /// A delegate answers these questions from now on; none where it has left.
  case consult(Set<DelegateTopic>)
  /// The delegate's answers about the cards with these ids, or about all, hold no longer.
  case invalidate([String]?)
  /// The length of a card's content, in points.
  case layOutDetail(card: String, length: Double)

  /// Where a stack is to scroll to.
  public enum ScrollTarget: Hashable, Sendable {
    /// So many points from the start.
    case offset(Double)
    /// Where the card with this id is seen.
    case card(String)

    /// The offsets that can be requested: farther than the ends of any stack, which scrolls to the nearer of them.
    ///
    /// A million cards, the most that a deck may have, a thousand points apart.
    public static let offsets = -1e9...1e9
  }

  /// The cards whose contents are loaded.
  public enum LoadedCards: Hashable, Sendable {
    /// The one with this id.
    case card(String)
    /// Those with these ids, at least one.
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
