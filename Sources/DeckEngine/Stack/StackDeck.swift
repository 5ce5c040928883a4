import DeckProtocol
import Kinetics

/// A stack of cards that is scrolled, fanned out and reordered, and of which one card can be open.
///
/// Cards at their layout positions take no memory here: in a stack of any length, only the cards that a finger or a
/// motion has moved have a pose.
struct StackDeck: Deck {
  /// Whether the cards have arrived.
  private enum Arrival: Equatable, Sendable {
    case complete
    /// Cards are still sliding in.
    case sliding
    /// Cards slid in when the restored state was taken; the first card's arrival is still to be published.
    case unpublished
  }

  var definition: DeckDefinition
  private(set) var layout: StackLayout
  var pile: StackPile
  var touch: StackTouch?
  var scroll = ScrollController()
  var fan = FanController()
  /// The motions of single cards.
  var animator = StackAnimator()
  /// The open card.
  var hero = HeroTransition()
  var bounce: BounceAnimation
  /// Taps before this come from a finger that has just released a card.
  var tapsFrom = Instant(microseconds: .min)
  private var arrival = Arrival.complete

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    pile = StackPile(definition.cards)
    layout = StackLayout(definition, on: surface)
    bounce = BounceAnimation(deck: definition.id)
  }

  var stack: StackSettings { layout.stack }
  var cards: [Card] { pile.cards }
  var isAppearing: Bool { arrival == .sliding && settings.appearBlocksTouches }
  var current: Int { hero.openIndex ?? 0 }
  func visible(at now: Instant) -> Int { max(geometry.visible(at: now).count, 1) }
  var undoDepth: Int { 0 }
  var open: String? { hero.open?.card }
  var followsFinger: Bool { touch?.movesCards ?? false }
  var joinsContacts: Bool { true }
  var touchedCard: String? { (touch?.card ?? hero.openIndex).map { cards[$0].id } }

  /// Where the cards are, as a pure function of time.
  var geometry: StackGeometry {
    StackGeometry(
      layout: layout,
      pile: pile,
      scroll: scroll.offset,
      spread: fan.spread,
      animator: animator,
      hero: hero,
      touch: touch,
      isEntering: arrival == .sliding
    )
  }

  var scrolling: ScrollBehavior { layout.scrolling(count: cards.count) }

  /// How the content of the open card scrolls.
  var detailScrolling: ScrollBehavior {
    let open = hero.open
    return layout.detailScrolling(length: open.map { pile.contentLength(of: $0.card) } ?? 0, below: open?.frame)
  }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    layout = StackLayout(definition, on: surface)
  }

  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    layout = StackLayout(definition, on: surface)
    scroll.jump(to: scroll.value(at: now).clamped(to: scrolling.range))
    hero.relayout(layout, count: cards.count)
    hero.detail.jump(to: hero.detail.value(at: now).clamped(to: detailScrolling.range))
    return updateFan(now: now)
  }

  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    geometry.picture(at: now, on: &canvas)
  }

  func scene(from now: Instant) -> AnimatedScene { geometry.scene(from: now) }

  /// Returns the cards of the picture, in its order.
  ///
  /// Which cards are visible depends on the moment; a snapshot uses the same one for both.
  func visibleCards(at now: Instant) -> [Card] {
    geometry.visible(at: now).map { cards[$0.index] } + animator.fading.map(\.card)
  }
}

// MARK: - Beginning, end and state

extension StackDeck {
  var state: DeckState {
    // A dragged card scrolls the stack; the offset to persist is where the stack was when that card was picked up.
    let offset = touch?.reorder?.scroll ?? scroll.goal
    return DeckState(
      deck: definition.id,
      kind: .stack,
      cards: cards,
      configured: definition.cards,
      isArriving: arrival != .complete && !cards.isEmpty,
      isFanned: fan.isFanned,
      open: open,
      scroll: offset.clamped(to: scrolling.range)
    )
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    pile.replaceCards(with: state.cards)
    putInPlace()
    tapsFrom = Instant(microseconds: .min)
    scroll.jump(to: state.scroll.clamped(to: scrolling.range))
    arrival = state.isArriving && !cards.isEmpty ? .unpublished : .complete
    fan = FanController(isFanned: state.isFanned)
    if let open = state.open, let index = pile.index(of: open) {
      hero.restore(index, card: open, in: layout, count: cards.count)
    }
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

  mutating func end() -> [DeckOutcome] { .event(fan.gather()) }

  /// Shows the cards from the start; `event` is published first.
  mutating func restart(with event: DeckEvent.Kind, appearing: Bool, now: Instant) -> [DeckOutcome] {
    end() + [.event(event)] + show(appearing: appearing, now: now)
  }

  /// Slides the cards in from the leading edge, the last first (W2).
  mutating func appear(now: Instant) {
    let visible = geometry.visible(at: now).map(\.index).sorted()
    animator.slideIn(visible, in: layout, at: now)
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
  private mutating func putInPlace() {
    touch = nil
    fan = FanController()
    animator = StackAnimator()
    hero = HeroTransition()
    bounce.cancel()
    arrival = .complete
  }
}

// MARK: - Time

extension StackDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    var next = earlier(motionEnd, earlier(scroll.nextDeadline, hero.detail.nextDeadline))
    if let reorder = touch?.reorder {
      next = earlier(next, reorder.nextProposal(during: scroll.offset, in: layout, count: cards.count))
    }
    return earlier(next, bounce.nextDeadline)
  }

  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { scroll.isMoving || hero.detail.isMoving || motionEnd != nil }

