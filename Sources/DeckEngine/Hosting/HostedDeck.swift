package import DeckProtocol
import Gestures
package import Kinetics

/// A deck with its fingers, and with what was published of it.
///
/// It drives the deck, and appends what the deck publishes to the effects that its methods are given.
package final class HostedDeck {
  package let id: String
  private(set) var deck: any Deck
  /// The surface that the deck is on.
  private(set) var surface: SurfaceConfiguration
  private var touch = DeckTouch()
  /// The ticket of the command that waits for the delegate's answer.
  private var waiting: UInt64?
  private var streams = PresentationStreams()
  /// Of what the recognizers of the finger report.
  private var predictor = FingerPredictor()
  private var configuration: ConfigurationDiffer
  /// The number of the event that added the deck; 0 for a deck that was there at the start.
  var addedBy: UInt64 { configuration.addedBy }
  /// The settings that the configuration gives the deck.
  private(set) var configured: DeckSettings
  /// The names of the settings that were chosen at run time instead.
  private var chosen: Set<String> = []
  private var restoreMode = RestorePlan.Mode.fresh
  /// Whether the deck may have changed since its animations and the cards to have ready were last published.
  ///
  /// A deck publishes them only after a change of its own, so that an input for another deck never changes what it
  /// publishes: what a long carousel publishes depends on when it is asked.
  private(set) var hasUnpublishedChanges = false

  /// A deck as the configuration defines it.
  package init(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    id = definition.id
    deck = definition.deck(on: surface)
    self.surface = surface
    configuration = ConfigurationDiffer(PublishedConfiguration(definition, on: surface))
    configured = definition.settings
  }

  /// Returns a deck in the same state.
  func copy() -> HostedDeck {
    let copy = HostedDeck(deck.definition, on: surface)
    (copy.deck, copy.touch, copy.waiting, copy.streams) = (deck, touch, waiting, streams)
    (copy.predictor, copy.configuration, copy.configured) = (predictor, configuration, configured)
    (copy.chosen, copy.restoreMode) = (chosen, restoreMode)
    copy.hasUnpublishedChanges = hasUnpublishedChanges
    return copy
  }
}

// MARK: - Effects

extension HostedDeck {
  /// Publishes an event with `counts`, or with those that the deck has now.
  package func publish(_ kind: DeckEvent.Kind, counts: DeckCounts? = nil, into effects: inout EffectBuffer) {
    effects.publish(kind, deck: id, counts: counts ?? deck.counts)
  }

  /// Publishes what happened to the deck.
  ///
  /// With reduced motion, the animations that this started are at their end at once.
  private func apply(_ outcomes: [DeckOutcome], into effects: inout EffectBuffer) {
    publish(outcomes, into: &effects)
    if surface.reducedMotion { skipMotions(into: &effects) }
  }

  private func publish(_ outcomes: [DeckOutcome], into effects: inout EffectBuffer) {
    hasUnpublishedChanges = true
    for outcome in outcomes {
      switch outcome {
      case .event(let kind, let counts):
        publish(kind, counts: counts, into: &effects)
        if let words = deck.announcement(of: kind) { publish(words, into: &effects) }
      case .cards(let changes): effects.publish(changes, deck: id)
      case .haptic(let kind):
        guard effects.wants(.haptics), deck.settings.haptics else { continue }
        effects.notify(.haptic(HapticNote(time: effects.clock.microseconds, deck: id, kind: kind)))
      case .ask(let ticket, let question): effects.ask(ticket, question)
      case .decided(let error): answer(error.map { .failed($0) } ?? .done(sequence: effects.sequence), into: &effects)
      case .explain(let subject):
        guard let last = touch.last else { continue }
        let time = touch.session?.time ?? effects.clock
        effects.explain(last.explanation(subject, deck: id, at: time))
      case .undecided, .redraw: break
      }
    }
  }

  /// Answers the command that waits for the delegate, if there is one.
  package func answer(_ result: CommandResult, into effects: inout EffectBuffer) {
    guard let ticket = waiting else { return }
    waiting = nil
    effects.answer(ticket, result)
  }

