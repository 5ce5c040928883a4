import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// A hand on a stack deck that fills a surface of 400 × 800 pt, looked at 240 times a second.
final class StackHand {
  private(set) var engine: Engine
  private(set) var now = Instant.zero
  /// What the engine has told so far.
  private(set) var notes: [DeckNotification] = []
  private var places: [Int: Point] = [:]

  init(_ preset: Preset, cards: Int, topics: Set<Topic> = Set(Topic.allCases)) throws {
    let deck = DeckDefinition.builtIn(preset: preset, count: cards)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800), refresh: 240)
    engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.interest = topics
    collect(engine.start())
  }

  private init(_ other: StackHand) {
    engine = other.engine.copy()
    (now, notes, places) = (other.now, other.notes, other.places)
  }

  func copy() -> StackHand { StackHand(self) }

  var cards: [CardFrame] { engine.cards(of: "main", at: now) }

  /// Where a card is `seconds` from now, if nothing comes up until then.
  func card(_ id: String, in seconds: Double = 0) -> CardFrame? {
    engine.cards(of: "main", at: now.advanced(bySeconds: seconds)).first { $0.id == id }
  }

  var phase: DeckPhase? { engine.position(of: "main")?.phase }

  var frames: [DeckFrame] {
    notes.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  var events: [DeckEvent.Kind] {
    notes.compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
  }

  /// The cards that presses have taken up.
  var pressed: [String] {
    notes.compactMap { note in
      guard case .gesture(let gesture) = note, gesture.phase == .began, gesture.recognizer == "longPress" else {
        return nil
      }
      return gesture.card
    }
  }

  func haptics(_ kind: HapticKind) -> Int {
    notes.count { if case .haptic(let note) = $0 { note.kind == kind } else { false } }
  }

  /// The card with the highest z of those that are drawn at a point now.
  func topmost(at point: Point) -> String? {
    let there = cards.filter { card in
      let corners = DrawnCard(card).corners
      let isInside =
        corners[0].x <= point.x && point.x <= corners[2].x && corners[0].y <= point.y
        && point.y <= corners[2].y
      return card.role != .leaving && card.opacity >= 0.01 && isInside
    }
    return there.max { $0.z < $1.z }?.id
  }

  func forget() { notes = [] }

  func wait(_ seconds: Double) {
    now = now.advanced(bySeconds: seconds)
    collect(engine.handle(.deadline, at: now))
  }

  func command(_ command: DeckCommand) {
    collect(engine.handle(.command(command, deck: "main", ticket: 1), at: now))
  }

  func down(_ x: Double, _ y: Double, finger: Int = 0) { touch(.down, Point(x: x, y: y), finger) }

  func move(_ x: Double, _ y: Double, finger: Int = 0) { touch(.moved, Point(x: x, y: y), finger) }

  func leave(_ phase: Contact.Phase = .up, finger: Int = 0) {
    touch(phase, places[finger] ?? Point(x: 0, y: 0), finger)
  }

  /// Moves straight and evenly, with 120 reports a second.
  func glide(to y: Double, in seconds: Double, finger: Int = 0) {
    guard let start = places[finger] else { return }
    let steps = max(Int(seconds * 120), 1)
    for step in 1...steps {
      wait(seconds / Double(steps))
      move(start.x, start.y + (y - start.y) * Double(step) / Double(steps), finger: finger)
    }
  }

  private func touch(_ phase: Contact.Phase, _ place: Point, _ finger: Int) {
    places[finger] = place
    let contact = Contact(id: ContactID(finger), phase: phase, position: place)
    collect(engine.handle(.touches(TouchFrame(time: now, contacts: [contact]), surface: "main"), at: now))
  }

  private func collect(_ effects: [EngineEffect]) {
    notes += effects.compactMap(\.notification)
  }
}

extension DeckEvent.Kind {
  /// Whether it tells of a stack that a finger pulls beyond its beginning, or that is back there (W8, W11).
  var isOfScroll: Bool {
    switch self {
    case .deckBounced, .stackFanned, .stackGathered: true
    default: false
    }
  }
}
