package import DeckProtocol
package import Gestures
package import Kinetics

/// The core of the daemon: time-stamped inputs in, effects out, without a clock, files or sockets.
///
/// `nextDeadline` is when it has to be called next. Inputs may be late: everything due before them happens first, each
/// at its own moment, so the load of a machine never changes what happens.
package struct Engine: ~Copyable {
  private(set) var surfaces: [HostedSurface]
  private(set) var decks: [HostedDeck]
  private(set) var effects: EffectBuffer
  private(set) var router = TouchRouter()
  /// The last event that is on disk after a rollback, of which the result is still to be published.
  private var rollback: UInt64?
  /// The decks that were removed, in order, as far as their last events may not be stored: a rollback may take one back,
  /// which is then owed.
  private var removals: [Removal] = []

  /// Returns an engine that continues from this one's state, independently of it.
  package borrowing func copy() -> Engine {
    Engine(
      surfaces: surfaces.map { $0.copy() },
      decks: decks.map { $0.copy() },
      effects: effects,
      router: router,
      rollback: rollback,
      removals: removals
    )
  }

  /// Returns whether another program may have a contact of a surface that came down in the last touch frame (`isNew`),
  /// or that was undecided since it did.
  ///
  /// A new one is also taken if it is a deck's, or only wakes the surface.
  package func claim(on contact: ContactID, ofSurface name: String, isNew: Bool) -> ContactClaim {
    if isNew, router.hits.contains(contact) { return .taken }
    return surface(named: name)?.claim(on: contact, isNew: isNew) ?? .free
  }

  /// The topics that clients subscribe to.
  ///
  /// Nothing is produced for the others, except events, which are always produced.
  package var interest: Set<Topic> {
    get { effects.interest }
    set { effects.interest = newValue }
  }

  /// Whether gesture verdicts are published as effects; otherwise they are not produced.
  package var explains: Bool {
    get { effects.explains }
    set { effects.explains = newValue }
  }

  /// The number of the last event.
  package var sequence: UInt64 { effects.sequence }

  /// The decks that run by themselves: all, or after a rollback none until the decks resume.
  ///
  /// Otherwise a disk that keeps refusing would be tried again at each deadline.
  private var decksThatRun: [HostedDeck] { rollback == nil ? decks : [] }

  /// When the shell must next call `handle(.deadline, at:)`; `nil` lets the process sleep.
  package var nextDeadline: Instant? { activity.deadline }

  /// What the decks and surfaces have to do next.
  package var activity: DeckActivity {
    var activity = DeckActivity()
    for deck in decksThatRun { activity.add(deck.activity(for: effects)) }
    for surface in surfaces { activity.add(DeckActivity(deadline: surface.deadline, isActive: surface.isTouched)) }
    return activity
  }

  /// Publishes the decks as they are at the start, before the first inputs.
  ///
  /// With `appearing`, those whose settings want it appear first; otherwise they already have. Decks that were restored
  /// publish the events that they still owed.
  package mutating func start(appearing: Bool = false) -> [EngineEffect] {
    effects.start()
    for deck in decks {
      deck.begin(appearing: appearing, into: &effects)
      deck.publishPrefetch(into: &effects)
      deck.publishMotions(into: &effects)
      deck.markPublished()
    }
    return effects.drain()
  }

  /// Sets the topics that clients subscribe to from `now` on.
  ///
  /// If no client subscribed to frames before, their grid starts at `now`: an earlier tick would show the deck as it
  /// was before the snapshot that the first subscriber has. A client that begins to follow motions requests those of
  /// `now`.
  package mutating func listen(to topics: Set<Topic>, from now: Instant) {
    let added = topics.subtracting(interest)
    for deck in decks { deck.prepare(for: added, from: now, clock: effects.clock) }
    interest = topics
  }

  /// Publishes a frame of a deck in its current state, for a client that only has an earlier one.
  package mutating func show(_ id: String) -> [EngineEffect] {
    deck(id)?.redraw(into: &effects)
    return effects.drain()
  }

  /// Makes `cards` those of the configuration for a deck, which shows them only once it loads them.
  package mutating func provide(_ cards: CardSequence, forDeck id: String) {
    deck(id)?.provide(cards)
  }
}

// MARK: - Begin

