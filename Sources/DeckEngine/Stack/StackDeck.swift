import DeckProtocol
import Gestures
import Kinetics

/// A stack of cards that is scrolled, fanned out and reordered, and of which one card can be open.
///
/// Cards at their layout positions take no memory here: in a stack of any length, only the cards that a finger or a
/// motion has moved have a pose.
struct StackDeck: Deck {
  var definition: DeckDefinition
  private(set) var layout: StackLayout
  private(set) var pile: StackPile
  private(set) var touch: StackTouch?
  private(set) var motions: StackMotions
  var lead = DrawnLead.none
  private var arrival = StackArrival.complete
  /// Taps before this come from a finger that has just released a card.
  private var tapsFrom = Instant(microseconds: .min)

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    pile = StackPile(definition.cards)
    layout = StackLayout(definition, on: surface)
    motions = StackMotions(deck: definition.id)
  }

  var own: StackSettings { layout.own }
  var cards: CardSequence { pile.cards }
  var isAppearing: Bool { arrival == .sliding && settings.appearBlocksTouches }
  var openIndex: Int? { motions.hero.openIndex }
  var current: Int { openIndex ?? 0 }
  func visible(at now: Instant) -> Int { max(geometry.visible(at: now).count, 1) }
  var undoDepth: Int { 0 }
  var open: String? { motions.hero.open?.card }
  var followsFinger: Bool { touch?.movesCards ?? false }
  var joinsContacts: Bool { true }
  var touchedCard: String? { (touch?.card ?? openIndex).map { cards[$0].id } }

  /// Where the cards are, as a pure function of time.
  var geometry: StackGeometry {
    motions.geometry(of: pile, in: layout, touch: touch, isEntering: arrival == .sliding)
  }

  /// Where the cards are drawn.
  private var drawnGeometry: StackGeometry {
    var geometry = geometry
    geometry.lead = lead
    return geometry
  }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    layout = StackLayout(definition, on: surface)
  }

  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    layout = StackLayout(definition, on: surface)
    motions.relayout(layout, of: pile, at: now)
    return updateFan(now: now)
  }

  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    drawnGeometry.picture(at: now, on: &canvas)
  }

  func scene(from now: Instant) -> AnimatedScene { drawnGeometry.scene(from: now) }

  /// Returns the cards of the picture, in its order.
  ///
  /// Which cards are visible depends on the moment; a snapshot uses the same one for both.
  func visibleCards(at now: Instant) -> [Card] {
    drawnGeometry.visible(at: now).map { cards[$0.index] } + motions.animator.fading.map(\.card)
  }

  func drawn(_ lead: FingerLead) -> FingerLead? {
    guard case .scrolling = touch?.action else { return nil }
    return motions.scroll.drawn(lead, along: Vector(dx: 0, dy: -1), within: layout.scrolling(count: cards.count))
  }

  func followed(at now: Instant) -> FollowedMotion? { FollowedMotion(across: motions.scroll.offset.state(at: now)) }
}

// MARK: - Beginning, end and state

extension StackDeck {
  var state: DeckState {
    // A dragged card scrolls the stack; the offset to persist is where the stack was when that card was picked up.
    let offset = touch?.reorder?.scroll ?? motions.scroll.goal
    return DeckState(
      deck: definition.id,
      kind: .stack,
      cards: cards,
      configured: definition.cards,
      isArriving: arrival != .complete && !cards.isEmpty,
      isFanned: motions.fan.isFanned,
      open: open,
      scroll: offset.clamped(to: layout.scrollRange(count: cards.count))
    )
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    pile.replaceCards(with: state.cards)
    putInPlace(isFanned: state.isFanned)
    tapsFrom = Instant(microseconds: .min)
    motions.jump(to: state.scroll, of: pile, in: layout)
    arrival = state.isArriving && !cards.isEmpty ? .unpublished : .complete
    if let open = state.open { motions.restoreOpen(open, of: pile, in: layout) }
    return []
  }