  /// With reduced motion, brings everything that moves by itself to its end (M5).
  ///
  /// Each end triggers what follows it, as without reduced motion, so events keep their order.
  private func skipMotions(into effects: inout EffectBuffer) {
    while deck.isAnimating { publish(deck.skip(to: effects.clock), into: &effects) }
  }

  /// Publishes a frame now, from which ticks are counted.
  package func redraw(input: Instant? = nil, into effects: inout EffectBuffer) {
    streams.redraw(deck, id: id, input: input, into: &effects)
  }

  /// Publishes what changed of the animations and of the cards to have ready since each was last published.
  package func publishChanges(into effects: inout EffectBuffer) {
    publishMotions(into: &effects)
    publishPrefetch(into: &effects)
    markPublished()
  }

  /// Publishes the animations that changed since motions were last published.
  func publishMotions(into effects: inout EffectBuffer) {
    streams.publishMotions(of: deck, at: effects.clock, into: &effects)
  }

  /// Records that the motions and the cards to have ready were published.
  func markPublished() { hasUnpublishedChanges = false }

  /// Publishes the cards to have ready, if they changed.
  func publishPrefetch(into effects: inout EffectBuffer) {
    streams.publishPrefetch(of: deck, into: &effects)
  }

  /// Prepares for topics that clients begin to subscribe to at `now`.
  func prepare(for topics: Set<Topic>, from now: Instant, clock: Instant) {
    if let end = deck.leadEnd, end <= now { deck.lead = .none }
    streams.prepare(for: topics, of: deck, from: now, clock: clock)
  }

  /// Returns the animations of every visible element at `now`; empty while no client subscribes to motions.
  func motions(at now: Instant) -> [DeckMotion] { streams.motions(of: id, at: now) }

  /// The cards that front ends should have ready.
  var prefetchNote: PrefetchNote { streams.prefetchNote(of: deck) }
}

// MARK: - Time

extension HostedDeck {
  /// Whether the deck or a recognizer has something to do by `due`.
  func hasDeadline(by due: Instant) -> Bool {
    earlier(touch.session?.deadline, deck.nextDeadline).map { $0 <= due } ?? false
  }

  /// Returns what the deck has to do next.
  func activity(for effects: EffectBuffer) -> DeckActivity {
    let next = earlier(touch.session?.deadline, deck.nextDeadline)
    let deadline = earlier(next, streams.nextDeadline(of: deck, on: surface, for: effects))
    return DeckActivity(deadline: deadline, isActive: touch.isOpen || deck.isMoving)
  }

  /// Performs what is due of the recognizers at `due`.
  func advanceGestures(to due: Instant, into effects: inout EffectBuffer) {
    guard let deadline = touch.session?.deadline, deadline <= due else { return }
    let reports = touch.deadlineReached(at: due)
    let (phase, followed) = (deck.phase, deck.followsFinger)
    let needsRedraw = process(reports, into: &effects)
    guard needsRedraw || deck.phase != phase || deck.followsFinger != followed else { return }
    redraw(input: touch.session?.time, into: &effects)
  }

  /// Performs what is due of the deck at `due`, and publishes what a passing moment changes.
  func advance(to due: Instant, into effects: inout EffectBuffer) {
    if let deadline = deck.nextDeadline, deadline <= due {
      let outcomes = deck.advance(to: due)
      apply(outcomes, into: &effects)
      if outcomes.contains(.redraw) { redraw(input: touch.session?.time, into: &effects) }
    }
    if hasUnpublishedChanges { publishPrefetch(into: &effects) }
    streams.advance(
      deck,
      id: id,
      to: due,
      hasChanged: hasUnpublishedChanges,
      on: surface,
      input: touch.session?.time,
      into: &effects
    )
    markPublished()
  }
}

// MARK: - Commands

