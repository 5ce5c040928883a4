package import DeckProtocol
import Gestures
package import Kinetics

/// The core of the daemon: time-stamped inputs in, effects out, without a clock, files or sockets.
///
/// `nextDeadline` is when it has to be called next. Inputs may be late: everything due before them happens first, each
/// at its own moment, so the load of a machine never changes what happens.
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

  /// A deck with the state that the engine keeps in order to publish it.
  struct HostedDeck: Sendable {
    var deck: any Deck
    /// The deck's settings and placement, as last published.
    var published: PublishedConfiguration
    /// The number of the event that last published them; 0 for none.
    var publishedBy: UInt64 = 0
    /// The contacts on the deck; `nil` while there are none.
    var session: TouchSession?
    var frames = FrameClock()
    /// The ticket of the command that waits for the delegate's answer.
    var waiting: UInt64?
    var motions = MotionDiffer()
    var prefetch = Prefetch()
    /// The cards and the accessibility of the last frames: the next one reuses their buffers, and what has not changed.
    var canvas = FrameScratchBuffers()
    /// The finger that was last on the deck, for later explanations of its effects.
    var lastTouch: LastTouch?
    /// The phase of the deck before the touch frame being handled, and what the frame does to it.
    var touch = TouchProgress()
    /// The settings that the configuration gives the deck.
    var configured: DeckSettings
    /// The names of the settings that were chosen at run time instead.
    var chosen: Set<String> = []
    var restoreMode = RestoreMode.fresh

    /// A deck as the configuration defines it.
    init(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
      configured = definition.settings
      deck =
        switch definition.preset.kind {
        case .swipe: SwipeDeck(definition, surface: surface)
        case .stack: StackDeck(definition, surface: surface)
        case .carousel: CarouselDeck(definition, surface: surface)
        }
      published = PublishedConfiguration(definition, on: surface)
    }
  }

  /// The topics that clients subscribe to.
  ///
  /// Nothing is produced for the others, except events, which are always produced.
  package var interest: Set<Topic> = [.events] {
    didSet { interest.insert(.events) }
  }

  /// Whether gesture verdicts are published as effects; otherwise they are not produced.
  package var explains = false

  var surfaces: [SurfaceConfiguration]
  var members: [HostedDeck]
  /// The number of the last event.
  package internal(set) var sequence: UInt64 = 0
  /// The latest moment at which anything happened.
  var clock: Instant
  /// Whether the decks have been published: changes before that cause no events.
  private(set) var hasStarted = false
  /// The effects of the current or the last input; the next input reuses the buffer once no receiver holds it.
  var effects: [EngineEffect] = []
  /// The questions among the effects, which are appended last.
  var questions: [EngineEffect] = []
  /// Whether the decks were rolled back and still have to publish the result.
  var needsResume = false
  /// The buffers that a touch frame is split into; empty between two frames.
  var touchBuffers = TouchScratchBuffers()
  /// The buffer for the reports of recognizers.
  var reportBuffer: [GestureArena.Report] = []

  /// An engine at rest at `start`.
  ///
  /// - Throws: `EngineError` if a deck names a surface that does not exist.
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

  /// Publishes the decks as they are at the start, before the first inputs.
  ///
  /// With `appearing`, those whose settings want it appear first; otherwise they already have. Decks that were restored
  /// publish the events that they still owed.
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

  /// Sets the topics that clients subscribe to from `now` on.
  ///
  /// If no client subscribed to frames before, their grid starts at `now`: an earlier tick would show the deck as it
  /// was before the snapshot that the first subscriber has. A client that begins to follow motions requests those of
  /// `now`.
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

  /// Handles an input that happened at `now`, after everything that was due by then.
  ///
  /// An input that is older than one already handled counts as happening at the moment of that one; its touches keep
  /// their own timestamps.
  package mutating func handle(_ input: EngineInput, at now: Instant) -> [EngineEffect] {
    effects.removeAll(keepingCapacity: true)
    passDeadlines(to: now)
    // Time that passes without an input changes nothing: an input that is still in transit keeps its own moment.
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

  /// Returns when the finger on a deck was last reported.
  private func newestTouch(of index: Int) -> Instant? {
    members[index].session?.time
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
