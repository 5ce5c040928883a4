import DeckProtocol
import Gestures
import Kinetics

/// A deck whose front card is decided by swiping it away.
///
/// It connects its collaborators, each of which owns a part of the state.
struct SwipeDeck: Deck {
  var definition: DeckDefinition
  private(set) var pile: SwipePile
  private(set) var animator: PoseAnimator
  private(set) var interaction = SwipeInteraction.idle
  private var overlay: SwipeOverlay
  private(set) var queries = DelegateQueries()
  private(set) var round: DecisionRound
  var lead = DrawnLead.none

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    let layout = SwipeLayout(definition, on: surface)
    pile = SwipePile(definition.cards, loops: layout.settings.loop)
    animator = PoseAnimator(layout)
    overlay = SwipeOverlay(tintDuration: layout.own.washDuration)
    round = DecisionRound(isEnabled: layout.own.roundEnabled)
    animator.arrange(pile, at: Instant(microseconds: 0))
  }

  var layout: SwipeLayout { animator.layout }
  var own: SwipeSettings { layout.own }
  var cards: CardSequence { pile.cards }
  var current: Int { pile.current }
  var undoDepth: Int { pile.history.count }
  var touchedCard: String? { pile.front?.id }
  var open: String? { nil }
  var roundPhase: RoundPhase? { round.phase(of: pile) }
  /// Whether the deck accepts no touches because it has not appeared yet.
  var isAppearing: Bool { animator.isAppearing && settings.appearBlocksTouches }
  var followsFinger: Bool { interaction.isDrag }
  var joinsContacts: Bool { own.ownership == .centroid }
  func visible(at now: Instant) -> Int { own.visible }

  /// The rules of the front card; under a finger, with the delegate's answers that were known when it came down.
  var rules: SwipeRules? {
    guard pile.current < pile.cards.count else { return nil }
    let answers = interaction.rules ?? queries.rules(of: pile.cards[pile.current])
    return SwipeRules(of: pile.cards[pile.current], answers, own)
  }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    animator.adopt(SwipeLayout(definition, on: surface))
    overlay.tintDuration = own.washDuration
    // Nothing holds a round that begins here.
    if round.isEnabled != own.roundEnabled { round = DecisionRound(pile, isEnabled: own.roundEnabled) }
    pile.loops = settings.loop
  }

  /// Lays the deck out again after its surface changed; motions under way keep their trajectories in points.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    animator.relayout(SwipeLayout(definition, on: surface), showing: pile, at: now)
    // No motion may be left that would remove it later.
    removeFinishedOverlay()
    return concluded(arrival(), now: now)
  }

  /// Completes a step: decides a swipe that waited, updates the round, and asks the questions that arise.
  private mutating func concluded(_ outcomes: [DeckOutcome], now: Instant) -> [DeckOutcome] {
    var outcomes = outcomes
    outcomes.add(resolve(now: now))
    outcomes.add(updateRound(now: now))
    outcomes.add(ask(now: now))
    return outcomes
  }

  /// Returns the event of the front card's arrival, once it is at rest in front.
  private mutating func arrival() -> [DeckOutcome] {
    guard pile.isArriving, let front = pile.front, animator.hasArrived(pile.current) else { return [] }
    pile.confirmArrival()
    return [shown(front, at: pile.current)]
  }

  private mutating func updateRound(now: Instant) -> [DeckOutcome] {
    round.update(pile, first: own.roundFirst, at: now).map { [.event(.roundChanged($0))] } ?? []
  }

  /// Removes the progress of a swipe that has nothing more to show.
  private mutating func removeFinishedOverlay() {
    guard !interaction.isCardDisplaced, let card = overlay.card else { return }
    overlay.removeFinished(whileLeaving: animator.isLeaving(card))
  }
}

// MARK: - State

extension SwipeDeck {
  var state: DeckState {
    DeckState(
      deck: definition.id,
      kind: .swipe,
      cards: pile.cards,
      configured: definition.cards,
      current: pile.current,
      history: pile.history,
      isArriving: pile.isArriving,
      round: round.published
    )
  }