extension Engine {
  /// An engine at rest at `start`.
  ///
  /// - Throws: `EngineError` if a deck names a surface that does not exist.
  package init(_ configuration: EngineConfiguration, at start: Instant) throws(EngineError) {
    let decks = try configuration.decks.map { (deck) throws(EngineError) in
      guard let surface = configuration.surfaces.first(where: { $0.name == deck.surface }) else {
        throw EngineError.unknownSurface(deck: deck.id, surface: deck.surface)
      }
      return HostedDeck(deck, on: surface)
    }
    let surfaces = configuration.surfaces.map { HostedSurface($0) }
    self.init(surfaces: surfaces, decks: decks, effects: EffectBuffer(at: start))
  }
}

// MARK: - Inputs

extension Engine {
  /// Handles an input that happened at `now`, after everything that was due by then.
  ///
  /// An input that is older than one already handled counts as happening at the moment of that one; its touches keep
  /// their own timestamps.
  package mutating func handle(_ input: EngineInput, at now: Instant) -> [EngineEffect] {
    passDeadlines(to: now)
    // Time that passes without an input changes nothing: an input that is still in transit keeps its own moment.
    if !input.isDeadline {
      effects.advance(to: now)
      if let rollback, input.isAction {
        resume(after: rollback)
        passDeadlines(to: now)
      }
    }
    var mayBeLate = true
    switch input {
    case .deadline: return effects.drain()
    case .touches(let frame, let surface):
      // What follows a touch that is on time is due at its own time or later.
      mayBeLate = frame.time < effects.clock
      guard let surface = self.surface(named: surface) else { break }
      router.route(frame, on: surface, to: decks, into: &effects)
    default: perform(input)
    }
    for deck in decks where deck.hasUnpublishedChanges { deck.publishMotions(into: &effects) }
    for deck in decks where deck.hasUnpublishedChanges {
      deck.publishPrefetch(into: &effects)
      deck.markPublished()
    }
    // What a touch begins that was in transit may have been due before `now`.
    if mayBeLate, let next = nextDeadline, next < effects.clock { passDeadlines(to: now) }
    return effects.drain()
  }

  /// Performs an input that is neither touches nor a deadline.
  private mutating func perform(_ input: EngineInput) {
    switch input {
    case .deadline, .touches: break
    case .command(let command, let deck, let ticket):
      perform(command, on: deck, ticket: ticket)
    case .reply(let answer, let ticket, let deck):
      if rollback == nil {
        self.deck(deck)?.receive(answer, to: ticket, into: &effects)
      } else {
        self.deck(deck)?.keep(answer, to: ticket)
      }
    case .surface(let command, let name, let ticket):
      effects.answer(ticket, perform(command, onSurface: name))
    case .resize(let surface, let size, let pointsPerMillimetre):
      resize(surface, to: size, pointsPerMillimetre: pointsPerMillimetre)
    case .configure(let changes, let deck, let ticket):
      let result = self.deck(deck)?.configure(changes, into: &effects)
      effects.answer(ticket, result ?? .failed(unknownDeck(deck)))
    case .reconfigure(let configuration, let returning):
      reconfigure(configuration, returning: returning)
    case .shake:
      for deck in decks { deck.shake(into: &effects) }
    case .watched(let idle):
      for deck in decksThatRun { deck.appear(afterIdle: idle, into: &effects) }
    }
  }

  /// Takes the memory of performed effects for those of the next inputs, which allocate none then.
  package mutating func reuse(_ performed: consuming [EngineEffect]) { effects.reuse(performed) }

  /// Performs everything that is due by `now`, each at its own moment.
  private mutating func passDeadlines(to now: Instant) {
    var (last, rounds) = (Instant(microseconds: .min), 0)
    while let due = nextDeadline, due <= now {
      rounds = due > last ? 0 : rounds + 1
      last = max(last, due)
      precondition(rounds < mostRounds, "what is due at \(due.microseconds) µs stays due whatever is done")
      advance(to: due)
    }
  }

  /// Performs what is due at `due`, the earliest deadline.
  ///
  /// Ticks do not advance the clock: they change nothing, and an input that was in transit during one still happens at
  /// its own moment.
  private mutating func advance(to due: Instant) {
    let decks = decksThatRun
    if decks.contains(where: { $0.hasDeadline(by: due) }) || surfaces.contains(where: { $0.hasDeadline(by: due) }) {
      effects.advance(to: due)
    }
    for surface in surfaces { surface.advance(to: due, into: &effects) }
    for deck in decks { deck.advanceGestures(to: due, into: &effects) }
    for deck in decks { deck.advance(to: due, into: &effects) }
  }

