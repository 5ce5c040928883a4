package import DeckProtocol
package import Gestures
package import Kinetics

/// What a client wants done to a deck.
package enum DeckCommand: Hashable, Sendable {
  /// Decide the front card as a finger would; `force` does without asking a delegate.
  case swipe(Direction, force: Bool)
  /// Back to the first card.
  case reset
}

/// What goes into the engine.
package enum EngineInput: Hashable, Sendable {
  /// A hardware frame, in points of the surface.
  case touches(TouchFrame, surface: String)
  /// A command to the deck, to be answered under `ticket`.
  case command(DeckCommand, deck: String, ticket: UInt64)
  /// A surface got another size or scale.
  case resize(surface: String, size: Size, pointsPerMillimetre: Double)
  /// `nextDeadline` has come.
  case deadline
}

/// What comes out of the engine, in order.
package enum EngineEffect: Hashable, Sendable {
  case notify(DeckNotification)
  /// Why a recognizer won or lost; only while `Engine.explains`.
  case explain(GestureExplanation)
  case answer(ticket: UInt64, CommandResult)
}

/// How a command came out.
package enum CommandResult: Hashable, Sendable {
  /// Carried out; the number of its last event.
  case done(sequence: UInt64)
  case failed(ProtocolError)
}