  /// Starts a deck that was created with the cards of its configuration.
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    pile.presentFront()
    // The cards of a deck that has already appeared count as loaded, too.
    return [.event(.deckLoaded)] + begin(appearing: appearing, isHeld: appearing, now: now)
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    pile = SwipePile(state, loops: settings.loop)
    stop(now: now)
    // A round that was held is held again, for the full time.
    beginRound(isHeld: state.round == .loading, now: now)
    round.resume(after: state.round)
    return ask(now: now)
  }

  mutating func resume(now: Instant) -> [DeckOutcome] {
    concluded(arrival(), now: now)
  }

  /// Shows the deck from its front card on, with no motion under way.
  private mutating func show(now: Instant) -> [DeckOutcome] {
    stop(now: now)
    return begin(appearing: true, isHeld: true, now: now)
  }

  /// Begins with the front card; the deck appears if the settings require that.
  private mutating func begin(appearing: Bool, isHeld: Bool, now: Instant) -> [DeckOutcome] {
    if appearing, settings.appears, pile.front != nil { animator.appear(at: now) }
    beginRound(isHeld: isHeld, now: now)
    return updateRound(now: now) + arrival()
  }

  /// Puts every card at rest at its position, with no finger on it and no answers of the delegate.
  private mutating func stop(now: Instant) {
    interaction = .idle
    queries.forget(nil, keepingSwipe: false)
    animator.reset(to: pile, at: now)
    overlay = SwipeOverlay(tintDuration: own.washDuration)
  }

  private mutating func beginRound(isHeld: Bool, now: Instant) {
    let deadline = isHeld ? now.advanced(bySeconds: own.roundTimeout) : nil
    round = DecisionRound(pile, isEnabled: own.roundEnabled, first: own.roundFirst, heldUntil: deadline)
  }
}

// MARK: - Time

extension SwipeDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    earlier(earlier(animator.nextDeadline, overlay.end), earlier(round.heldUntil, queries.deadline))
  }

  /// Whether a deadline is pending although nothing moves.
  var isWaiting: Bool { round.heldUntil != nil || queries.deadline != nil }
  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { animator.motionEnd != nil || overlay.end != nil }
  var isAnimating: Bool { isMoving || animator.awaitsPromotions }

  /// What the deck is doing.
  var phase: DeckPhase {
    switch interaction {
    case .pressed: .pressing
    case .dragged: .dragging
    case .awaitingDelegate: .awaiting
    case .idle: isAnimating ? .settling : .rest
    }
  }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, wasMoving) = (phase, isMoving)
    let (count, leaving) = (animator.poses.count, animator.outgoing.count)
    animator.settle(at: now, isFrontHeld: interaction.grab != nil)
    overlay.settle(at: now)
    removeFinishedOverlay()
    queries.expire(at: now)
    let isPromoted = animator.promoteDue(in: pile, hasGap: animator.outgoing.count != leaving, at: now)
    var outcomes: [DeckOutcome] = []
    if animator.endAppearance(at: now) { outcomes.append(.event(.deckAppeared)) }
    outcomes.add(arrival())
    let changed = isPromoted || animator.outgoing.count != leaving || animator.poses.count != count
    // No tick shows the end of a motion under a finger that holds still.
    if changed || phase != phaseBefore || wasMoving && !isMoving { outcomes.add(.redrawing) }
    return concluded(outcomes, now: now)
  }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    animator.skip(to: now)
    overlay.skip()
    return advance(to: now)
  }
}

// MARK: - Commands

