package import DeckProtocol
package import Gestures
package import Kinetics

/// What a client wants done to a deck.
package enum DeckCommand: Hashable, Sendable {
  /// Decide the front card as a finger would; `force` does without asking a delegate.
  case swipe(Direction, force: Bool)
  /// Take the last decision back.
  case undo
  /// Choose the front card as a tap would; `card`, when given, is its id.
  case select(card: String?)
  /// Play the animation that a deck appears with.
  case appear
  /// Back to the first card.
  case reset
  /// New cards, or those of the configuration, from the one at `current`; decisions are forgotten.
  case load([Card]?, current: Int)
  /// The cards laid out anew, replaced by `cards` when given; the front index stays.
  case reload([Card]?)
  /// Cards put in at an index, or at the end.
  case insert([Card], at: Int?)
  /// The cards with these indexes taken out.
  case remove(Range<Int>)
  /// Cards that have the ids of some that there are take their places.
  case update([Card])
  /// The card with this id to another index.
  case move(card: String, to: Int)
  /// Close the open card.
  case dismiss
  /// Let the cards jump, one after the other.
  case bounce
  /// Scroll to an offset in points, or to where a card is seen.
  case scroll(ScrollTarget)
  /// What these cards show is there now, of so many bytes each.
  case markLoaded(ClientRequest.LoadedCards, bytes: Int?)
  /// A delegate answers these questions from now on; none when it has left.
  case consult(Set<DelegateTopic>)
  /// What the delegate has said about the cards with these ids, or about all, holds no longer.
  case invalidate([String]?)
  /// The length of the open card's content, in points.
  case layOutDetail(card: String, length: Double)
}

/// Where a stack is to scroll to.
package enum ScrollTarget: Hashable, Sendable {
  case offset(Double)
  case card(String)
}

/// What a client wants of a surface.
package enum SurfaceCommand: Hashable, Sendable {
  /// Other values; `nil` for those that stay.
  case set(reducedMotion: Bool?, refresh: Double?)
  /// A client draws at `time` and every `period` seconds from it; `nil` for the surface's refresh rate.
  case align(to: Instant, period: Double?)
  /// Takes the fingers away that are on the surface; they are ignored until they are lifted.
  case letGo
}

/// What goes into the engine.
package enum EngineInput: Hashable, Sendable {
  /// A hardware frame, in points of the surface.
  case touches(TouchFrame, surface: String)
  /// A command to the deck, to be answered under `ticket`.
  case command(DeckCommand, deck: String, ticket: UInt64)
  /// A delegate's answer to the question with this number; `nil` leaves it to the deck.
  case reply(DelegateAnswer?, ticket: UInt64, deck: String)
  /// A command to the surface, to be answered under `ticket`.
  case surface(SurfaceCommand, name: String, ticket: UInt64)
  /// A surface got another size or scale.
  case resize(surface: String, size: Size, pointsPerMillimetre: Double)
  /// Other values for some of a deck's settings, to be answered under `ticket`.
  case configure([SettingChange], deck: String, ticket: UInt64)
  /// Another configuration, whose decks name surfaces that it has; those that are new in it and among `returning` are as
  /// they were.
  case reconfigure(EngineConfiguration, returning: [DeckState] = [])
  /// `nextDeadline` has come.
  case deadline
}

/// What comes out of the engine, in order.
package enum EngineEffect: Hashable, Sendable {
  case notify(DeckNotification)
  /// Why a recognizer won or lost; only while `Engine.explains`.
  case explain(GestureExplanation)
  case answer(ticket: UInt64, CommandResult)
  /// A question to the deck's delegate, to be answered by `EngineInput.reply` under `ticket`; they follow all else that
  /// an input caused.
  case ask(ticket: UInt64, DelegateQuestion)
}

/// How a command came out.
package enum CommandResult: Hashable, Sendable {
  /// Carried out; the number of its last event.
  case done(sequence: UInt64)
  case failed(ProtocolError)
}