extension HostedDeck {
  /// Performs a command.
  ///
  /// - Returns: the result; `nil` while the command waits for a delegate.
  package func perform(
    _ command: DeckCommand,
    ticket: UInt64,
    into effects: inout EffectBuffer
  ) -> CommandResult? {
    let checked: CheckedCommand
    do { checked = try deck.check(command) } catch { return .failed(error) }
    if checked.interruptsTouch { releaseTouch(into: &effects) }
    let outcomes = deck.perform(checked, now: effects.clock)
    apply(outcomes, into: &effects)
    if command.showsOtherCards { deck.lead = .none }
    redraw(into: &effects)
    streams.publishPrefetch(of: deck, loaded: checked.loaded, into: &effects)
    guard outcomes.contains(.undecided) else { return .done(sequence: effects.sequence) }
    waiting = ticket
    return nil
  }

  /// Bounces a deck that can, unless a finger is on it: a hand that shakes the device may also hold a card.
  func shake(into effects: inout EffectBuffer) {
    guard contacts?.isEmpty ?? true else { return }
    // A deck of another kind, or without cards, refuses the command.
    _ = perform(.bounce, ticket: 0, into: &effects)
  }

  /// Appears to a front end that saw nothing of it, unless it moves or a finger is on it.
  func appear(afterIdle idle: Double, into effects: inout EffectBuffer) {
    let settings = deck.definition.settings
    guard
      settings.appears, settings.appearsToFrontEnds, idle >= settings.appearIdle, contacts?.isEmpty ?? true,
      deck.nextDeadline == nil
    else { return }
    // A deck with an open card, or without cards, refuses the command.
    _ = perform(.appear, ticket: 0, into: &effects)
  }

  /// Receives the delegate's answer to a question; `nil` leaves the decision to the deck.
  func receive(_ answer: DelegateAnswer?, to ticket: UInt64, into effects: inout EffectBuffer) {
    let outcomes = deck.receive(answer, to: ticket, now: effects.clock)
    apply(outcomes, into: &effects)
    if outcomes.contains(.redraw) { redraw(into: &effects) }
  }

  /// Keeps the delegate's answer to a question, and decides nothing.
  func keep(_ answer: DelegateAnswer?, to ticket: UInt64) { deck.keep(answer, to: ticket) }
}

// MARK: - The surface

extension HostedDeck {
  /// Adapts to a changed size or scale of the surface.
  func resize(to surface: SurfaceConfiguration, into effects: inout EffectBuffer) {
    cancelTouch(into: &effects)
    update(surface, into: &effects)
    apply(deck.relayout(surface, now: effects.clock), into: &effects)
    deck.lead = .none
    redraw(into: &effects)
  }

  /// Adopts the values of the surface that lay nothing out again.
  func update(_ surface: SurfaceConfiguration, into effects: inout EffectBuffer) {
    self.surface = surface
    publishConfiguration(into: &effects)
  }

  /// Brings what moves to its end when reduced motion begins.
  func reduceMotion(into effects: inout EffectBuffer) {
    guard deck.isAnimating else { return }
    skipMotions(into: &effects)
    redraw(into: &effects)
  }

  /// Follows the vertical syncs of a client; with `nil`, only the surface's refresh rate.
  func align(with vsync: Vsync?) { surface.vsync = vsync }
}

// MARK: - Configuration

extension HostedDeck {
  /// Publishes the settings and the placement, as far as they changed since they were last published.
  private func publishConfiguration(into effects: inout EffectBuffer) {
    publish(PublishedConfiguration(deck.definition, on: surface), into: &effects)
  }

  private func publish(_ configuration: PublishedConfiguration, into effects: inout EffectBuffer) {
    self.configuration.publish(configuration, deck: id, counts: deck.counts, into: &effects)
  }

  /// Returns what another configuration changes.
  func change(to definition: DeckDefinition, on surface: SurfaceConfiguration) -> ConfigurationChange {
    ConfigurationChange(
      from: deck.definition,
      on: self.surface,
      to: definition,
      on: surface,
      chosen: chosen,
      state: deck.state
    )
  }