extension SwipeDeck {
  mutating func performOwn(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .swipe(let swipe):
      return swipe.force
        ? decide(swipe.direction, nil, now: now) : propose(swipe.direction, now: now)
    case .undo: return undo(now: now)
    case .select: return select()
    case .appear: animator.appear(at: now)
    case .consult(let topics): queries.begin(topics)
    case .invalidate(let ids): forgetAnswers(about: ids.map { Set($0) })
    default: break
    }
    return []
  }

  mutating func complete(now: Instant) -> [DeckOutcome] { concluded([], now: now) }

  mutating func reset(now: Instant) -> [DeckOutcome] {
    pile.reset()
    return [.event(.deckReset)] + show(now: now)
  }

  mutating func load(_ cards: CardSequence, current: Int, now: Instant) -> [DeckOutcome] {
    pile.load(cards, current: current)
    return [.event(.deckLoaded)] + show(now: now)
  }

  mutating func reload(_ cards: CardSequence?, now: Instant) -> [DeckOutcome] {
    pile.reload(cards ?? pile.cards)
    return [.event(.deckLoaded)] + show(now: now)
  }

  mutating func markLoaded(at indexes: [Int]) { pile.markLoaded(at: indexes) }

  mutating func insert(_ new: CardSequence, at index: Int, now: Instant) -> [DeckOutcome] {
    guard !new.isEmpty else { return [] }
    round.prepare(toInsert: new, into: pile)
    let before = counts
    pile.insert(new, at: index)
    animator.insert(new, at: index, into: pile, now: now)
    return inserted(new, at: index, since: before) + arrival()
  }

  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    guard !range.isEmpty else { return [] }
    let (before, losesFront, ids) = (counts, range.contains(current), cards.ids(in: range))
    animator.remove(range, from: pile, at: now)
    let decisions = pile.remove(range)
    animator.arrange(pile, at: now)
    // In a deck that loops the first card follows the last.
    let successor = settings.loop ? CardChanges.Successor.first : .none
    let events = removed(ids, from: range, since: before, decisions: decisions, successor: successor)
    guard losesFront, pile.front == nil else { return events + arrival() }
    animator.cancelPromotions()
    return events + [.event(.deckExhausted)]
  }

  mutating func update(_ new: CardSequence, at indexes: [Int], now: Instant) -> [DeckOutcome] {
    // Only for a delegate: a set of thousands of ids takes milliseconds.
    if queries.hasDelegate { forgetAnswers(about: Set(new.ids(in: new.indices))) }
    pile.update(new, at: indexes)
    animator.update(new)
    if case .dragged(let grab, let total, _) = interaction, indexes.contains(pile.current) {
      // Other directions give the same finger another progress, which the cards behind follow.
      drag(by: animator.layout.translation(of: total, from: grab.offset), now: now)
    }
    return updated(new, at: indexes)
  }

  /// Forgets the delegate's answers about these cards, or about all; a swipe that waits keeps waiting.
  private mutating func forgetAnswers(about ids: Set<String>?) {
    queries.forget(ids, keepingSwipe: interaction.isWaiting)
  }
}

// MARK: - Decisions

extension SwipeDeck {
  /// Records the front card's decision and makes the next card front at once (S13).
  ///
  /// `velocity` is how fast a finger that decides it draws it, `nil` for a command.
  private mutating func decide(_ direction: Direction, _ velocity: DrawnVelocity?, now: Instant) -> [DeckOutcome] {
    guard let front = pile.front, animator.shows(pile.current) else { return [] }
    let index = pile.current
    interaction = .idle
    pile.decide(direction)
    animator.decide(front, direction, velocity, next: pile, at: now)
    let layout = animator.layout
    overlay.complete(front.id, direction, at: now) { layout.flying($0, to: 1, at: now) }
    let decision = own.decisions[direction]
    let swipe = DeckEvent.Swipe(
      card: front.id,
      index: index,
      direction: direction,
      decision: decision.isEmpty ? nil : decision
    )
    // The feedback comes with the decision, and never during the drag that leads to it (S21).
    var outcomes = [DeckOutcome.event(.cardSwiped(swipe))]
    if let kind = own.swipeHaptics[direction].kind { outcomes.append(.haptic(kind)) }
    return outcomes + (pile.front == nil ? [.event(.deckExhausted)] : arrival())
  }