  private mutating func perform(_ command: DeckCommand, on id: String, ticket: UInt64) {
    guard let deck = deck(id) else { return effects.answer(ticket, .failed(unknownDeck(id))) }
    if let result = deck.perform(command, ticket: ticket, into: &effects) { effects.answer(ticket, result) }
  }
}

// MARK: - Surfaces

extension Engine {
  /// Performs a command on a surface at the engine's clock.
  private mutating func perform(_ command: SurfaceCommand, onSurface name: String) -> CommandResult {
    guard let surface = surface(named: name) else { return .failed(unknownSurface(name)) }
    let chosen = decks.filter { $0.surface.name == name }
    switch command {
    case .set(let reducedMotion, let refresh, let isAsleep):
      var configuration = surface.configuration
      if let refresh { configuration.refresh = refresh }
      let begins = reducedMotion == true && !configuration.reducedMotion
      if let reducedMotion { configuration.reducedMotion = reducedMotion }
      surface.update(configuration, into: &effects)
      for deck in chosen { deck.update(configuration, into: &effects) }
      for deck in chosen where begins { deck.reduceMotion(into: &effects) }
      guard let isAsleep else { break }
      if isAsleep { for deck in chosen { deck.interruptTouch(into: &effects) } }
      surface.setAsleep(isAsleep, into: &effects)
    case .align(let vsync):
      surface.align(with: vsync)
      for deck in chosen { deck.align(with: vsync) }
    case .cancelTouches:
      surface.cancel(into: &effects)
      for deck in chosen { deck.interruptTouch(into: &effects) }
    }
    return .done(sequence: sequence)
  }

  private mutating func resize(_ name: String, to size: Size, pointsPerMillimetre: Double) {
    guard let surface = surface(named: name) else { return }
    var configuration = surface.configuration
    guard configuration.size != size || configuration.pointsPerMillimetre != pointsPerMillimetre else { return }
    (configuration.size, configuration.pointsPerMillimetre) = (size, pointsPerMillimetre)
    surface.update(configuration, into: &effects)
    for deck in decks where deck.surface.name == name { deck.resize(to: configuration, into: &effects) }
  }
}

// MARK: - Configuration

extension Engine {
  /// Makes `configuration` the current one, without needless loss; a deck that is new in it takes its state from
  /// `returning`, if it has one there.
  ///
  /// - A deck for which nothing changed is not affected.
  /// - Settings that are only read when a gesture or a motion begins apply from then on: touches and motions continue.
  /// - A deck whose cards are laid out again (other sizes, placements or visible cards) cancels its touches first, as
  ///   for a surface of another size.
  /// - Settings that were chosen at run time override those of the configuration, also those of a later one.
  private mutating func reconfigure(_ configuration: EngineConfiguration, returning: [DeckState]) {
    var configuration = configuration
    for surface in surfaces { configuration.align(surface.name, with: surface.configuration.vsync) }
    var changes: [String: ConfigurationChange] = [:]
    for definition in configuration.decks {
      let surface = configuration.surface(named: definition.surface)
      changes[definition.id] = deck(definition.id)?.change(to: definition, on: surface)
    }
    for deck in decks {
      let change = changes[deck.id]
      if change?.cutsTouch ?? true { deck.releaseTouch(into: &effects) }
      if change == nil { publishRemoval(Removal(deck: deck.id, counts: deck.deck.counts, addedBy: deck.addedBy)) }
    }
    adopt(configuration.surfaces)
    let before = decks
    decks = configuration.decks.map { definition in
      before.first { $0.id == definition.id }
        ?? HostedDeck(definition, on: configuration.surface(named: definition.surface))
    }
    for deck in decks {
      if let change = changes[deck.id] {
        deck.apply(change, into: &effects)
      } else {
        deck.add(returning.first { $0.deck == deck.id }, into: &effects)
      }
    }
  }

  /// Adopts the surfaces: what a finger makes continues where nothing about it changed, and is cancelled elsewhere.
  private mutating func adopt(_ configurations: [SurfaceConfiguration]) {
    for surface in surfaces {
      if let next = configurations.first(where: { $0.name == surface.name }) {
        surface.update(next, into: &effects)
      } else {
        surface.cancel(into: &effects)
      }
    }
    surfaces = configurations.map { surface(named: $0.name) ?? HostedSurface($0) }
  }