  mutating func resume(now: Instant) -> [DeckOutcome] {
    let gathered = end()
    guard arrival == .unpublished, let first = cards.first else { return gathered }
    arrival = .complete
    return gathered + [shown(first, at: 0)]
  }

  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    [.event(.deckLoaded)] + show(appearing: appearing, now: now)
  }

  mutating func end() -> [DeckOutcome] { .event(motions.gather()) }

  /// Shows the cards from the start; `event` is published first.
  mutating func restart(with event: DeckEvent.Kind, appearing: Bool, now: Instant) -> [DeckOutcome] {
    end() + [.event(event)] + show(appearing: appearing, now: now)
  }

  /// Slides the cards in from the leading edge, the last first (W2).
  mutating func appear(now: Instant) {
    let visible = geometry.visible(at: now).map(\.index).sorted()
    motions.slideIn(visible, in: layout, at: now)
    arrival = visible.isEmpty ? .complete : .sliding
  }

  private mutating func show(appearing: Bool, now: Instant) -> [DeckOutcome] {
    putInPlace()
    guard let first = cards.first else { return [] }
    if appearing, settings.appears {
      appear(now: now)
      return []
    }
    return [shown(first, at: 0)]
  }

  /// Puts every card at rest at its position in the stack, with no finger on it and none open.
  private mutating func putInPlace(isFanned: Bool = false) {
    touch = nil
    motions.putInPlace(isFanned: isFanned)
    arrival = .complete
  }
}

// MARK: - Time

extension StackDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    guard let reorder = touch?.reorder else { return motions.nextDeadline }
    let proposal = reorder.nextProposal(during: motions.scroll.offset, in: layout, count: cards.count)
    return earlier(motions.nextDeadline, proposal)
  }

  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { motions.isMoving }
  var isAnimating: Bool { motions.isAnimating(isReordering: touch?.reorder != nil) }

  /// What the deck is doing.
  var phase: DeckPhase { touch?.phase ?? (motions.isMoving || motions.isBouncing ? .settling : .rest) }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, fadingBefore, wasMoving) = (phase, motions.animator.fading.count, isMoving)
    motions.advance(to: now, in: layout)
    var outcomes = propose(now: now)
    if motions.arrivesToBounce(by: now) { outcomes.add(bounce(now: now)) }
    if motions.advanceBounce(to: now, in: layout) { outcomes.append(.event(.deckBounced)) }
    outcomes.add(updateFan(now: now))
    if arrival == .sliding, motions.animator.displaced.isEmpty {
      arrival = .complete
      outcomes.append(.event(.deckAppeared))
      if let first = cards.first { outcomes.append(shown(first, at: 0)) }
    }
    let isDone = wasMoving && !isMoving
    if phase != phaseBefore || motions.animator.fading.count != fadingBefore || isDone { outcomes.add(.redrawing) }
    return outcomes
  }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    motions.skip(to: now, isReordering: touch?.reorder != nil)
    return advance(to: now)
  }

  /// Returns the event of cards that a finger has pulled apart, or that are together again.
  private mutating func updateFan(now: Instant) -> [DeckOutcome] {
    .event(motions.updateFan(isPulled: touch?.pullsApart ?? false, in: layout, at: now))
  }

  /// Makes every visible card jump, by random heights from the deck's own generator.
  private mutating func bounce(now: Instant) -> [DeckOutcome] {
    let visible = geometry.visible(at: now).map(\.index).sorted()
    motions.startBounce(visible, in: layout, at: now)
    return isFelt ? [.haptic(.success)] : []
  }

  /// Whether there is haptic feedback beyond that of opening a card: a deck that reorders at the release has none
  /// (W12).
  private var isFelt: Bool { own.reorder == .live }
}

// MARK: - Commands

extension StackDeck {
  mutating func performOwn(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .select(let selection):
      guard let index = selection.card.flatMap(pile.index) ?? topmost, index != openIndex else { return [] }
      return open(index, now: now)
    case .dismiss: return close(by: own.openSpring, now: now)
    case .bounce: return bounce(now: now)
    case .scroll(let scroll): self.scroll(to: scroll.target, now: now)
    case .appear: appear(now: now)
    case .layOutDetail(let detail):
      pile.setContentLength(detail.length, of: detail.card)
      if detail.card == open { motions.fitDetail(of: pile, in: layout, at: now) }
    default: break
    }
    return []
  }

  mutating func complete(now: Instant) -> [DeckOutcome] { updateFan(now: now) }

  mutating func reset(now: Instant) -> [DeckOutcome] {
    motions.jump(to: 0, of: pile, in: layout)
    return restart(with: .deckReset, appearing: false, now: now)
  }

  mutating func load(_ cards: CardSequence, current: Int, now: Instant) -> [DeckOutcome] {
    pile.replaceCards(with: cards)
    motions.jump(to: 0, of: pile, in: layout)
    return restart(with: .deckLoaded, appearing: true, now: now)
  }

  /// The stack stays at its scroll offset where possible.
  mutating func reload(_ cards: CardSequence?, now: Instant) -> [DeckOutcome] {
    if let cards { pile.replaceCards(with: cards) }
    motions.jump(to: motions.scroll.value(at: now), of: pile, in: layout)
    return restart(with: .deckLoaded, appearing: true, now: now)
  }

  mutating func update(_ new: CardSequence, at indexes: [Int], now: Instant) -> [DeckOutcome] {
    pile.update(new, at: indexes)
    return updated(new, at: indexes)
  }

  mutating func move(_ index: Int, to target: Int, now: Instant) {
    rearrange(by: own.dropSpring, now: now) { $0.move(index, to: target) }
  }

  mutating func markLoaded(at indexes: [Int]) { pile.markLoaded(at: indexes) }
}

