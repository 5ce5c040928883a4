import DeckEngine
import DeckProtocol
import Kinetics

extension WatchedEngine {
  /// The daemon ends and starts again, with another configuration perhaps.
  mutating func restart(_ configuration: EngineConfiguration, at now: Instant) throws {
    let loads = decks.map { loaded(by: configuration, $0) }
    let states = engine.states
    var next = try Engine(configuration, at: now)
    next.interest = engine.interest
    next.restore(states, sequence: engine.sequence)
    begin(next, .reconfigure(configuration), at: now)
    let effects = engine.start(appearing: true)
    take(effects, loaded: loads)
    check(at: now)
    try checkFixpoint(configuration, at: now)
  }

  /// Remembers the decks as what would be on the disk.
  mutating func save() {
    saved = (engine.states, engine.sequence, decks.map(\.memory))
  }

  /// What happened since the decks were saved is taken back.
  mutating func takeBack(at now: Instant) {
    guard let saved else { return }
    let error = CommandError.notStored(reason: "the disk is full")
    let effects = engine.restore(saved.states, sequence: saved.sequence, failing: error, at: now)
    for case .notify(.event(let event)) in effects { find("tells \(event.type) of what is taken back") }
    if engine.sequence != saved.sequence { find("has event \(engine.sequence), not \(saved.sequence)") }
    if let due = engine.nextDeadline, due < now { find("has something due from before it was taken back") }
    goBack(to: saved.memories, .configure([], deck: "", ticket: 0), at: now)
    take(effects)
    for deck in decks {
      guard let position = engine.position(of: deck.id), position.phase != .rest else { continue }
      find("\(deck.id) is \(position.phase) after it was taken back")
    }
    checkSeen(at: now)
    check(at: now)
  }

  /// A deck that comes back and would come back once more is the same.
  private mutating func checkFixpoint(_ configuration: EngineConfiguration, at now: Instant) throws {
    var again = try Engine(configuration, at: now)
    let kept = again.restore(engine.states, sequence: engine.sequence)
    if again.states != engine.states { find("\(engine.states) comes back as \(again.states)") }
    for deck in kept where engine.hasConfiguredCards(deck) { find("\(deck) keeps the configuration's cards") }
  }
}
