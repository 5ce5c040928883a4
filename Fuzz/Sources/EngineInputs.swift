import DeckEngine
import DeckProtocol
import FuzzSupport
import Gestures
import Kinetics

/// A session of decks of any kinds, from the bytes: touches, commands, settings, answers, other configurations.
///
/// The invariants hold after each input, every line is JSON, a late timer changes nothing, and a client that follows the
/// events knows the decks. They restore to what they are, and everything comes to rest once the fingers are lifted.
func fuzzEngine(_ bytes: [UInt8]) {
  var session = Session(ByteReader(bytes))
  session.run()
}

private struct Session: ~Copyable {
  private static let deckNames = ["a", "b", "c"]
  private var reader: ByteReader
  private var configuration: EngineConfiguration
  private var engine: Engine
  /// An engine that is told nothing of deadlines.
  private var late: Engine
  private var now = Instant(microseconds: 0)
  private var down: [Int: Point] = [:]
  private var sequence: UInt64 = 0
  private var ticket: UInt64 = 0
  private var answered: [UInt64: Int] = [:]
  private var asked: [(ticket: UInt64, deck: String)] = []
  private var judge: EventJudge
  private var lateEvents: [DeckEvent] = []
  private var events: [DeckEvent] = []

  init(_ reader: ByteReader) {
    var reader = reader
    let configuration = reader.configuration(names: Self.deckNames)
    guard let engine = try? Engine(configuration, at: Instant(microseconds: 0)) else { fatalError("no engine") }
    (self.reader, self.configuration) = (reader, configuration)
    late = engine.copy()
    judge = judged { () throws(EventJudge.Contradiction) in try EventJudge(engine) }
    self.engine = engine
  }

  mutating func run() {
    // Few, as a rule: each line that is made has to be read as well.
    engine.interest = Set(reader.bool() ? reader.some(of: Topic.allCases) : [.events])
    engine.explains = reader.bool()
    late.interest = [.events]
    take(engine.start(appearing: true))
    takeLate(late.start(appearing: true))
    check()
    // Each step is cheap; a long input is no better than two short ones.
    for _ in 0..<200 where !reader.isAtEnd { step() }
    rest()
  }

  private mutating func step() {
    switch reader.index(below: 12) {
    case 0...5: play(.touches(touches(), surface: "main"))
    case 6: pass(reader.number(in: 0...3))
    case 7...8: command()
    case 9: configure()
    case 10: reply()
    default: rare()
    }
  }

  // MARK: - Inputs

  private mutating func play(_ input: EngineInput) {
    now = Instant(microseconds: now.microseconds + Int64(reader.byte()) * 100)
    passDeadlines()
    take(engine.handle(input, at: now))
    takeLate(late.handle(input, at: now))
    check()
  }

  /// Time passes: every deadline at its own instant, for one of the two engines.
  private mutating func pass(_ seconds: Double) {
    now = Instant(microseconds: now.microseconds + Int64(seconds * 1e6))
    passDeadlines()
  }

  private mutating func passDeadlines() {
    var rounds = 0
    while let due = engine.nextDeadline, due <= now {
      take(engine.handle(.deadline, at: due))
      if let next = engine.nextDeadline { require(next > due, "\(due) stays due") }
      rounds += 1
      require(rounds < 100_000, "too many deadlines before \(now)")
    }
  }

  private mutating func touches() -> TouchFrame {
    let contacts = (0..<3).compactMap { id in contact(id) }
    let age = reader.element(of: [0, 0, 2_000, 20_000])
    return TouchFrame(time: Instant(microseconds: max(now.microseconds - Int64(age), 0)), contacts: contacts)
  }

  private mutating func contact(_ id: Int) -> Contact? {
    let choice = reader.index(below: 8)
    guard let place = down[id] else {
      guard choice < 4 else { return nil }
      let point = reader.point()
      down[id] = point
      return Contact(id: ContactID(id), phase: .down, position: point)
    }
    switch choice {
    case 0...4:
      let step = Point(x: Double(Int8(bitPattern: reader.byte())), y: Double(Int8(bitPattern: reader.byte())))
      let leaps = choice == 4 && reader.index(below: 8) == 7
      let moved = leaps ? reader.point() : Point(x: place.x + step.x, y: place.y + step.y)
      down[id] = moved
      return Contact(id: ContactID(id), phase: .moved, position: moved)
    case 5: return Contact(id: ContactID(id), phase: .stationary, position: place)
    default:
      down[id] = nil
      return Contact(id: ContactID(id), phase: choice == 6 ? .up : .cancelled, position: place)
    }
  }

  private mutating func command() {
    let deck = reader.element(of: Self.deckNames)
    let cards = engine.state(of: deck)?.cards.map(\.id) ?? []
    ticket += 1
    play(.command(reader.command(cards: cards), deck: deck, ticket: ticket))
  }

