import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// An engine under random inputs, and what must hold of each of its decks whatever comes.
struct WatchedEngine: ~Copyable {
  var engine: Engine
  private(set) var decks: [DeckWatch]
  /// What cannot be, so far.
  private(set) var findings: [String] = []
  private let surfaces: [String]
  /// Where the decks are on their surfaces.
  private var areas: [String: Rectangle]
  private var sequence = UInt64(0)
  /// How many commands were given and how many answered: those that wait for a delegate, later.
  private var commands = 0
  private var answers = 0
  /// The number of the last question to a delegate.
  private(set) var asked: UInt64 = 0
  /// What would be on the disk, with what the decks were by their events.
  var saved: (states: [DeckState], sequence: UInt64, memories: [DeckWatch.Memory])?

  /// An engine whose decks appear, where their settings want it; every topic has a listener.
  init(_ configuration: EngineConfiguration) throws {
    var engine = try Engine(configuration, at: .zero)
    engine.interest = Set(Topic.allCases)
    surfaces = configuration.decks.map(\.surface)
    areas = configuration.areas
    decks = configuration.decks.map { deck in
      let surface = configuration.surfaces.first { $0.name == deck.surface }
      return DeckWatch(deck, on: surface?.size ?? Chaos.surface, in: engine)
    }
    self.engine = engine
  }

  /// Tells from now on why recognizers win and lose.
  mutating func explain() { engine.explains = true }

  mutating func start() -> [EngineEffect] {
    let effects = engine.start(appearing: true)
    take(effects)
    return effects
  }

  /// Knows the decks as they are after they were configured anew.
  private mutating func adopt(_ input: EngineInput, at now: Instant) {
    switch input {
    case .configure: break
    case .reconfigure(let configuration, _):
      areas = configuration.areas
      // What another configuration did is not among what can be taken back here.
      saved = nil
    case .touches, .command, .surface, .resize, .reply, .shake, .watched, .deadline: return
    }
    for place in decks.indices {
      let id = decks[place].id
      if let size = size(of: id, in: input) { decks[place].resize(to: size) }
      decks[place].adopt(engine.snapshot(of: id, at: now), area: areas[id], on: Chaos.surface)
    }
  }

  /// The size that another configuration gives the surface of a deck.
  private func size(of deck: String, in input: EngineInput) -> Size? {
    guard case .reconfigure(let configuration, _) = input,
      let surface = configuration.decks.first(where: { $0.id == deck })?.surface
    else { return nil }
    return configuration.surfaces.first { $0.name == surface }?.size
  }

  /// Lets everything happen that is due by `now`; no card may jump at any moment of it.
  mutating func pass(to now: Instant) -> [EngineEffect] {
    var all: [EngineEffect] = []
    var (last, count) = (Instant.zero, 0)
    while let due = engine.nextDeadline, due <= now, findings.isEmpty {
      // Frames of a few decks and the ends of their motions; a stack judges a dragged card every millisecond.
      count = due.seconds(since: last) > 1 ? 0 : count + 1
      if count == 0 { last = due }
      if count > 5000 { findings.append("\(count) deadlines from \(last.microseconds) to \(due.microseconds) µs") }
      let before = cards(at: due)
      let effects = engine.handle(.deadline, at: due)
      if engine.nextDeadline.map({ $0 <= due }) ?? false { findings.append("\(due.microseconds) µs stays due") }
      take(effects)
      let after = cards(at: due)
      for place in decks.indices {
        decks[place].compare(before[place], after[place], leave: .nothing, phase: phase(of: place))
      }
      collect()
      all += effects
    }
    return all
  }

  /// Plays an input that comes when everything before it has passed.
  ///
  /// A deck's cards may jump as far as `reach` has the fingers on it move, in points; where it has none, not at all.
  mutating func play(_ input: EngineInput, at now: Instant, reach: [String: Double]) -> [EngineEffect] {
    let before = cards(at: now)
    switch input {
    case .command, .configure, .surface: commands += 1
    case .touches, .resize, .reply, .reconfigure, .shake, .watched, .deadline: break
    }
    let loads = decks.map { loaded(by: input, deck: $0) }
    let effects = engine.handle(input, at: now)
    adopt(input, at: now)
    if case .resize(let surface, let size, _) = input {
      for place in decks.indices where surfaces[place] == surface { decks[place].resize(to: size) }
    }
    take(effects, loaded: loads, settles: input.isAction)
    let after = cards(at: now)
    for place in decks.indices {
      let leave = leave(for: place, input, reach: reach[decks[place].id], before[place])
      decks[place].compare(before[place], after[place], leave: leave, phase: phase(of: place))
      if engine.nextDeadline == nil, phase(of: place) != nil { decks[place].compareSeen(with: after[place]) }
    }
    findings += engine.violations
    collect()
    return effects
  }

  /// Nothing may be going on any more.
  mutating func checkRest() {
    guard findings.isEmpty else { return }
    if answers != commands { findings.append("\(answers) of \(commands) commands were answered") }
    if engine.nextDeadline != nil { findings.append("the engine does not come to rest") }
    for place in decks.indices where phase(of: place).map({ $0 != .rest }) ?? false {
      decks[place].find("the deck is not at rest")
    }
    collect()
  }