  /// Forgets the removals whose events are stored, the last of which is `sequence`.
  package mutating func forgetRemovals(upTo sequence: UInt64) {
    removals.removeAll { $0.sequence <= sequence }
  }

  private mutating func publishRemoval(_ removal: Removal) {
    effects.publish(.deckRemoved, deck: removal.deck, counts: removal.counts)
    var removal = removal
    removal.sequence = sequence
    removals.append(removal)
  }
}

/// A deck that was removed.
private struct Removal {
  var deck: String
  /// The counts of its last event.
  var counts: DeckCounts
  /// The number of the event that added it; 0 for a deck that was there at the start.
  var addedBy: UInt64
  /// The number of its last event.
  var sequence: UInt64 = 0

  /// Whether clients know the deck after the event `sequence`.
  func isKnown(after sequence: UInt64) -> Bool { addedBy <= sequence && sequence < self.sequence }
}

extension EngineConfiguration {
  /// Lets a surface, if it is there, follow the vertical syncs that it followed before.
  fileprivate mutating func align(_ name: String, with vsync: Vsync?) {
    if let index = surfaces.firstIndex(where: { $0.name == name }) { surfaces[index].vsync = vsync }
  }

  fileprivate func surface(named name: String) -> SurfaceConfiguration {
    guard let surface = surfaces.first(where: { $0.name == name }) else {
      preconditionFailure("a configuration has a deck on \"\(name)\", but no such surface")
    }
    return surface
  }
}

// MARK: - State

/// The restoration of the decks; the article Restoring has the rules of precedence, and of what a restored deck loses.
extension Engine {
  /// Restores the decks to their states after the event `sequence`, at rest; `start(appearing:)` comes next.
  ///
  /// States of decks that the configuration does not have are ignored, and its decks without a state begin from
  /// scratch. Invalid parts of a state are corrected.
  ///
  /// - Parameters:
  ///   - states: the value of `states` at that time.
  ///   - sequence: the number of the last event that was published.
  /// - Returns: the ids of the decks that keep cards of their own although the configuration has others.
  @discardableResult
  package mutating func restore(_ states: [DeckState], sequence: UInt64) -> [String] {
    effects.restart(after: sequence)
    let known = Dictionary(states.map { ($0.deck, $0) }) { first, _ in first }
    return decks.filter { !$0.restore(known[$0.id], into: &effects) }.map(\.id)
  }

  /// Rolls the decks back to their states after the event `sequence`, at rest, because later events cannot be stored.
  ///
  /// What is not part of a state is kept: which decks there are, settings chosen at run time, surfaces, delegates,
  /// subscriptions. No event is published; the events that a deck owes after this, which may be that it was added or
  /// removed, are published with the next input that is not a deadline.
  ///
  /// - Parameters:
  ///   - states: the value of `states` at that time.
  ///   - sequence: the number of the last event that is stored.
  ///   - error: the reply to commands that wait for a delegate.
  ///   - now: the time of the rollback.
  /// - Returns: the replies, and the decks in their restored state for subscribers.
  package mutating func restore(
    _ states: [DeckState],
    sequence: UInt64,
    failing error: CommandError,
    at now: Instant
  ) -> [EngineEffect] {
    effects.advance(to: now)
    for deck in decks { deck.dropTouch(into: &effects) }
    for deck in decks { deck.answer(.failed(error), into: &effects) }
    restore(states, sequence: sequence)
    rollback = sequence
    removals.removeAll { !$0.isKnown(after: sequence) }
    for deck in decks { deck.publishRollback(into: &effects) }
    return effects.drain()
  }

  /// Publishes the events that the decks and surfaces owe since the rollback to the event `sequence`.
  private mutating func resume(after sequence: UInt64) {
    rollback = nil
    let owed = removals
    removals = []
    for removal in owed { publishRemoval(removal) }
    for surface in surfaces { surface.resume(after: sequence, into: &effects) }
    for deck in decks { deck.resume(into: &effects) }
  }
}

/// How often something can be due at one moment: one end triggers the next a few times, and all decks count together.
private let mostRounds = 10_000

/// An error thrown when an engine cannot start.
package enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownSurface(deck: String, surface: String)

  package var description: String {
    switch self {
    case .unknownSurface(let deck, let surface): "deck \"\(deck)\": there is no surface \"\(surface)\""
    }
  }
}