  private mutating func configure() {
    let deck = reader.element(of: Self.deckNames)
    let rows = SettingsTable.rows
    let changes = (0...reader.index(below: 3)).map { _ in
      let row = rows[reader.index(below: rows.count)]
      return SettingChange(row.name, to: reader.optional { $0.value(of: row) })
    }
    ticket += 1
    play(.configure(changes, deck: deck, ticket: ticket))
  }

  private mutating func reply() {
    guard !asked.isEmpty else { return }
    let question = asked.remove(at: reader.index(below: asked.count))
    play(.reply(reader.optional { $0.answer() }, ticket: question.ticket, deck: question.deck))
  }

  private mutating func rare() {
    switch reader.index(below: 6) {
    case 0...1:
      configuration = reader.configuration(names: Self.deckNames)
      let returning = reader.bool() ? engine.states : []
      asked = []
      play(.reconfigure(configuration, returning: returning))
    case 2: play(.resize(surface: "main", size: reader.size(), pointsPerMillimetre: reader.element(of: [6.4, 1, 20])))
    case 3:
      ticket += 1
      let period = reader.optional { $0.number(in: 0.004...1) }
      play(.surface(.align(Vsync(sync: now, period: period)), name: "main", ticket: ticket))
    case 4:
      ticket += 1
      let refresh = reader.optional { $0.number(in: 1...240) }
      let (reducedMotion, isAsleep) = (reader.optional { $0.bool() }, reader.optional { $0.bool() })
      play(
        .surface(
          .set(reducedMotion: reducedMotion, refresh: refresh, asleep: isAsleep),
          name: "main",
          ticket: ticket
        )
      )
    default:
      ticket += 1
      play(.surface(.cancelTouches, name: "main", ticket: ticket))
    }
  }

  // MARK: - Checks

  private mutating func take(_ effects: [EngineEffect]) {
    for effect in effects {
      switch effect {
      case .frame(let frame): checkReply(DeckNotification.frame(frame).line)
      case .notify(let notification):
        checkReply(notification.line)
        guard case .event(let event) = notification else { break }
        require(event.sequence == sequence + 1, "event \(event.sequence) follows \(sequence)")
        sequence = event.sequence
        events.append(event)
        judged { () throws(EventJudge.Contradiction) in try judge.take(event) }
      case .answer(let ticket, _):
        answered[ticket, default: 0] += 1
        require(answered[ticket] == 1, "command \(ticket) has two replies")
      case .ask(let ticket, let question): asked.append((ticket, question.deck))
      case .explain: break
      }
    }
  }

  private mutating func takeLate(_ effects: [EngineEffect]) {
    for case .notify(.event(let event)) in effects { lateEvents.append(event) }
  }

  private mutating func check() {
    judged { () throws(EventJudge.Contradiction) in try judge.check(engine) }
    require(engine.violations.isEmpty, "\(engine.violations)")
    require(lateEvents.count <= events.count, "a late timer makes more events")
  }

  /// The fingers are lifted, the questions answered, and everything ends.
  private mutating func rest() {
    let contacts = down.keys.sorted().compactMap { id in
      down[id].map { Contact(id: ContactID(id), phase: .cancelled, position: $0) }
    }
    down = [:]
    play(.touches(TouchFrame(time: now, contacts: contacts), surface: "main"))
    while !asked.isEmpty { reply() }
    for deck in configuration.decks {
      ticket += 1
      play(.command(.consult([]), deck: deck.id, ticket: ticket))
    }
    // The longest setting of a duration, with its delays.
    for _ in 0..<100 where engine.nextDeadline != nil { pass(60) }
    require(engine.nextDeadline == nil, "no rest: \(engine.deckEntries.map { engine.position(of: $0.id)?.phase })")
    for number in 1...ticket where ticket > 0 { require(answered[number] == 1, "command \(number) has no reply") }
    takeLate(late.handle(.deadline, at: now))
    require(lateEvents == events, "a late timer makes other events")
    require(late.states == engine.states, "a late timer makes other states")
    restore()
  }

  private func restore() {
    let ids = Set(configuration.decks.map(\.id))
    guard var again = try? Engine(configuration, at: now) else { fatalError("no engine") }
    again.restore(engine.states, sequence: engine.sequence)
    require(again.violations.isEmpty, "restored: \(again.violations)")
    let once = again.states.filter { ids.contains($0.deck) }
    guard var twice = try? Engine(configuration, at: now) else { fatalError("no engine") }
    twice.restore(once, sequence: engine.sequence)
    require(twice.states == once, "\(once) restores as \(twice.states)")
  }
}

/// Ends the process where the events contradict each other or the decks.
private func judged<Result>(_ body: () throws(EventJudge.Contradiction) -> Result) -> Result {
  do throws(EventJudge.Contradiction) {
    return try body()
  } catch {
    fatalError("\(error)")
  }
}
