import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics

/// An engine with the built-in deck on a surface of 400 × 800 pt, and what came out of it.
struct EngineBench: ~Copyable {
  var engine: Engine
  private(set) var notes: [DeckNotification] = []
  private(set) var answers: [CommandResult] = []
  private(set) var explanations: [GestureExplanation] = []

  init(
    preset: Preset = .swipeclean,
    settings: DeckSettings? = nil,
    cards: Int = 10,
    refresh: Double = 60
  ) throws {
    var deck = DeckDefinition.builtIn(preset: preset, count: cards)
    if let settings { deck.settings = settings }
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800), refresh: refresh)
    engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.interest = Set(Topic.allCases)
    collect(engine.start())
  }

  mutating func play(_ path: FingerPath) {
    play(path.frames)
  }

  mutating func play(_ frames: [TouchFrame]) {
    for frame in frames { collect(engine.handle(.touches(frame, surface: "main"), at: frame.time)) }
  }

  mutating func command(_ command: DeckCommand, at now: Instant) {
    collect(engine.handle(.command(command, deck: "main", ticket: 1), at: now))
  }

  /// Lets time pass until `now`.
  mutating func wait(until now: Instant) {
    collect(engine.handle(.deadline, at: now))
  }

  /// Calls the engine whenever it wants, until it wants nothing more; the moment it came to rest.
  @discardableResult
  mutating func rest() -> Instant {
    var last = Instant.zero
    while let deadline = engine.nextDeadline {
      collect(engine.handle(.deadline, at: deadline))
      last = deadline
    }
    return last
  }

  private mutating func collect(_ effects: [EngineEffect]) {
    for effect in effects {
      switch effect {
      case .frame(let frame): notes.append(.frame(frame))
      case .notify(let note): notes.append(note)
      case .answer(_, let result): answers.append(result)
      case .explain(let explanation): explanations.append(explanation)
      case .ask: break
      }
    }
  }

  var events: [DeckEvent] {
    notes.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The events without the two that every deck starts with.
  var happenings: [String] {
    events.dropFirst(2).map { event in
      switch event.kind {
      case .cardShown(let shown): "shown \(shown.card)"
      case .cardSwiped(let swipe): "swiped \(swipe.card) \(swipe.direction.rawValue) \(swipe.decision ?? "-")"
      case .cardReset(let reset): "reset \(reset.card) \(reset.reason)"
      case .cardSelected(let selected): "selected \(selected.card)"
      case .cardDismissed(let dismissed): "dismissed \(dismissed.card)"
      case .cardMoved(let move): "moved \(move.card) \(move.from) \(move.to)"
      case .cardInserted(let new): "inserted \(new.card) \(new.index)"
      case .cardRemoved(let removed): "removed \(removed.card) \(removed.index)"
      case .cardUpdated(let updated): "updated \(updated.card) \(updated.index)"
      case .gesturePerformed(let performed): "performed \(performed.gesture)"
      case .surfaceWoken(let waking): "woken \(waking.surface)"
      case .deckLoaded: "loaded"
      case .deckReset: "deck reset"
      case .deckRewound(let rewind): "rewound \(rewind.card) \(rewind.direction?.rawValue ?? "-")"
      case .deckExhausted: "exhausted"
      case .deckAppeared: "appeared"
      case .deckBounced: "bounced"
      case .deckAdded: "added"
      case .stackFanned: "fanned"
      case .stackGathered: "gathered"
      case .roundChanged: "round"
      case .deckRemoved: "removed"
      case .deckConfigured: "configured"
      case .surfaceChanged: "surface"
      case .announcement(let announcement): "announced \(announcement.text)"
      }
    }
  }

  var frames: [DeckFrame] {
    notes.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  var gestures: [GestureNote] {
    notes.compactMap { if case .gesture(let note) = $0 { note } else { nil } }
  }
}

extension Instant {
  static let zero = Instant(microseconds: 0)

  static func seconds(_ seconds: Double) -> Instant {
    zero.advanced(bySeconds: seconds)
  }
}

extension FingerPath {
  /// A finger that comes down in the middle of the built-in deck and drags across by `dx` points, at a
  /// constant speed.
  static func drag(
    by dx: Double,
    dy: Double = 0,
    at start: Instant = .zero,
    seconds: Double = 0.2,
    hold: Double = 0.1,
    rate: Double = 120
  ) -> FingerPath {
    var path = FingerPath(down: Point(x: 200, y: 400), at: start, rate: rate)
    path.move(to: Point(x: 200 + dx, y: 400 + dy), in: seconds)
    path.hold(hold)
    path.lift()
    return path
  }
}
