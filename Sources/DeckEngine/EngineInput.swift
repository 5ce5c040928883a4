package import DeckProtocol
package import Gestures
package import Kinetics

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
