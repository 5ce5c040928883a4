package import DeckProtocol
package import Gestures
package import Kinetics

/// A client's command to a surface.
package enum SurfaceCommand: Hashable, Sendable {
  /// Changes values; `nil` keeps one.
  case set(reducedMotion: Bool?, refresh: Double?, asleep: Bool? = nil)
  /// A client draws at vertical syncs, by which touches are predicted; with `nil`, none does any more.
  case align(Vsync?)
  /// Cancels the touches on the surface; their contacts are ignored until they are lifted.
  case cancelTouches
}

/// An input of the engine.
package enum EngineInput: Hashable, Sendable {
  /// A hardware frame, in points of the surface.
  case touches(TouchFrame, surface: String)
  /// A command to the deck; the reply has `ticket`.
  case command(DeckCommand, deck: String, ticket: UInt64)
  /// A delegate's answer to the question with this number; `nil` leaves it to the deck.
  case reply(DelegateAnswer?, ticket: UInt64, deck: String)
  /// A command to the surface; the reply has `ticket`.
  case surface(SurfaceCommand, name: String, ticket: UInt64)
  /// The size or the scale of a surface changed.
  case resize(surface: String, size: Size, pointsPerMillimetre: Double)
  /// Changes of a deck's settings; the reply has `ticket`.
  case configure([SettingChange], deck: String, ticket: UInt64)
  /// Another configuration, whose decks name surfaces that it has; a deck that is new in it takes its state from
  /// `returning`, if it has one there.
  case reconfigure(EngineConfiguration, returning: [DeckState] = [])
  /// The device was shaken: stacks bounce.
  case shake
  /// A front end that draws subscribed, the first one or the first for `idle` seconds: decks appear to it.
  case watched(idle: Double)
  /// `nextDeadline` has come.
  case deadline

  /// Whether a rollback takes back what the input changed, the cards and decisions of a deck; not a configuration, settings,
  /// surfaces or delegates.
  package var isTakenBack: Bool {
    switch self {
    case .command(.consult, _, _), .command(.invalidate, _, _): false
    case .command, .touches, .reply, .shake: true
    case .surface, .resize, .configure, .reconfigure, .watched, .deadline: false
    }
  }

  /// Whether somebody acts: it is neither time that passes, nor a delegate's answer, nor a front end that begins to watch
  /// or reports when it draws.
  package var isAction: Bool {
    switch self {
    case .deadline, .reply, .watched, .surface(.align, _, _): false
    default: true
    }
  }

  var isDeadline: Bool { if case .deadline = self { true } else { false } }
}

/// An output of the engine; outputs are in order.
package enum EngineEffect: Hashable, Sendable {
  /// A frame.
  case frame(DeckFrame)
  /// What is published besides frames.
  case notify(DeckNotification)
  /// Why a recognizer won or lost; only while `Engine.explains`.
  case explain(GestureExplanation)
  case answer(ticket: UInt64, CommandResult)
  /// A question to the deck's delegate, answered by `EngineInput.reply` with `ticket`; questions follow all other
  /// effects of an input.
  case ask(ticket: UInt64, DelegateQuestion)
}

extension EngineEffect {
  /// What clients receive of it.
  package var notification: DeckNotification? {
    switch self {
    case .frame(let frame): .frame(frame)
    case .notify(let notification): notification
    case .explain, .answer, .ask: nil
    }
  }
}

/// The result of a command.
package enum CommandResult: Hashable, Sendable {
  /// Performed, with the number of its last event.
  case done(sequence: UInt64)
  case failed(CommandError)
}