  /// Changes settings: all of `changes`, or none if one of them is invalid.
  package func configure(_ changes: [SettingChange], into effects: inout EffectBuffer) -> CommandResult {
    do {
      let change = try ConfigurationChange(
        changes,
        of: deck.definition,
        on: surface,
        configured: configured,
        chosen: chosen
      )
      if change.cutsTouch { releaseTouch(into: &effects) }
      apply(change, into: &effects)
      return .done(sequence: effects.sequence)
    } catch {
      return .failed(error)
    }
  }

  /// Makes `cards` those of the configuration; the deck shows them only once it loads them.
  func provide(_ cards: CardSequence) { deck.definition.cards = cards }

  /// Applies a change; `releaseTouch` comes first if it cuts touches.
  func apply(_ change: ConfigurationChange, into effects: inout EffectBuffer) {
    (surface, configured, chosen) = (change.surface, change.configured, change.chosen)
    guard change.isNeeded else { return publishConfiguration(into: &effects) }
    hasUnpublishedChanges = true
    if !change.isRemade { deck.adopt(change.definition, on: surface) }
    publish(PublishedConfiguration(change.definition, on: surface), into: &effects)
    if change.isRemade {
      remake(change, into: &effects)
    } else {
      if change.laysOut {
        apply(deck.relayout(surface, now: effects.clock), into: &effects)
        deck.lead = .none
      }
      if change.takesCards {
        let reload = CheckedCommand(configured: .reload(.init(change.definition.cards)))
        apply(deck.perform(reload, now: effects.clock), into: &effects)
      }
    }
    redraw(into: &effects)
  }

  /// Replaces the deck by one of another kind, which keeps its cards and begins with the first of them.
  private func remake(_ change: ConfigurationChange, into effects: inout EffectBuffer) {
    apply(deck.end(), into: &effects)
    let cards = deck.cards
    deck = change.definition.deck(on: surface)
    (touch, waiting, streams, predictor) = (DeckTouch(), nil, streams.remade, FingerPredictor())
    (chosen, restoreMode) = ([], .fresh)
    let isConfigured = change.takesCards || cards == change.definition.cards
    let now = effects.clock
    let load = CheckedCommand(configured: .load(.init(cards, current: 0)))
    apply(isConfigured ? deck.start(appearing: true, now: now) : deck.perform(load, now: now), into: &effects)
  }
}

// MARK: - Begin and restore

extension HostedDeck {
  /// Begins the deck, or resumes one that was rolled back.
  package func begin(appearing: Bool, into effects: inout EffectBuffer) {
    let now = effects.clock
    let outcomes =
      switch restoreMode {
      case .fresh: deck.start(appearing: appearing, now: now)
      case .by(let command): deck.perform(CheckedCommand(configured: command), now: now)
      case .unchanged: deck.resume(now: now)
      }
    apply(outcomes, into: &effects)
  }

  /// Begins a deck that is new in the configuration, with its `state` if there is one.
  func add(_ state: DeckState?, into effects: inout EffectBuffer) {
    streams.restartFrames(at: effects.clock)
    if let state { _ = restore(state, into: &effects) }
    publishAddition(into: &effects)
    begin(appearing: true, into: &effects)
  }

  private func publishAddition(into effects: inout EffectBuffer) {
    let published = PublishedConfiguration(deck.definition, on: surface)
    let addition = DeckEvent.Addition(
      kind: published.preset.kind.rawValue,
      preset: published.preset.rawValue,
      placement: published.placement,
      round: deck.roundPhase,
      open: deck.open,
      settings: published.settings
    )
    publish(.deckAdded(addition), into: &effects)
    configuration = ConfigurationDiffer(published, addedBy: effects.sequence)
  }

  /// Restores the deck from its state.
  ///
  /// - Returns: `false` if the deck keeps cards of its own although those of the configuration changed.
  func restore(_ state: DeckState?, into effects: inout EffectBuffer) -> Bool {
    let plan = RestorePlan(state, for: deck.definition)
    publish(deck.restore(plan.state, now: effects.clock), into: &effects)
    deck.lead = .none
    restoreMode = plan.mode
    return !plan.keepsOwnCards
  }