// MARK: - Opening, scrolling and edits

extension StackDeck {
  /// Opens a card from its current position; a card that is already open closes meanwhile (W3).
  private mutating func open(_ index: Int, now: Instant) -> [DeckOutcome] {
    motions.open(index, of: pile, in: layout, at: now)
    return [.event(.cardSelected(.init(card: cards[index].id, index: index))), .haptic(.selection)]
  }

  /// Closes the open card; one that a finger drags down continues with `velocity`, in pt/s.
  private mutating func close(by spring: SpringSetting, velocity: Double? = nil, now: Instant) -> [DeckOutcome] {
    guard let index = openIndex else { return [] }
    motions.close(by: spring, velocity: velocity, of: pile, in: layout, at: now)
    let dismissed = DeckOutcome.event(.cardDismissed(.init(card: cards[index].id, index: index)), counts: counts)
    return own.opening == .hero ? [dismissed, .haptic(.light)] : [dismissed]
  }

  /// Inserts `new` cards at `index`: they fade in while the others make space for them (W13).
  mutating func insert(_ new: CardSequence, at index: Int, now: Instant) -> [DeckOutcome] {
    let before = counts
    motions.removeGhosts(of: new)
    rearrange(by: own.shiftSpring, now: now) { $0.insert(new, at: index) }
    if openIndex == nil { motions.fitScroll(of: pile, in: layout, at: now) }
    motions.fadeIn(index..<index + new.count, in: geometry, during: settings.insertDuration, at: now)
    return inserted(new, at: index, since: before)
  }

  /// Removes cards: visible ones fade, and the others close up (W13).
  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    let closing = openIndex.map(range.contains) == true ? close(by: own.openSpring, now: now) : []
    let before = counts
    let ids = cards.ids(in: range)
    motions.fadeOut(range, in: geometry, during: settings.pushOutDuration, at: now)
    rearrange(by: own.shiftSpring, now: now) { $0.remove(range) }
    if openIndex == nil { motions.fitScroll(of: pile, in: layout, at: now) }
    return closing + removed(ids, from: range, since: before, successor: .none)
  }

  /// Edits the cards, and moves the visible ones from their current positions to the new ones.
  private mutating func rearrange(by spring: SpringSetting, now: Instant, _ edit: (inout StackPile) -> IndexShift) {
    let (before, count) = (geometry.visible(at: now), cards.count)
    let shift = edit(&pile)
    motions.remap(by: shift, from: count, to: cards.count)
    touch?.remap(by: shift)
    let dragged = touch?.reorder?.index
    if let dragged { motions.closeGap(besides: dragged, in: layout, at: now) }
    motions.moveCards(from: before, besides: dragged, by: shift, into: geometry, along: spring, at: now)
    // The cards make space again where the dragged one is now; the finger has not moved, and feels nothing.
    _ = propose(now: now)
  }

  /// Scrolls to an offset, or until a card is visible as a whole, within the scroll range.
  private mutating func scroll(to target: DeckCommand.Scroll.Target, now: Instant) {
    let wanted =
      switch target {
      case .offset(let offset): offset
      case .card(let id):
        layout.offset(showing: pile.index(of: id) ?? 0, of: cards.count, from: motions.scroll.value(at: now))
      }
    motions.scroll(to: wanted, of: pile, in: layout, at: now)
  }
}

// MARK: - Touches

extension StackDeck {
  /// Returns whether the deck accepts a finger that comes down at a point of it: anywhere in its rectangle.
  func isHit(at point: Point, now: Instant) -> Bool {
    !cards.isEmpty && (0...layout.area.size.width).contains(point.x) && (0...layout.area.size.height).contains(point.y)
  }

  /// Handles a finger that came down at `point`: what moves stops, and the gestures that the finger can make compete.
  mutating func press(at point: Point, now: Instant) -> Press {
    let card = geometry.card(at: point, now: now)
    let suppressed = suppressed(on: card, now: now)
    touch = StackTouch(at: point, on: card, mayTap: suppressed == nil && openIndex == nil)
    motions.hold(pile, in: layout, at: now)
    return openIndex == nil
      ? layout.press(on: card, of: cards.count, suppressed: suppressed) : layout.pressOnOpenCard(suppressed: suppressed)
  }

