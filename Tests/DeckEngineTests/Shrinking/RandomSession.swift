import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// What happened to one deck in a random test, in order, so that it can be played again, whole or in part.
struct RandomSession {
  enum Event {
    case input(EngineInput)
    /// The daemon starts again with a configuration.
    case restart(EngineConfiguration)
    /// What happened since the last `save` is taken back.
    case takeBack
    /// The deck reaches the disk.
    case save
  }

  struct Entry {
    var time: Instant
    var event: Event
  }

  /// The deck as the session begins.
  let configuration: EngineConfiguration
  var entries: [Entry] = []

  /// Plays the session, then takes every finger away and waits until the deck rests.
  ///
  /// - Returns: what `check` found first, or what is wrong with any engine; `nil` if all is well.
  func firstFinding(_ check: (borrowing WatchedEngine) -> String?) throws -> String? {
    var watched = try WatchedEngine(configuration)
    _ = watched.start()
    var fingers = KnownFingers()
    var now = Instant.zero
    for entry in entries {
      now = entry.time
      switch entry.event {
      case .input(let input):
        guard let (input, reach) = fingers.known(in: input) else { continue }
        _ = watched.pass(to: now)
        _ = watched.play(input, at: now, reach: ["main": reach])
      case .restart(let configuration): try watched.restart(configuration, at: now)
      case .takeBack: watched.takeBack(at: now)
      case .save: watched.save()
      }
      // An engine is not watched any further once something is wrong with it.
      if let found = check(watched) ?? watched.findings.first { return found }
    }
    watched.bringToRest(after: now)
    return check(watched) ?? watched.findings.first
  }
}

extension RandomSession {
  /// The session with the touches that `firstFinding` plays.
  var withKnownFingers: RandomSession {
    var fingers = KnownFingers()
    var session = self
    session.entries = entries.compactMap { entry in
      guard case .input(let input) = entry.event else { return entry }
      return fingers.known(in: input).map { Entry(time: entry.time, event: .input($0.0)) }
    }
    return session
  }
}

extension WatchedEngine {
  /// Takes every finger away, waits until the deck rests, and checks that it does.
  mutating func bringToRest(after last: Instant) {
    let contacts = (0..<3).map { Contact(id: ContactID($0), phase: .cancelled, position: Point(x: 0, y: 0)) }
    _ = play(.touches(TouchFrame(time: last, contacts: contacts), surface: "main"), at: last, reach: ["main": 0])
    _ = pass(to: last.advanced(bySeconds: 60))
    checkRest()
  }
}

/// The contacts that are down in a part of a session: no panel reports that another contact moves or lifts.
private struct KnownFingers {
  private var positions: [ContactID: Point] = [:]

  /// The input without contacts that are not down, each lifted where it is, and how far a finger moves in it, in
  /// points; `nil` if nothing is left.
  mutating func known(in input: EngineInput) -> (EngineInput, reach: Double)? {
    guard case .touches(var frame, let surface) = input else { return (input, 0) }
    var reach = 0.0
    frame.contacts = frame.contacts.compactMap { contact in
      var contact = contact
      switch contact.phase {
      case .down: positions[contact.id] = contact.position
      case .moved, .stationary:
        guard let last = positions[contact.id] else { return nil }
        positions[contact.id] = contact.position
        reach = max(reach, (contact.position - last).length)
      case .up, .cancelled:
        // Where it was last, as without the moves that were left out.
        guard let last = positions.removeValue(forKey: contact.id) else { return nil }
        contact.position = last
      }
      return contact
    }
    return frame.contacts.isEmpty ? nil : (.touches(frame, surface: surface), reach)
  }
}