  /// What an input may do to a deck that drew `cards` before it.
  private func leave(
    for place: Int,
    _ input: EngineInput,
    reach: Double?,
    _ cards: [CardFrame]
  ) -> DeckWatch.Leave {
    switch input {
    case .command(.load, let deck, _), .command(.reload, let deck, _), .command(.reset, let deck, _),
      .command(.appear, let deck, _):
      deck == decks[place].id ? .cut : .nothing
    case .command(let command, let deck, _):
      deck != decks[place].id ? .nothing : decks[place].isFar(command, from: cards) ? .cut : .reach(0)
    case .resize(let surface, _, _): surface == surfaces[place] ? .cut : .nothing
    // Moves that are no more than jitter are made up for by the next one.
    case .touches: reach.map { .reach($0 + GestureDefaults.jitter) } ?? .nothing
    case .configure(let changes, let deck, _):
      deck != decks[place].id
        ? .nothing
        : changes.contains { SettingsTable.row(named: $0.name)?.takesEffect == .byRelayout } ? .cut : .reach(0)
    case .surface(_, let surface, _): surface == surfaces[place] ? .cut : .nothing
    case .reconfigure: .cut
    case .reply(_, _, let deck): deck == decks[place].id ? .reach(0) : .nothing
    case .shake, .watched: .reach(0)
    case .deadline: .nothing
    }
  }

  private func cards(at now: Instant) -> [[CardFrame]] { decks.map { engine.cards(of: $0.id, at: now) } }

  private func phase(of place: Int) -> DeckPhase? { engine.position(of: decks[place].id)?.phase }

  mutating func take(_ effects: [EngineEffect], loaded: [Loaded?]? = nil, settles: Bool = false) {
    for case .notify(.event(let event)) in effects {
      if event.sequence != sequence + 1 { findings.append("event \(event.sequence) follows \(sequence)") }
      sequence = event.sequence
    }
    for effect in effects {
      switch effect {
      case .answer: answers += 1
      case .ask(let ticket, _): asked = ticket
      case .frame, .notify, .explain: break
      }
    }
    for place in decks.indices {
      decks[place].take(effects, loaded: loaded?[place], settles: settles, engine)
    }
  }

  private func loaded(by input: EngineInput, deck: DeckWatch) -> Loaded? {
    switch input {
    case .command(.load(let load), deck.id, _):
      load.cards.map { Loaded(cards: $0.map(\.id), current: load.current) }
    case .command(.reload(let reload), deck.id, _):
      reload.cards.map { Loaded(cards: $0.map(\.id), current: nil) }
    case .reconfigure(let configuration, _): loaded(by: configuration, deck)
    default: nil
    }
  }

  /// The cards that a deck will show in another configuration; `nil` where it goes on with those that it has.
  func loaded(by configuration: EngineConfiguration, _ deck: DeckWatch) -> Loaded? {
    guard let definition = configuration.decks.first(where: { $0.id == deck.id }) else { return nil }
    let ids = definition.cards.map(\.id)
    guard let before = engine.deckEntries.first(where: { $0.id == deck.id }) else {
      return Loaded(cards: ids, current: 0)
    }
    let present = engine.cardIDs(of: deck.id) ?? []
    let takes = engine.hasConfiguredCards(deck.id) && ids != present
    if before.kind != definition.preset.kind.rawValue {
      return Loaded(cards: takes ? ids : present, current: 0)
    }
    return takes ? Loaded(cards: ids, current: nil) : nil
  }

  /// Another engine has the decks from now on; what it owes nobody is owed to nobody.
  mutating func begin(_ next: consuming Engine, _ input: EngineInput, at now: Instant) {
    engine = next
    (answers, asked, saved) = (commands, 0, nil)
    for place in decks.indices { decks[place].begin(in: engine) }
    adopt(input, at: now)
  }

  /// The decks are what they were by former events.
  mutating func goBack(to memories: [DeckWatch.Memory], _ input: EngineInput, at now: Instant) {
    sequence = engine.sequence
    for place in decks.indices { decks[place].goBack(to: memories[place]) }
    adopt(input, at: now)
  }

  /// Who looks on has to have seen the decks as they are.
  mutating func checkSeen(at now: Instant) {
    let cards = cards(at: now)
    for place in decks.indices where phase(of: place) != nil { decks[place].compareSeen(with: cards[place]) }
  }

  mutating func find(_ what: String) { findings.append(what) }

  mutating func check(at now: Instant) {
    findings += engine.violations
    collect()
  }

  private mutating func collect() {
    findings += decks.flatMap(\.findings)
  }
}

extension EngineConfiguration {
  /// Where the decks with a place of their own are on their surfaces.
  fileprivate var areas: [String: Rectangle] {
    let placed = decks.filter { $0.area != nil }
    return Dictionary(uniqueKeysWithValues: placed.map { ($0.id, $0.area(on: Chaos.surface)) })
  }
}