  /// Returns the gesture that a finger on a card, or beside all, cannot make.
  private func suppressed(on card: Int?, now: Instant) -> GestureExplanation.SuppressedGesture? {
    if openIndex != nil {
      switch own.opening {
      case .slide: return card == nil ? .noCard : motions.hero.detail.isMoving ? .stopped : nil
      case .hero: return .open(closesByDrag: own.dismissByDrag)
      }
    }
    guard card != nil else { return .noCard }
    if motions.scroll.isMoving { return .stopped }
    return now < tapsFrom ? .afterDrop(seconds: own.tapSuppression) : nil
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    var outcomes = outcomes(of: report, now: now)
    outcomes.add(updateFan(now: now))
    return outcomes
  }

  private mutating func outcomes(of report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.tap, .ended):
      if openIndex != nil { return close(by: own.openSpring, now: now) }
      guard let card = touch?.card else { return [] }
      return open(card, now: now)
    case (.tap, .failed), (.tap, .cancelled): touch?.excludeTap()
    case (.longPress, .began(let value)): return pickUp(at: value.translation, now: now)
    case (.longPress, .changed(let value)): return moveCard(by: value.translation, now: now)
    case (.longPress, .ended(let value)): return drop(velocity: value.carriedVelocity.dy, now: now)
    case (.longPress, .cancelled):
      let reset = resetOfDraggedCard
      cancelReorder(now: now)
      return .event(reset) + [.explain(.stack(.cancelled))] + roleChange
    case (.drag, .began(let value)):
      touch?.action = motions.drag(value, in: layout, at: now)
      follow(value, now: now)
    case (.drag, .changed(let value)), (.pinch, .changed(let value)): follow(value, now: now)
    case (.pinch, .began(let value)):
      touch?.action = motions.pinch(in: layout, at: now)
      follow(value, now: now)
    case (.drag, .ended(let value)), (.pinch, .ended(let value)): return release(value, now: now)
    case (.drag, .cancelled), (.pinch, .cancelled): return cancel(now: now)
    case (.tap, _), (.longPress, _), (.drag, _), (.pinch, _), (.fling, _): break
    }
    return []
  }

  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    switch touch?.action {
    case .reordering: cancelReorder(now: now)
    case .pinching: motions.releaseFan(in: layout, at: now)
    case .pressing, .scrolling, .scrollingDetail, .dismissing, .idle: break
    case nil: return []
    }
    // A card that is dragged, or that was caught while it returned and then released in place.
    if case .fixed(let offset) = motions.hero.dismissal, offset != 0 { motions.cancelDismissal(in: layout, at: now) }
    touch = nil
    // A finger that held content beyond its end, and moved nothing.
    motions.releaseScroll(of: pile, in: layout, at: now)
    return updateFan(now: now)
  }
}

// MARK: - Drags and pinches

extension StackDeck {
  private mutating func follow(_ value: GestureValue, now: Instant) {
    guard var action = touch?.action else { return }
    motions.follow(value, &action, of: pile, in: layout, at: now)
    touch?.action = action
  }

  private mutating func release(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    guard let action = touch?.action else { return [] }
    touch?.action = .idle
    if case .dismissing = action { return endDismissal(value, now: now) }
    guard let release = motions.release(value, action, of: pile, in: layout, at: now) else { return [] }
    var outcomes: [DeckOutcome] = []
    if case .scrolling(let trigger) = action, motions.bounces(after: trigger, in: layout, at: now) {
      outcomes = bounce(now: now)
    }
    return outcomes + [.explain(.stack(release))]
  }

  /// Handles cancelled fingers: what they moved returns, or stays where it may.
  private mutating func cancel(now: Instant) -> [DeckOutcome] {
    guard let action = touch?.action, motions.cancel(action, of: pile, in: layout, at: now) else { return [] }
    touch?.action = .idle
    return [.explain(.stack(.cancelled))]
  }

  /// Ends a drag that moved the open card down: the card closes, or returns (W9).
  private mutating func endDismissal(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    let offset = motions.hero.dismissal.value(at: now)
    let (isClosed, velocity) = layout.dismissal(at: offset, after: value)
    let threshold = layout.points(own.dismissDistance)
    let release = GestureExplanation.StackRelease.dismissal(distance: offset, threshold: threshold, isClosed: isClosed)
    if isClosed { return close(by: own.dismissSpring, velocity: velocity, now: now) + [.explain(.stack(release))] }
    motions.cancelDismissal(velocity: velocity, in: layout, at: now)
    return [.explain(.stack(release))]
  }
}