  /// Publishes the restored state after a rollback to the last event of `effects`.
  func publishRollback(into effects: inout EffectBuffer) {
    configuration.markUnpublished(since: effects.sequence)
    redraw(into: &effects)
    publishChanges(into: &effects)
  }

  /// Publishes the events that the deck owes since a rollback.
  func resume(into effects: inout EffectBuffer) {
    if configuration.owesAddition { publishAddition(into: &effects) }
    publishConfiguration(into: &effects)
    let isOther = restoreMode != .unchanged
    begin(appearing: true, into: &effects)
    if isOther { redraw(into: &effects) }
  }
}

// MARK: - Touches

extension HostedDeck {
  /// The contacts on the deck; `nil` while there are none.
  var contacts: [Contact]? { touch.session?.contacts }

  /// Begins a touch frame of the deck's surface, or of another.
  func beginTouchFrame() { touch.beginFrame(phase: deck.phase) }

  /// Redraws the deck if the touch frame of `time` changed its picture.
  func endTouchFrame(at time: Instant, into effects: inout EffectBuffer) {
    if touch.changesPicture(of: deck) { redraw(input: time, into: &effects) }
  }

  /// Handles changes of the deck's contacts, which are `contacts` after them; the buffer receives those before.
  func follow(_ frame: TouchFrame, leaving contacts: inout [Contact], into effects: inout EffectBuffer) {
    touch.exchangeContacts(&contacts)
    step(frame, into: &effects)
    touch.recordMove()
  }

  /// Returns whether a contact that comes down hits the deck.
  ///
  /// It does on the front card of a swipe deck, and anywhere in the rectangle of another.
  func isHit(by contact: Contact, now: Instant) -> Bool { deck.isHit(at: point(of: contact), now: now) }

  /// Returns whether a contact lies in the deck's rectangle.
  func contains(_ contact: Contact) -> Bool { deck.area.contains(contact.position) }

  /// Takes a contact that hits the deck, unless the deck refuses it.
  ///
  /// - Returns: whether the deck takes it.
  func accept(_ contact: Contact, in frame: TouchFrame, into effects: inout EffectBuffer) -> Bool {
    if let reason = refusal(of: contact, in: frame) {
      let finger = LastTouch(contact.id, at: contact.position, on: surface.name, card: deck.touchedCard)
      effects.explain(finger.explanation(.ignored(reason), deck: id, at: frame.time))
      return false
    }
    if let stuck = stuckTouch(at: frame.time) {
      effects.report(stuck.finger.explanation(.stuck(seconds: stuck.seconds), deck: id, at: frame.time))
      cancelTouch(into: &effects)
      touch.recordMove()
    }
    if touch.isOpen {
      touch.join(contact)
    } else {
      apply(deck.giveUpSwipe(now: effects.clock), into: &effects)
      let press = deck.press(at: point(of: contact), now: effects.clock)
      // A press stops motions.
      hasUnpublishedChanges = true
      if surface.reducedMotion { skipMotions(into: &effects) }
      touch.open(TouchSession(contact, at: frame.time, on: surface.name, press: press))
      effects.publish(possible: press.arena.kinds, at: contact.position, time: frame.time, of: deck, id: id)
    }
    step(TouchFrame(time: frame.time, contacts: [contact]), into: &effects)
    touch.recordDown()
    return true
  }

  /// Contacts that have not changed for `touch.stuckAfter`, which lose the deck to the next one that comes down: a drop of
  /// water, or a panel that lost a lift.
  func stuckTouch(at now: Instant) -> (finger: LastTouch, seconds: Double)? {
    let limit = deck.settings.stuckAfter
    guard limit > 0, let session = touch.session, let seconds = session.stillness(at: now), seconds >= limit else {
      return nil
    }
    return (LastTouch(session, card: touch.last?.card), seconds)
  }