  /// Whether an animation runs; a scroll that a dragged card causes at an end of the stack is the finger's, and is
  /// none.
  var isAnimating: Bool {
    animator.end != nil || hero.isAnimating || fan.spread.end != nil || hero.detail.isMoving || bounce.isActive
      || scroll.isMoving && !isAutoscrolling
  }

  /// What the deck is doing.
  var phase: DeckPhase { touch?.phase ?? (isMoving || bounce.isActive ? .settling : .rest) }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, fadingBefore, wasMoving) = (phase, animator.fading.count, isMoving)
    scroll.advance(to: now, spring: layout.scrollSpring)
    hero.advance(to: now, in: layout)
    animator.advance(to: now)
    fan.advance(to: now)
    var outcomes = propose(now: now)
    outcomes.add(advanceBounce(to: now))
    outcomes.add(updateFan(now: now))
    if arrival == .sliding, animator.displaced.isEmpty {
      arrival = .complete
      outcomes.append(.event(.deckAppeared))
      if let first = cards.first { outcomes.append(shown(first, at: 0)) }
    }
    let isDone = wasMoving && !isMoving
    if phase != phaseBefore || animator.fading.count != fadingBefore || isDone { outcomes.add(.redrawing) }
    return outcomes
  }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    animator.skip()
    hero.skip()
    fan.skip()
    // A flick that arrives fast enough to bounce does so before it ends.
    if !bounce.isExpected, !isAutoscrolling { scroll.skip() }
    bounce.skip(to: now)
    return advance(to: now)
  }

  /// Returns the event of cards that a finger has pulled apart, or that are together again.
  mutating func updateFan(now: Instant) -> [DeckOutcome] {
    guard stack.fans else { return end() }
    let metrics = layout.metrics(scrolledBy: scroll.value(at: now), spread: fan.spread.value(at: now))
    // Whether the stack is returning to its beginning.
    let isReturning = if case .spring = scroll.offset { true } else { false }
    let isPulled = touch?.pullsApart ?? false
    return .event(fan.update(isApart: metrics.isApart, isPulled: isPulled, isReturning: isReturning))
  }

  /// Makes every visible card jump, by random heights from the deck's own generator.
  mutating func jump(now: Instant) -> [DeckOutcome] {
    let visible = geometry.visible(at: now).map(\.index).sorted()
    bounce.start(visible, &animator, in: layout, at: now)
    return isFelt ? [.haptic(.success)] : []
  }

  /// Whether there is haptic feedback beyond that of opening a card: a deck that reorders at the release has none
  /// (W12).
  var isFelt: Bool { stack.reorder == .live }

  /// Performs what is due of a bounce.
  private mutating func advanceBounce(to now: Instant) -> [DeckOutcome] {
    var outcomes: [DeckOutcome] = []
    // A touch or a command that stopped the stack in the meantime has cancelled its bounce.
    if bounce.arrives(by: now), case .decay = scroll.offset { outcomes = jump(now: now) }
    if bounce.advance(to: now, &animator, fall: stack.bounceFall) { outcomes.append(.event(.deckBounced)) }
    return outcomes
  }

  private var isAutoscrolling: Bool {
    guard touch?.reorder != nil, case .curve = scroll.offset else { return false }
    return true
  }

  /// The earliest moment at which anything but the scroll comes to rest.
  private var motionEnd: Instant? { earlier(fan.spread.end, earlier(animator.end, hero.end)) }
}

extension [DeckOutcome] {
  /// Returns one event, or none.
  fileprivate static func event(_ event: DeckEvent.Kind?) -> [DeckOutcome] {
    event.map { [.event($0)] } ?? []
  }
}
