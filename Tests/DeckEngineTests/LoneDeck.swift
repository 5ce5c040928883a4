import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// A deck of a surface of several, in an engine that holds nothing else and hears nothing of the others.
final class LoneDeck {
  let id: String
  let surface: String
  private(set) var engine: Engine
  /// The contacts of its surface that came down on it.
  private(set) var contacts: Set<ContactID> = []
  /// The commands to it.
  private var tickets: Set<UInt64> = []

  init(_ deck: DeckDefinition, of configuration: EngineConfiguration) throws {
    id = deck.id
    surface = deck.surface
    let surfaces = configuration.surfaces.filter { $0.name == deck.surface }
    engine = try Engine(EngineConfiguration(surfaces: surfaces, decks: [deck]), at: .zero)
    engine.interest = Set(Topic.allCases)
    engine.explains = true
  }

  func start() -> [EngineEffect] { share(of: engine.start(appearing: true)) }

  /// What the deck does by itself until `now`, and by an input that is for it.
  func play(_ input: EngineInput?, at now: Instant) -> [EngineEffect] {
    if case .command(_, _, let ticket) = input { tickets.insert(ticket) }
    var effects: [EngineEffect] = []
    // One by one: an engine puts the questions of a call behind the rest of it.
    while let due = engine.nextDeadline, due <= now { effects += engine.handle(.deadline, at: due) }
    if let input { effects += engine.handle(input, at: now) }
    return share(of: effects)
  }

  /// Whether the deck takes a contact that comes down at `now`, after its own have done `others` in that frame: then no
  /// deck below has it.
  func isHit(by contact: Contact, after others: [Contact], time: Instant, now: Instant) -> Bool {
    var probe = engine.copy()
    let frame = TouchFrame(time: time, contacts: others + [contact])
    return !probe.handle(.touches(frame, surface: surface), at: now).contains { effect in
      guard case .explain(let explanation) = effect else { return false }
      return explanation.contact == contact.id && explanation.subject == .ignored(.besideTheCard)
    }
  }

  func own(_ contact: ContactID) { contacts.insert(contact) }

  func disown(_ contact: ContactID) { contacts.remove(contact) }

  /// What of an engine's effects is the deck's: without the numbers that events have among those of all decks, and
  /// what is told of a surface.
  func share(of effects: [EngineEffect]) -> [EngineEffect] {
    effects.compactMap { effect in
      switch effect {
      case .notify(.event(var event)):
        event.sequence = 0
        return event.deck == id ? .notify(.event(event)) : nil
      case .frame(let frame): return frame.deck == id ? effect : nil
      case .notify(.gesture(let note)): return note.deck == id ? effect : nil
      case .notify(.haptic(let note)): return note.deck == id ? effect : nil
      case .notify(.motion(let motion)): return motion.deck == id ? effect : nil
      case .notify(.prefetch(let note)): return note.deck == id ? effect : nil
      case .notify(.touch), .notify(.panel), .notify(.calibration), .notify(.frame), .notify(.surfaceGesture):
        return nil
      case .explain(let explanation):
        let isPassedOver = explanation.subject == .ignored(.besideTheCard)
        return explanation.deck == id && !isPassedOver ? effect : nil
      case .answer(let ticket, _) where !tickets.contains(ticket): return nil
      case .answer(let ticket, .done): return .answer(ticket: ticket, .done(sequence: 0))
      case .answer: return effect
      case .ask(_, let question): return question.deck == id ? .ask(ticket: 0, question) : nil
      }
    }
  }
}