  /// Cancels the touches on the deck, as a client of the surface does, if there are any.
  func interruptTouch(into effects: inout EffectBuffer) {
    guard touch.isOpen else { return }
    cancelTouch(into: &effects)
    redraw(into: &effects)
  }

  /// Cancels the touches, and gives up the swipe that waits for a delegate: its command receives its reply.
  func releaseTouch(into effects: inout EffectBuffer) {
    cancelTouch(into: &effects)
    apply(deck.giveUpSwipe(now: effects.clock), into: &effects)
  }

  /// Cancels the contacts, as a command or a new layout does; they are ignored until they are lifted.
  private func cancelTouch(into effects: inout EffectBuffer) {
    guard let cancelled = touch.cancelContacts() else { return }
    step(TouchFrame(time: effects.clock, contacts: cancelled), into: &effects)
  }

  /// Cancels the contacts without an effect on the deck; they are ignored until they are lifted.
  func dropTouch(into effects: inout EffectBuffer) {
    guard var session = touch.close() else { return }
    var reports: [GestureArena.Report] = []
    session.handle(TouchFrame(time: effects.clock, contacts: session.cancelled), into: &reports)
    let finger = LastTouch(session.contact, at: session.place, on: session.surface)
    for report in reports {
      effects.publish(report, at: session.place, time: effects.clock, of: deck, id: id)
      effects.explain(finger.explanation(.verdict(report), deck: id, at: report.time))
    }
  }

  /// Returns a contact's place in the deck's coordinates.
  private func point(of contact: Contact) -> Point {
    let corner = deck.area.origin
    return Point(x: contact.position.x - corner.x, y: contact.position.y - corner.y)
  }

  /// Returns why the deck does not take a contact that hits it; `nil` if it does.
  private func refusal(of contact: Contact, in frame: TouchFrame) -> GestureExplanation.IgnoredContact? {
    let isStuck = stuckTouch(at: frame.time) != nil
    switch deck.filter.rejection(of: contact, in: frame) {
    // The contacts that lose the deck are none of those that are too many.
    case .tooMany(let count, let limit) where isStuck && count - (contacts?.count ?? 0) <= limit: break
    case let rejection?: return .filtered(rejection)
    case nil: break
    }
    if deck.isAppearing { return .appearing }
    guard !deck.joinsContacts, !isStuck else { return nil }
    return touch.session?.contacts.first.map { .owned(by: $0.id) }
  }

  /// Gives the recognizers the next frame of the deck's contacts.
  private func step(_ frame: TouchFrame, into effects: inout EffectBuffer) {
    let reports = touch.handle(frame)
    let needsRedraw = process(reports, into: &effects)
    touch.recycle(consume reports)
    if needsRedraw { touch.recordFollowing() }
    if touch.session?.contacts.isEmpty ?? false { endTouch(frame, into: &effects) }
  }

  /// Ends the session of a deck whose last contact the frame lifted.
  private func endTouch(_ frame: TouchFrame, into effects: inout EffectBuffer) {
    guard let session = touch.close() else { return }
    let finger = LastTouch(session, card: deck.touchedCard)
    apply(deck.endTouches(now: effects.clock), into: &effects)
    // Only the lift shows that the contacts were no other gesture.
    guard let gesture = session.suppressed, !session.hasWon, frame.contacts.contains(where: { $0.phase == .up })
    else { return }
    effects.explain(finger.explanation(.suppressed(gesture), deck: id, at: frame.time))
  }

