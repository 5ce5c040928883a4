package import DeckProtocol
import Gestures
package import Kinetics

/// The middle of the daemon: time-stamped inputs in, effects out, no clock, no file, no socket.
///
/// It says when it next wants to be called (`nextDeadline`). Inputs may come late: what was due before them
/// happens first, each at its own moment, so the load of a machine never changes what happens.
package struct Engine: Sendable {
  /// A finger that was on a deck.
  struct LastTouch: Equatable, Sendable {
    var contact: ContactID
    var place: Point
    var surface: String
    /// The card that it was on.
    var card: String?

    init(_ session: TouchSession, card: String?) {
      self.card = card
      contact = session.contact
      place = session.contactPlace
      surface = session.surface
    }
  }

  /// A deck with what the engine keeps about publishing it.
  struct HostedDeck: Sendable {
    var deck: any Deck
    /// The deck's settings and placement, as last published.
    var published: PublishedConfiguration
    /// The number of the event that last published them; 0 for none.
    var publishedBy: UInt64 = 0
    /// The contacts on the deck; `nil` while there are none.
    var session: TouchSession?
    var frames = FrameClock()
    /// The command that waits for the delegate's word.
    var waiting: UInt64?
    var motions = MotionDiffer()
    var prefetch = Prefetch()
    /// The last frames' cards and what was exposed of them: their room, and what has not changed, serve the next.
    var canvas = FrameScratchBuffers()
    /// The finger that was last on the deck, for explanations of what comes of it later.
    var lastTouch: LastTouch?
    /// How the touch frame that is being handled found the deck, and what it does to it.
    var touch = TouchProgress()
    /// The settings that the configuration gives the deck.
    var configured: DeckSettings
    /// The names of the settings that were chosen at run time instead.
    var chosen: Set<String> = []
    var restoreMode = RestoreMode.fresh

    /// A deck as the configuration has it.
    init(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
      configured = definition.settings
      deck =
        switch definition.preset.kind {
        case .swipe: SwipeDeck(definition, surface: surface)
        case .stack: StackDeck(definition, surface: surface)
        }
      published = PublishedConfiguration(definition, on: surface)
    }
  }

  /// The topics that somebody listens to.
  ///
  /// Nothing is made for the others, except events, which are always made.
  package var interest: Set<Topic> = [.events] {
    didSet { interest.insert(.events) }
  }

  /// Whether gesture verdicts are published as effects; they are not made otherwise.
  package var explains = false

  var surfaces: [SurfaceConfiguration]
  var members: [HostedDeck]
  /// The number of the last event.
  package internal(set) var sequence: UInt64 = 0
  /// The latest moment that anything happened at.
  var clock: Instant
  /// Whether the decks have been published: changes before that are no events.
  private(set) var hasStarted = false
  /// What came of the input that is being handled, or was last: the next one's takes their room once nobody has them.
  var effects: [EngineEffect] = []
  /// The questions among the effects, which come last.
  var questions: [EngineEffect] = []
  /// Whether the decks were rolled back and still have to publish the result.
  var needsResume = false
  /// Room for what a touch frame is taken apart into; empty between two.
  var touchBuffers = TouchScratchBuffers()
  /// Room for what recognizers report.
  var reportBuffer: [GestureArena.Report] = []

  /// An engine at rest at `start`.
  ///
  /// Every deck must name a surface that there is.
  package init(_ configuration: EngineConfiguration, at start: Instant) throws(EngineError) {
    surfaces = configuration.surfaces
    clock = start
    members = []
    for deck in configuration.decks {
      guard let surface = surfaces.first(where: { $0.name == deck.surface }) else {
        throw EngineError.unknownSurface(deck: deck.id, surface: deck.surface)
      }
      members.append(HostedDeck(deck, on: surface))
    }
  }

  /// When the shell must next call `handle(.deadline, at:)`; `nil` lets the process sleep.
  package var nextDeadline: Instant? {
    var next: Instant?
    for index in members.indices {
      next = earlier(next, members[index].session?.arena.deadline)
      next = earlier(next, members[index].deck.nextDeadline)
      next = earlier(next, earlier(nextTick(of: index), nextSceneChange(of: index)))
    }
    return next
  }

  /// Publishes the decks as they are at the start: the first inputs come after this.
  ///
  /// With `appearing`, those whose settings want it appear first; otherwise they have already. Those that were restored
  /// tell what they still owed.
  package mutating func start(appearing: Bool = false) -> [EngineEffect] {
    hasStarted = true
    effects.removeAll(keepingCapacity: true)
    for index in members.indices {
      begin(index, appearing: appearing)
      publishPrefetch(of: index)
      publishMotions(of: index, at: clock)
    }
    return drainEffects()
  }

  /// Makes `topics` what somebody listens to from `now` on.
  ///
  /// Where nobody looked at the frames before, their grid starts at `now`: a tick of before would show the deck as it
  /// was before the snapshot that the first onlooker has. Whoever begins to follow motions asks for those of `now`.
  package mutating func listen(to topics: Set<Topic>, from now: Instant) {
    if topics.contains(.frames), !interest.contains(.frames) {
      for index in members.indices { members[index].frames.restart(at: now) }
    }
    if topics.contains(.motions), !interest.contains(.motions) {
      for index in members.indices { updateMotions(of: index, at: now) }
    }
    if topics.contains(.prefetch), !interest.contains(.prefetch) {
      for index in members.indices { turnPrefetch(of: index) }
    }
    interest = topics
  }

  /// Takes an input that happened at `now`, after everything that was due by then.
  ///
  /// Inputs that are older than one already handled count as happening at that one's moment; their touches
  /// keep their own time stamps.
  package mutating func handle(_ input: EngineInput, at now: Instant) -> [EngineEffect] {
    effects.removeAll(keepingCapacity: true)
    passDeadlines(to: now)
    // Time that passes without an input changes nothing: one that is still on its way keeps its own moment.
    if input != .deadline {
      clock = max(clock, now)
      resume()
    }
    switch input {
    case .deadline:
      break
    case .touches(let frame, let surface):
      touch(frame, on: surface)
    case .command(let command, let deck, let ticket):
      if let result = perform(command, on: deck, ticket: ticket) {
        effects.append(.answer(ticket: ticket, result))
      }
    case .reply(let answer, let ticket, let deck):
      receive(answer, to: ticket, ofDeck: deck)
    case .surface(let command, let name, let ticket):
      effects.append(.answer(ticket: ticket, perform(command, onSurface: name)))
    case .resize(let surface, let size, let pointsPerMillimetre):
      resize(surface, to: size, pointsPerMillimetre: pointsPerMillimetre)
    case .configure(let changes, let deck, let ticket):
      effects.append(.answer(ticket: ticket, configure(changes, of: deck)))
    case .reconfigure(let configuration, let returning):
      reconfigure(configuration, returning: returning)
    }
    if input != .deadline {
      for index in members.indices { publishMotions(of: index, at: clock) }
      for index in members.indices { publishPrefetch(of: index) }
    }
    return drainEffects()
  }

  mutating func drainEffects() -> [EngineEffect] {
    if !questions.isEmpty {
      effects += questions
      questions.removeAll(keepingCapacity: true)
    }
    return effects
  }

  /// Does what is due by `now`, each thing at its own moment.
  private mutating func passDeadlines(to now: Instant) {
    var (last, rounds) = (Instant(microseconds: .min), 0)
    while let due = nextDeadline, due <= now {
      rounds = due > last ? 0 : rounds + 1
      last = max(last, due)
      precondition(rounds < mostRounds, "what is due at \(due.microseconds) µs stays due whatever is done")
      advance(to: due)
    }
  }

  /// Does what is due at `due`, the earliest that anything is.
  ///
  /// Ticks leave the clock alone: they change nothing, and an input that was on its way during one still
  /// happens at its own moment.
  private mutating func advance(to due: Instant) {
    let changes = members.contains { $0.session?.arena.deadline.map { $0 <= due } ?? false }
    let moves = members.contains { $0.deck.nextDeadline.map { $0 <= due } ?? false }
    if changes || moves { clock = max(clock, due) }
    for deck in members.indices where members[deck].session?.arena.deadline.map({ $0 <= due }) ?? false {
      let reports = members[deck].session?.arena.deadlineReached(at: due) ?? []
      let (phase, followed) = (members[deck].deck.phase, members[deck].deck.followsFinger)
      process(reports, ofDeck: deck)
      if members[deck].deck.phase != phase || members[deck].deck.followsFinger != followed {
        redraw(deck, input: newestTouch(of: deck))
      }
    }
    for index in members.indices {
      if let deadline = members[index].deck.nextDeadline, deadline <= due {
        let outcomes = members[index].deck.advance(to: due)
        apply(outcomes, to: index)
        if outcomes.contains(.redraw) { redraw(index, input: newestTouch(of: index)) }
        publishPrefetch(of: index)
      }
      if changes || moves || nextSceneChange(of: index).map({ $0 <= due }) ?? false {
        publishMotions(of: index, at: due)
      }
      if let tick = nextTick(of: index), tick <= due {
        members[index].frames.tick(at: due, refresh: surface(of: index).refresh)
        emitFrame(of: index, at: due, input: newestTouch(of: index))
      }
    }
  }

  /// When the finger on a deck was last heard of.
  private func newestTouch(of index: Int) -> Instant? {
    members[index].session?.time
  }
}

/// How often something can be due at one moment: one end sets off the next a few times, and decks are done together.
private let mostRounds = 10_000

/// Why an engine cannot start.
package enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownSurface(deck: String, surface: String)

  package var description: String {
    switch self {
    case .unknownSurface(let deck, let surface): "deck \"\(deck)\": there is no surface \"\(surface)\""
    }
  }
}
