package import JSON

/// A command to a deck.
public enum DeckCommand: Hashable, Sendable {
  /// Decides the front card as a finger would.
  case swipe(Swipe)
  /// Undoes the last decision.
  case undo(Undo)
  /// Selects a card as a tap would.
  case select(Selection)
  /// Plays the deck's entry animation.
  case appear
  /// Returns to the first card.
  case reset
  /// Loads new cards, or the configured ones; decisions are discarded.
  case load(Load)
  /// Lays the cards out again, replaced by others if given; the front index stays.
  case reload(Reload)
  /// Inserts cards at an index, or at the end.
  case insert(Insertion)
  /// Removes cards.
  case remove(Removal)
  /// Replaces the cards that have the same ids.
  case update(Update)
  /// Moves a card to another index.
  case move(Move)
  /// Closes the open card.
  case dismiss
  /// Bounces the cards of a stack, one after the other.
  case bounce
  /// Scrolls a stack or a carousel.
  case scroll(Scroll)
  /// Marks the contents of cards as loaded.
  case markLoaded(LoadedContent)
  /// Sets the questions that a delegate answers; empty after it has left.
  case consult(Set<DelegateTopic>)
  /// Discards the delegate's answers about the cards with these ids, or about all cards.
  case invalidate([String]?)
  /// Sets the length of a card's content.
  case layOutDetail(DetailLayout)
}

extension DeckCommand {
  /// How many cards a request has or names at most: to read, find and change as many takes the daemon about 2 ms,
  /// during which it handles no touch.
  public static let mostCards = 250

  /// The method of a request for the command.
  package var method: ClientRequest.MethodName {
    switch self {
    case .swipe: .deckSwipe
    case .undo: .deckUndo
    case .select: .deckSelect
    case .appear: .deckAppear
    case .reset: .deckReset
    case .load: .deckLoad
    case .reload: .deckReload
    case .insert: .deckInsert
    case .remove: .deckRemove
    case .update: .deckUpdate
    case .move: .deckMove
    case .dismiss: .deckDismiss
    case .bounce: .deckBounce
    case .scroll: .deckScroll
    case .markLoaded: .cardLoaded
    case .consult(let topics): topics.isEmpty ? .delegateUnregister : .delegateRegister
    case .invalidate: .delegateInvalidate
    case .layOutDetail: .detailLayout
    }
  }

  /// Writes the command's parameters into the open `params` of a request of `method`.
  package func writeParameters(to json: inout JSONWriter) {
    switch self {
    case .swipe(let swipe): Swipe.codec.writeMembers(of: swipe, to: &json)
    case .undo(let undo): Undo.codec.writeMembers(of: undo, to: &json)
    case .select(let selection): Selection.codec.writeMembers(of: selection, to: &json)
    case .load(let load): Load.codec.writeMembers(of: load, to: &json)
    case .reload(let reload): Reload.codec.writeMembers(of: reload, to: &json)
    case .insert(let insertion): Insertion.codec.writeMembers(of: insertion, to: &json)
    case .remove(let removal): Removal.codec.writeMembers(of: removal, to: &json)
    case .update(let update): Update.codec.writeMembers(of: update, to: &json)
    case .move(let move): Move.codec.writeMembers(of: move, to: &json)
    case .scroll(let scroll): Scroll.codec.writeMembers(of: scroll, to: &json)
    case .markLoaded(let content): LoadedContent.codec.writeMembers(of: content, to: &json)
    case .layOutDetail(let layout): DetailLayout.codec.writeMembers(of: layout, to: &json)
    case .consult(let topics):
      guard !topics.isEmpty else { break }
      json.key("questions")
      json.array(DelegateTopic.allCases.filter(topics.contains)) { $0.value($1.rawValue) }
    case .invalidate(let cards):
      guard let cards else { break }
      json.key("cards")
      json.array(cards) { $0.value($1) }
    case .appear, .reset, .dismiss, .bounce: break
    }
  }
}