  /// Undoes the last decision.
  private mutating func undo(now: Instant) -> [DeckOutcome] {
    guard let decision = pile.undo() else { return [] }
    animator.undo(decision, in: pile, at: now)
    let card = pile.cards[decision.index].id
    overlay.withdraw(card, in: own.undoDuration, at: now)
    let rewind = DeckEvent.Rewind(card: card, index: decision.index, direction: decision.direction)
    return [.event(.deckRewound(rewind))] + arrival()
  }

  // MARK: The delegate

  /// Asks what is not known about the visible cards, and about the swipe under way.
  private mutating func ask(now: Instant) -> [DeckOutcome] {
    guard queries.hasDelegate else { return [] }
    if !interaction.isDrag, !interaction.isWaiting { queries.endSwipe() }
    var swipe = rules.flatMap { interaction.direction(by: $0, isHeld: round.heldUntil != nil, in: layout) }
    // Nobody is to confirm a drag that may continue.
    if let direction = swipe, interaction.isDrag, own.delegateConfirmed.contains(direction) { swipe = nil }
    let asked = queries.ask(
      about: pile,
      visible: own.visible,
      swipe: swipe,
      deck: definition.id,
      until: now.advanced(bySeconds: own.delegateDeadline)
    )
    return asked.map { .ask(ticket: $0.ticket, $0.question) }
  }

  func question(_ ticket: UInt64) -> DelegateQuestion? { queries.question(ticket) }

  var lastQuestion: UInt64 { queries.lastTicket }

  mutating func keep(_ answer: DelegateAnswer?, to ticket: UInt64) { queries.settle(ticket, answer) }

  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome] {
    keep(answer, to: ticket)
    return concluded([], now: now)
  }

  /// Returns whether the front card may be decided in a direction; `nil` while the delegate has not answered.
  func permission(_ direction: Direction, of front: Card) -> Bool? {
    queries.permission(direction, of: front, confirmed: own.delegateConfirmed.contains(direction))
  }

  // MARK: Swipes that wait

  /// Decides the front card, which has not been refused, or waits for the delegate's answer.
  ///
  /// - Parameters:
  ///   - direction: the direction of the swipe.
  ///   - release: how a finger released the card; `nil` for a command.
  ///   - velocity: how fast the finger draws it.
  ///   - now: the current instant.
  /// - Returns: the immediate outcomes.
  private mutating func propose(
    _ direction: Direction,
    _ release: Release? = nil,
    _ velocity: DrawnVelocity? = nil,
    now: Instant
  ) -> [DeckOutcome] {
    guard let front = pile.front else { return [] }
    if permission(direction, of: front) == true, release != nil || !queries.awaitsDirections(of: front) {
      let decided = decide(direction, velocity, now: now)
      return decided + .explaining(release.map { .swipe($0, .decided) })
    }
    interaction = .awaitingDelegate(direction, release)
    return [release.map { .explain(.swipe($0, .awaitsDelegate)) } ?? .undecided]
  }

  /// Performs a swipe that waited, if its answer has arrived.
  private mutating func resolve(now: Instant) -> [DeckOutcome] {
    guard case .awaitingDelegate(let direction, let release) = interaction, let front = pile.front,
      let isPermitted = permission(direction, of: front)
    else { return [] }
    if let release {
      interaction = .idle
      // A card may have got other directions meanwhile.
      let outcomes =
        isPermitted && rules?.allowed.contains(direction) ?? false
        ? decide(direction, DrawnVelocity(), now: now) + [.explain(.swipe(release, .decided))]
        : returnFront(.delegate, release, now: now)
      return outcomes + [.redraw]
    }
    guard !queries.awaitsDirections(of: front) else { return [] }
    interaction = .idle
    let allowed = rules?.allowed ?? []
    guard allowed.contains(direction) else {
      return [.decided(.notAllowed(direction, card: front.id, allowed: Array(allowed)))]
    }
    guard isPermitted else {
      return [.decided(.notPermitted(direction, card: front.id, byDelegate: front.swipeable == nil))]
    }
    let outcomes = decide(direction, nil, now: now)
    return outcomes + updateRound(now: now) + [.decided(nil), .redraw]
  }

  /// Cancels a swipe that waits, because a finger or a command moves the card: it must not be decided later.
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome] {
    guard case .awaitingDelegate(_, let release) = interaction else { return [] }
    interaction = .idle
    return release.map { returnFront(.caught, $0, now: now) } ?? [.decided(.overtaken)]
  }
}

