package import DeckProtocol
import MessageText

/// Why the engine does not perform a command; nothing has changed.
package enum CommandError: Error, Hashable, Sendable {
  /// The part of a command that an error is about.
  package enum Parameter: Hashable, Sendable {
    case deck
    case surface
    case card
    /// The element of a list of ids, by its index.
    case listedID(Int)
    /// The id of a card in a list of cards, by its index.
    case listedCard(Int)
    case direction
    /// A number: `at`, `count`, `current`, `from` or `to`.
    case number(String)
    /// A setting, by its name.
    case setting(String)
  }

  case unknownDeck(String, known: [String])
  case unknownSurface(String, known: [String])
  /// Only decks of another kind perform the command.
  case wrongKind(String, expected: String)
  /// Every card of the deck is decided.
  case exhausted
  case noCards
  case nothingToUndo
  case nothingOpen
  /// No swipe waits for the delegate.
  case nothingAwaited
  case unknownCard(String, Parameter)
  case duplicateCard(String, Parameter)
  /// A number is out of its range, which `expected` describes.
  case outOfRange(String, Int, expected: String)
  /// A setting does not exist, or does not take the value.
  case invalidSetting(String, problem: String, expected: String)
  /// The command is meant for a card that is not the front one.
  case notInFront(String, front: String, isKnown: Bool)
  /// The command is meant for a card that the last decision is not about.
  case notLastDecided(String, last: String)
  case notAllowed(Direction, card: String, allowed: [Direction])
  /// The delegate does not permit it, or the card itself.
  case notPermitted(Direction, card: String, byDelegate: Bool)
  /// There is no delegate, which is to confirm decisions in this direction.
  case notConfirmed(Direction, card: String)
  /// A swipe already waits for the delegate, `deadline` seconds at the most.
  case delegateIsAsked(card: String, deadline: Double)
  /// A command waited for a delegate, and another command or a finger came first.
  case overtaken
  case dragged(card: String)
  case leaving(card: String)
  /// The round waits for the content of these cards, `timeout` seconds at the most.
  case roundIsLoading(awaited: [String], timeout: Double)
  /// The command's events could not be stored.
  case notStored(reason: String)
}

extension CommandError {
  /// Whether the command itself is wrong; else the deck's state does not permit it.
  package var isInvalid: Bool {
    switch self {
    case .unknownDeck, .unknownSurface, .unknownCard, .duplicateCard, .outOfRange, .invalidSetting,
      .notAllowed:
      true
    case .wrongKind, .exhausted, .noCards, .nothingToUndo, .nothingOpen, .nothingAwaited, .notInFront, .notLastDecided,
      .notPermitted, .notConfirmed, .delegateIsAsked, .overtaken, .dragged, .leaving, .roundIsLoading, .notStored:
      false
    }
  }

  /// The parameter that the error is about; `nil` if it is about none.
  package var parameter: Parameter? {
    switch self {
    case .wrongKind, .exhausted, .noCards, .nothingToUndo, .nothingOpen, .nothingAwaited, .notConfirmed,
      .delegateIsAsked, .overtaken, .dragged,
      .leaving, .roundIsLoading, .unknownDeck:
      .deck
    case .unknownSurface: .surface
    case .unknownCard(_, let parameter), .duplicateCard(_, let parameter): parameter
    case .outOfRange(let name, _, _): .number(name)
    case .invalidSetting(let name, _, _): .setting(name)
    case .notInFront, .notLastDecided: .card
    case .notAllowed, .notPermitted: .direction
    case .notStored: nil
    }
  }

  /// What is wrong.
  package var problem: String {
    switch self {
    case .unknownDeck(let id, _): "unknown deck \(truncatedQuote(id))"
    case .unknownSurface(let name, _): "unknown surface \(truncatedQuote(name))"
    case .wrongKind(let kind, _): "a \(kind) deck cannot do that"
    case .exhausted: "the deck has run out of cards"
    case .noCards: "the deck has no cards"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingOpen: "no card is open"
    case .nothingAwaited: "no swipe waits for the delegate"
    case .unknownCard(let id, _), .notInFront(let id, _, false): "there is no card \(truncatedQuote(id))"
    case .duplicateCard(let id, _): "there is a card \(truncatedQuote(id)) already"
    case .outOfRange(let name, let value, _): "\(name) is \(value)"
    case .invalidSetting(_, let problem, _): problem
    case .notInFront(let id, _, true): "\(truncatedQuote(id)) is not in front"
    case .notLastDecided(let id, _): "the last decision is not about \(truncatedQuote(id))"
    case .notAllowed(let direction, let card, _): "\(card) cannot be swiped \(direction.rawValue)"
    case .notPermitted(let direction, let card, true):
      "the delegate has not permitted that \(card) is swiped \(direction.rawValue)"
    case .notPermitted(let direction, let card, false):
      "\(card) is not swipeable: it may not be swiped \(direction.rawValue)"
    case .notConfirmed(let direction, let card):
      "nobody can confirm that \(card) is swiped \(direction.rawValue): there is no delegate"
    case .delegateIsAsked(let card, _): "the delegate is being asked about \(card)"
    case .overtaken:
      "the swipe was given up: a finger or another command took the card while the delegate was asked"
    case .dragged(let card): "a finger is dragging \(card)"
    case .leaving(let card): "\(card) is still leaving"
    case .roundIsLoading: "the round is loading"
    case .notStored: "not kept"
    }
  }

  /// What would be right, or what to do.
  package var expected: String {
    switch self {
    case .unknownDeck(let id, let known):
      known.isEmpty ? "a [[decks]] entry in the configuration" : Suggestion.oneOf(known, insteadOf: id)
    case .unknownSurface(_, let known): "one of \(known.joined(separator: ", "))"
    case .wrongKind(_, let expected): "a deck of the kind \(expected)"
    case .exhausted: "a deck with a card in front; deck.reset starts over"
    case .noCards: "a deck with cards; deck.load or deck.insert adds some"
    case .nothingToUndo: "a deck with a decision to take back"
    case .nothingOpen: "a deck with an open card; deck.select opens one"
    case .nothingAwaited: "a deck in the phase awaiting"
    case .unknownCard: "the id of a card of the deck; deck.insert adds cards"
    case .duplicateCard: "an id that no other card of the deck has"
    case .outOfRange(_, _, let expected), .invalidSetting(_, _, let expected): expected
    case .notInFront(_, let front, _): "\(front), the front card, which may be left out"
    case .notLastDecided(_, let last): "\(last), the card of the last decision, which may be left out"
    case .notAllowed(_, _, let allowed): "one of \(allowed.map(\.rawValue).joined(separator: ", "))"
    case .notPermitted: "a direction that is permitted, or force, which asks nobody"
    case .notConfirmed: "a client that answers shouldSwipe, as delegate.confirm asks for, or force"
    case .delegateIsAsked(_, let deadline):
      "a deck whose delegate has answered, which takes \(deadline) s at most; deck.dismiss ends that, or force"
    case .overtaken: "no other input to the deck until the delegate has answered; swipe again"
    case .dragged: "a deck that is not being dragged; try again when its phase is not dragging"
    case .leaving: "a deck whose front card is there; try again after card.shown"
    case .roundIsLoading(let awaited, let timeout):
      "a round that is active; card.loaded for \(awaited.joined(separator: ", ")), or wait for "
        + "round.changed, \(timeout) s at the most"
    case .notStored(let reason): reason
    }
  }
}