// MARK: - Reordering

extension StackDeck {
  /// Picks up a card when its press has begun, with the finger `translation` from where it came down (W4).
  private mutating func pickUp(at translation: Vector, now: Instant) -> [DeckOutcome] {
    guard openIndex == nil, let index = touch?.card else { return [] }
    let y = geometry.card(index, at: now).y
    let offset = motions.scroll.value(at: now)
    let reorder = ReorderSession(
      index,
      at: y,
      translation: translation,
      scroll: offset,
      in: layout,
      count: cards.count,
      now: now
    )
    touch?.action = .reordering(reorder)
    // The session's `y` includes the card's displacement; its pose is only the effect of the press.
    motions.lift(index, in: layout, at: now)
    return isFelt ? [.haptic(.medium)] : []
  }

  /// Moves the card that the finger picked up (W4, W6).
  private mutating func moveCard(by translation: Vector, now: Instant) -> [DeckOutcome] {
    guard let touch, var reorder = touch.reorder else { return [] }
    reorder.move(by: translation)
    self.touch?.action = .reordering(reorder)
    motions.follow(reorder, fingerAt: touch.start.y + translation.dy, of: pile, in: layout, at: now)
    return propose(now: now)
  }

  /// Shifts the other cards to make space where the dragged one is now.
  private mutating func propose(now: Instant) -> [DeckOutcome] {
    guard own.reorder == .live, var reorder = touch?.reorder else { return [] }
    let changes = motions.propose(&reorder, of: pile, in: layout, at: now)
    touch?.action = .reordering(reorder)
    return changes ? [.haptic(.light)] : []
  }

  /// Drops the card that the finger releases while moving down at `velocity`, in pt/s: the card gets its new index
  /// (W6).
  private mutating func drop(velocity: Double, now: Instant) -> [DeckOutcome] {
    guard let reorder = touch?.reorder else { return [] }
    let target = reorder.target(scrolledTo: motions.scroll.value(at: now), in: layout, count: cards.count)
    let origin = geometry.card(reorder.index, at: now).y
    let speed = motions.animator[reorder.index].y.state(at: now).velocity
    endReorder(now: now)
    tapsFrom = now.advanced(bySeconds: own.tapSuppression)
    let spring = own.reorder == .live ? own.shiftSpring : own.dropSpring
    let card = cards[reorder.index]
    rearrange(by: spring, now: now) { $0.move(reorder.index, to: target) }
    let drawn = speed + (own.releaseCarriesVelocity ? velocity : 0)
    motions.settle(target, from: origin, velocity: drawn, of: pile, in: layout, at: now)
    motions.fitScroll(of: pile, in: layout, at: now)
    let drop = DeckOutcome.explain(.stack(.drop(from: reorder.index, to: target)))
    guard target != reorder.index else { return [drop] + roleChange }
    let moved = DeckOutcome.event(.cardMoved(.init(card: card.id, from: reorder.index, to: target)))
    return [moved] + (isFelt ? [.haptic(.success)] : []) + [drop]
  }

  /// The redrawing of a card that is dragged no longer: where nothing moves, no other frame shows that.
  private var roleChange: [DeckOutcome] { isAnimating ? [] : .redrawing }

  /// That a card returns which a cancelled finger dragged.
  ///
  /// It is moved at a distance of whole positions.
  private var resetOfDraggedCard: DeckEvent.Kind? {
    guard let touch, let reorder = touch.reorder, touch.phase == .dragging else { return nil }
    return .cardReset(
      .init(
        card: cards[reorder.index].id,
        index: reorder.index,
        reason: .cancelled,
        direction: nil,
        progress: reorder.translation.dy.magnitude / layout.step,
        threshold: 1
      )
    )
  }

  /// Moves every card back to its position, because the finger was cancelled, or was a tap.
  private mutating func cancelReorder(now: Instant) {
    guard let index = touch?.reorder?.index else { return }
    let origin = geometry.card(index, at: now).y
    endReorder(now: now)
    motions.closeGap(besides: index, in: layout, at: now)
    let velocity = motions.animator[index].y.state(at: now).velocity
    motions.settle(index, from: origin, velocity: velocity, of: pile, in: layout, at: now)
  }

  private mutating func endReorder(now: Instant) {
    motions.endAutoscroll(of: pile, in: layout, at: now)
    touch?.action = .idle
  }
}

extension [DeckOutcome] {
  /// Returns one event, or none.
  fileprivate static func event(_ event: DeckEvent.Kind?) -> [DeckOutcome] {
    event.map { [.event($0)] } ?? []
  }
}