// MARK: - Touches

extension SwipeDeck {
  mutating func press(at point: Point, now: Instant) -> Press {
    guard let front = pile.front, let rules else { preconditionFailure("a finger presses a card that is not there") }
    let answers = queries.rules(of: front)
    interaction = .pressed(animator.grab(at: point, in: pile, rules: answers, allowed: rules.allowed, now: now))
    overlay.redirect(front.id) { .fixed($0.value(at: now).clamped(to: 0...1)) }
    let dragDistance = layout.dragDistance
    let tap = Tap(slop: dragDistance)
    guard queries.isDraggable(front) else {
      return Press(GestureArena(tap, ownership: own.ownership), suppressed: .immovable)
    }
    let drag = Drag(minimumDistance: dragDistance)
    return Press(GestureArena(tap, drag, ownership: own.ownership))
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    concluded(outcomes(of: report, now: now), now: now)
  }

  private mutating func outcomes(of report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.drag, .began(let value)), (.drag, .changed(let value)):
      drag(by: value.translation, now: now)
      return []
    case (.drag, .ended(let value)): return release(value, now: now)
    case (.drag, .cancelled): return cancel(now: now)
    // A card that the finger caught while it moved was only stopped.
    case (.tap, .ended) where interaction.grab.map { $0.offset.length >= animator.layout.dragDistance } ?? false:
      return [.explain(.suppressed(.caught))]
    case (.tap, .ended): return select()
    case (.drag, .unchanged), (.drag, .failed), (.tap, _), (.longPress, _), (.fling, _), (.pinch, _): return []
    }
  }

  /// Returns the event that the front card was selected.
  private func select() -> [DeckOutcome] {
    pile.front.map { [.event(.cardSelected(.init(card: $0.id, index: pile.current)))] } ?? []
  }

  func isHit(at point: Point, now: Instant) -> Bool {
    animator.isHit(at: point, front: pile.current, now: now)
  }

  /// Moves the card by the finger's `translation` since it came down.
  private mutating func drag(by translation: Vector, now: Instant) {
    guard let grab = interaction.grab, pile.current < pile.cards.count else { return }
    let front = pile.cards[pile.current].id
    let rules = SwipeRules(of: pile.cards[pile.current], grab.rules, own)
    let total = animator.layout.total(of: translation, from: grab.offset)
    let swipe = rules.progress(of: total, in: animator.layout)
    interaction.drag(to: total, progress: swipe.advance)
    animator.drag(grab, by: translation, progress: swipe.progress)
    let progress = rules.shownProgress(of: swipe)
    overlay.follow(front, swipe.direction, progress: progress, tint: own.washOpacity * progress, at: now)
  }

  /// Ends a drag whose finger is lifted: the card is decided, or returns.
  private mutating func release(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    guard case .dragged(_, let translation, let farthest) = interaction, let front = pile.front, let rules else {
      return endTouches(now: now)
    }
    let velocity = value.carriedVelocity
    switch rules.verdict(at: translation, velocity: value.velocity, farthest: farthest, in: layout) {
    case .returns(let reason, let release): return returnFront(reason, release, velocity: velocity, now: now)
    case .commits(_, let release) where round.heldUntil != nil:
      return returnFront(.round, release, velocity: velocity, now: now)
    case .commits(let direction, let release) where permission(direction, of: front) == false:
      return returnFront(.delegate, release, velocity: velocity, now: now)
    case .commits(let direction, let release):
      return propose(direction, release, drawnVelocity(of: velocity), now: now)
    }
  }

  /// Handles a cancelled finger: a dragged card returns, whatever the finger had done.
  private mutating func cancel(now: Instant) -> [DeckOutcome] {
    guard case .dragged(_, let translation, let farthest) = interaction, let rules else { return endTouches(now: now) }
    let swipe = rules.progress(of: translation, in: layout)
    let release = Release(swipe, threshold: rules.threshold, farthest: farthest)
    return returnFront(.cancelled, release, now: now)
  }

  /// Ends an interaction without a drag: a card that the finger caught continues to return.
  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    guard interaction.grab != nil else { return [] }
    interaction = .idle
    snapBack(velocity: .zero, now: now)
    return []
  }

  /// Moves the front card back to its position, undecided.
  private mutating func returnFront(
    _ reason: DeckEvent.Reset.Reason,
    _ release: Release,
    velocity: Vector = .zero,
    now: Instant
  ) -> [DeckOutcome] {
    guard let front = pile.front else { return [] }
    snapBack(velocity: velocity, now: now)
    let reset = release.reset(of: front.id, at: pile.current, because: reason)
    let isOwn = reason == .delegate && front.swipeable == false
    return [.event(.cardReset(reset)), .explain(.swipe(release, isOwn ? .notSwipeable : .reset(reason)))]
  }

  /// Returns how fast a finger at `velocity` draws the front card.
  private func drawnVelocity(of velocity: Vector) -> DrawnVelocity {
    guard let rules, let side = animator.poses.first?.side else { return DrawnVelocity() }
    return interaction.drawnVelocity(of: velocity, side: side, by: rules, in: layout)
  }

  /// Ends the interaction and moves the front card back, at first as fast as a finger at `velocity` dragged it (M2).
  private mutating func snapBack(velocity: Vector, now: Instant) {
    let layout = layout
    let drawn = own.snapCarriesVelocity ? drawnVelocity(of: velocity) : DrawnVelocity()
    interaction = .idle
    animator.snapBack(drawn, at: now)
    overlay.fadeTint(at: now)
    if let card = pile.front?.id {
      overlay.redirect(card) { layout.turnBack($0, velocity: drawn.progress, to: 0, rest: .unitless, at: now) }
    }
    removeFinishedOverlay()
  }
}