  /// Hands the reports of the recognizers to the deck.
  ///
  /// - Returns: whether the deck asks for a redraw.
  private func process(_ reports: [GestureArena.Report], into effects: inout EffectBuffer) -> Bool {
    var needsRedraw = false
    let now = effects.clock
    let drawn = deck.leadEnd == nil ? nil : deck.followed(at: now).map { $0 + deck.lead.state(at: now) }
    for report in reports {
      guard let place = touch.session?.place, let time = touch.session?.time else { break }
      effects.publish(report, at: place, time: time, of: deck, id: id)
      if effects.explains { explain(report, into: &effects) }
      let outcomes = deck.handle(report, now: effects.clock)
      apply(outcomes, into: &effects)
      if report.kind == .drag, let horizon { lead(by: report, ahead: horizon, from: drawn, now: effects.clock) }
      if deck.followsFinger { touch.recordFollowing() }
      if outcomes.contains(.redraw) { needsRedraw = true }
    }
    return needsRedraw
  }

  /// Draws what a finger drags ahead of it, or returns it to the motion that its release has begun, from where and as
  /// fast as it was `drawn` before (M7).
  private func lead(
    by report: GestureArena.Report,
    ahead horizon: Double,
    from drawn: FollowedMotion?,
    now: Instant
  ) {
    switch report.transition {
    case .began(let value), .changed(let value):
      if case .began = report.transition { predictor = FingerPredictor() }
      predictor.add(Point(x: value.translation.dx, y: value.translation.dy), at: report.time)
      let limit = deck.settings.leadLimit.points(perMillimetre: surface.pointsPerMillimetre)
      guard let lead = predictor.lead(ahead: horizon, within: limit), let drawn = deck.drawn(lead) else {
        return deck.lead = .none
      }
      deck.lead = DrawnLead(drawn, of: deck.touchedCard)
    case .ended, .cancelled:
      guard deck.leadEnd.map({ $0 > now }) ?? false, !surface.reducedMotion else { return deck.lead = .none }
      guard let drawn, let followed = deck.followed(at: now) else { return deck.lead = .none }
      deck.lead = DrawnLead(returning: drawn - followed, of: deck.lead.card, at: now)
    case .unchanged, .failed: break
    }
  }

  /// How far ahead of its moment a frame is drawn, in seconds; `nil` without prediction.
  private var horizon: Double? {
    let chosen = deck.settings.prediction
    let seconds = chosen < 0 ? surface.vsync?.period(refresh: surface.refresh) ?? 0 : chosen / 1000
    return seconds > 0 ? min(seconds, longestHorizon) : nil
  }

  /// Explains a report, before the deck handles it: that may bring another card to the front.
  private func explain(_ report: GestureArena.Report, into effects: inout EffectBuffer) {
    touch.recordCard(deck.touchedCard)
    if case .changed = report.transition { return }
    if let finger = touch.last { effects.explain(finger.explanation(.verdict(report), deck: id, at: report.time)) }
  }
}

extension HostedDeck {
  /// The invariants that do not hold; empty for a sound deck.
  func violations(at now: Instant) -> [String] {
    var found = deck.violations(at: now)
    let session = touch.session
    if session?.contacts.isEmpty ?? false { found.append("\(id) is touched by no contact") }
    if deck.phase.isTouched, session == nil { found.append("\(id) is held by a contact that nobody follows") }
    if deck.phase == .rest, !deck.isWaiting, deck.nextDeadline != nil { found.append("\(id) rests and wakes") }
    return found
  }
}

extension DeckDefinition {
  /// Returns the deck that this defines, at rest.
  fileprivate func deck(on surface: SurfaceConfiguration) -> any Deck {
    switch settings.kind {
    case .swipe: SwipeDeck(self, surface: surface)
    case .stack: StackDeck(self, surface: surface)
    case .carousel: CarouselDeck(self, surface: surface)
    }
  }
}

/// The longest time that a finger is predicted, in seconds: beyond it, no predictor is of use.
private let longestHorizon = 0.05

extension DeckCommand {
  /// Whether the deck begins with other cards, or from its start.
  fileprivate var showsOtherCards: Bool {
    switch self {
    case .load, .reload, .reset: true
    default: false
    }
  }
}

extension DeckPhase {
  /// Whether a finger is on the deck.
  fileprivate var isTouched: Bool {
    switch self {
    case .pressing, .dragging, .scrolling: true
    case .rest, .awaiting, .settling: false
    }
  }
}