// MARK: - Presentation

extension SwipeDeck {
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.clear()
    animator.forEachPresentedCard(of: pile, isDragged: followsFinger, leading: lead, at: now) {
      canvas.append(CardFrame($0))
    }
    _ = canvas.assignOrder()
    let overlay = presentedOverlay(at: now)
    var drag: DeckFrame.Drag?
    if followsFinger, let front = pile.front, let rules {
      drag = interaction.frame(of: front.id, by: rules, in: layout)
    }
    return DeckPicture(cards: canvas, drag: drag, overlay: overlay.map { .init($0) })
  }

  private func presentedOverlay<At: Evaluation>(at now: At) -> PresentedOverlay<At.Number>? {
    let (scale, rotation) = (own.stampScale, own.stampRotation)
    return overlay.presented(scale: scale, rotation: rotation, at: now)
  }

  func scene(from now: Instant) -> AnimatedScene {
    let (symbolic, overlay) = (SymbolicEvaluation(), presentedOverlay(at: SymbolicEvaluation()))
    var elements: [AnimatedElement] = []
    animator.forEachPresentedCard(of: pile, isDragged: followsFinger, leading: lead, at: symbolic) {
      elements.append(AnimatedElement($0))
    }
    return AnimatedScene(elements: elements + [overlay.map { AnimatedElement($0) }].compactMap(\.self))
  }

  func drawn(_ lead: FingerLead) -> FingerLead? {
    guard interaction.isDrag else { return nil }
    var lead = lead
    lead.first.dy *= own.dragVertical
    lead.peak.dy *= own.dragVertical
    return lead
  }

  func followed(at now: Instant) -> FollowedMotion? {
    lead.card.flatMap { animator.followed($0, in: pile, at: now) }
  }

  /// Returns the cards of the picture at `now`, in its order; a removed card is no longer among `cards`.
  func visibleCards(at now: Instant) -> [Card] {
    animator.poses.map { cards[$0.index] } + animator.outgoing.map(\.card)
  }
}
