import DeckProtocol
import Gestures
import Kinetics

/// A carousel: cards side by side, of which the one in the center is current (K1–K5).
///
/// A finger scrolls it along; released, it settles on a card. Cards in their slots take no memory: only those that an
/// edit moves have a displacement.
struct CarouselDeck: Deck {
  var definition: DeckDefinition
  private(set) var layout: CarouselLayout
  private(set) var pile: CarouselPile
  private(set) var scroll = ScrollController()
  private(set) var displacements = CardDisplacements()
  private(set) var touch: CarouselTouch?
  var lead = DrawnLead.none
  /// Removed cards.
  private var fading: [FadingCard] = []
  /// A slot of the first card.
  private var first = 0
  /// When the card in the center was last compared with the scroll offset.
  private var looked = Instant(microseconds: .min)

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    pile = CarouselPile(definition.cards)
    layout = CarouselLayout(definition, on: surface)
  }

  var cards: CardSequence { pile.cards }
  var current: Int { pile.current }
  var row: CarouselRow { layout.row(of: cards.count, from: first) }
  var undoDepth: Int { 0 }
  var open: String? { nil }
  var isAppearing: Bool { false }
  var joinsContacts: Bool { true }
  var followsFinger: Bool { touch?.isScrolling ?? false }
  var touchedCard: String? {
    let index = touch?.card ?? current
    return cards.indices.contains(index) ? cards[index].id : nil
  }

  /// Where the cards are, as a pure function of time.
  var geometry: CarouselGeometry { geometry(leading: .none) }

  /// Where the cards are drawn.
  var drawnGeometry: CarouselGeometry { geometry(leading: lead) }

  private func geometry(leading lead: DrawnLead) -> CarouselGeometry {
    CarouselGeometry(
      layout: layout,
      pile: pile,
      row: row,
      scroll: scroll.offset,
      lead: lead,
      displacements: displacements,
      fading: fading
    )
  }

  private var spring: Spring { layout.own.spring.spring }

  private var behavior: ScrollBehavior {
    ScrollBehavior(
      range: row.range,
      band: layout.band,
      deceleration: layout.deceleration,
      spring: spring,
      snap: layout.step,
      reach: layout.scrollReach
    )
  }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    layout = CarouselLayout(definition, on: surface)
  }

  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    let goal = goalIndex
    layout = CarouselLayout(definition, on: surface)
    _ = pile.pass(goal)
    putInPlace()
    return arrivals(now: now)
  }
}

// MARK: - Position

extension CarouselDeck {
  /// The index of the card that is in the center when everything has come to rest.
  var goalIndex: Int {
    let row = row
    return cards.isEmpty ? 0 : row.index(in: row.slot(at: scroll.goal))
  }

  /// Puts every card at rest in its slot, with the pile's in the center and no finger on the deck.
  private mutating func putInPlace() {
    first = 0
    touch = nil
    fading = []
    displacements = CardDisplacements()
    scroll.jump(to: Double(pile.middle) * layout.step)
  }

  /// Returns the event of another card that has come to rest in the center, and the feedback that it passed.
  private mutating func arrivals(now: Instant) -> [DeckOutcome] {
    looked = now
    guard !cards.isEmpty else { return [] }
    let row = row
    let index = row.index(in: row.slot(at: scroll.value(at: now)))
    var outcomes: [DeckOutcome] = pile.pass(index) ? [.haptic(.selection)] : []
    guard touch == nil, !scroll.isMoving, displacements.end == nil, let card = pile.arrive(at: index) else {
      return outcomes
    }
    outcomes.append(shown(card, at: index))
    return outcomes
  }
}

// MARK: - Touch (K2–K4)

extension CarouselDeck {
  func isHit(at point: Point, now: Instant) -> Bool {
    !cards.isEmpty && (0...area.size.width).contains(point.x) && (0...area.size.height).contains(point.y)
  }

  mutating func press(at point: Point, now: Instant) -> Press {
    let (card, wasMoving) = (geometry.card(at: point, now: now), scroll.isMoving && !scroll.seemsToRest(at: now))
    scroll.hold(within: behavior, at: now)
    touch = CarouselTouch(on: card, centering: row.slot(at: scroll.value(at: now)))
    let distance = layout.points(settings.dragDistance)
    let drag = Drag(minimumDistance: distance, axis: .horizontal).tree
    let suppressed: GestureExplanation.SuppressedGesture? = card == nil ? .noCard : wasMoving ? .stopped : nil
    let gestures = suppressed == nil ? [Tap(slop: distance).tree, drag] : [drag]
    return Press(GestureArena(gestures), suppressed: suppressed)
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    var outcomes: [DeckOutcome] = []
    switch (report.kind, report.transition) {
    case (.tap, .ended): outcomes = tap(now: now)
    case (.drag, .began(let value)), (.drag, .changed(let value)):
      touch?.scroll()
      scroll.pull(by: -value.translation.dx, within: behavior)
    case (.drag, .ended(let value)):
      let velocity = -value.carriedVelocity.dx
      // The cards may have been removed under the finger.
      guard !cards.isEmpty else { return [] }
      release(velocity: velocity, now: now)
      outcomes = [.explain(.stack(.settle(velocity: velocity, card: cards[goalIndex].id)))]
    case (.drag, .cancelled):
      release(velocity: 0, now: now)
      outcomes = [.explain(.stack(.cancelled))]
    case (.tap, _), (.drag, _), (.longPress, _), (.pinch, _), (.fling, _): break
    }
    outcomes.add(arrivals(now: now))
    return outcomes
  }

  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    guard touch != nil else { return [] }
    // A finger that only held a moving carousel, or one between two cards.
    release(velocity: 0, now: now)
    touch = nil
    return arrivals(now: now)
  }

  /// Settles on the card nearest to the projected end, or on the one nearest to the finger for a fling of one card.
  private mutating func release(velocity: Double, now: Instant) {
    let row = row
    let single = layout.own.single ? touch : nil
    let targets = single?.targets(centering: row.slot(at: scroll.value(at: now)), in: row) ?? row.range
    scroll.release(velocity: velocity, within: behavior, snappingTo: targets, at: now)
    touch?.release()
  }

  private mutating func tap(now: Instant) -> [DeckOutcome] {
    guard let card = touch?.card else { return [] }
    if card == pile.middle { return [.event(.cardSelected(.init(card: cards[card].id, index: card)))] }
    center(card, now: now)
    return []
  }

  /// Moves a card to the center by the spring; in a carousel that loops, in the direction that is shorter.
  private mutating func center(_ index: Int, now: Instant) {
    let slot = row.slot(of: index, near: scroll.value(at: now))
    scroll.settle(to: Double(slot) * row.step, spring: spring, reach: layout.scrollReach, at: now)
  }
}

extension CarouselDeck {
  func drawn(_ lead: FingerLead) -> FingerLead? {
    // A short loop would draw a card in two slots.
    guard followsFinger, geometry.margin > layout.points(settings.leadLimit) else { return nil }
    return scroll.drawn(lead, along: Vector(dx: -1, dy: 0), within: behavior)
  }

  func followed(at now: Instant) -> FollowedMotion? { FollowedMotion(across: scroll.offset.state(at: now)) }
}

// MARK: - Time

extension CarouselDeck {
  var phase: DeckPhase { touch?.phase ?? (isMoving ? .settling : .rest) }
  var isMoving: Bool { scroll.isMoving || displacements.end != nil || !fading.isEmpty }
  var isAnimating: Bool { isMoving }

  var nextDeadline: Instant? {
    var next = earlier(scroll.nextDeadline, displacements.end)
    for card in fading { next = earlier(next, card.opacity.end) }
    return scroll.isMoving ? earlier(next, layout.nextLook(after: looked, scrolledBy: scroll.offset)) : next
  }

  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, fadingBefore, wasMoving) = (phase, fading.count, isMoving)
    scroll.advance(to: now, spring: spring)
    displacements.settle(at: now)
    fading.removeAll { $0.opacity.isResting(at: now) }
    var outcomes = arrivals(now: now)
    if phase != phaseBefore || fading.count != fadingBefore || wasMoving != isMoving { outcomes.add(.redrawing) }
    return outcomes
  }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    scroll.skip()
    displacements.skip()
    fading = []
    return advance(to: now)
  }
}

// MARK: - Commands and edits (K5)

extension CarouselDeck {
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    show(cards, centering: current, with: .deckLoaded)
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    pile = CarouselPile(state)
    putInPlace()
    return []
  }

  mutating func resume(now: Instant) -> [DeckOutcome] { arrivals(now: now) }

  mutating func performOwn(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .select(let selection):
      let index = selection.card.flatMap(pile.index(of:)) ?? pile.middle
      if selection.card != nil { center(index, now: now) }
      return [.event(.cardSelected(.init(card: cards[index].id, index: index)))]
    case .scroll(let scroll):
      switch scroll.target {
      case .card(let card):
        if let index = pile.index(of: card) { center(index, now: now) }
      case .offset(let offset):
        let index = CarouselRow(count: cards.count, first: 0, step: layout.step, loops: false).slot(at: offset)
        center(index, now: now)
      }
    default: break
    }
    return []
  }

  mutating func complete(now: Instant) -> [DeckOutcome] { arrivals(now: now) }

  mutating func reset(now: Instant) -> [DeckOutcome] { show(cards, centering: 0, with: .deckReset) }

  mutating func load(_ cards: CardSequence, current: Int, now: Instant) -> [DeckOutcome] {
    show(cards, centering: current, with: .deckLoaded)
  }

  mutating func reload(_ cards: CardSequence?, now: Instant) -> [DeckOutcome] {
    show(cards ?? self.cards, centering: goalIndex, with: .deckLoaded)
  }

  mutating func update(_ new: CardSequence, at indexes: [Int], now: Instant) -> [DeckOutcome] {
    pile.update(new, at: indexes)
    return updated(new, at: indexes)
  }

  mutating func move(_ index: Int, to target: Int, now: Instant) { rearrange(now: now) { $0.move(index, to: target) } }

  mutating func markLoaded(at indexes: [Int]) { pile.markLoaded(at: indexes) }

  /// Shows cards at rest, with `index` in the center, or the last card if there are fewer.
  private mutating func show(_ cards: CardSequence, centering index: Int, with event: DeckEvent.Kind) -> [DeckOutcome] {
    pile.show(cards, centering: index)
    putInPlace()
    return [.event(event)] + (cards.isEmpty ? [] : [shown(cards[current], at: current)])
  }

  /// Inserts cards: they fade in, and the others make space; the card in the center stays there.
  mutating func insert(_ new: CardSequence, at index: Int, now: Instant) -> [DeckOutcome] {
    let before = counts
    let back = new.keys(among: fading.map(\.card.key))
    fading.removeAll { back.contains($0.card.key) }
    rearrange(now: now) { $0.insert(new, at: index) }
    return inserted(new, at: index, since: before)
  }

  /// Removes cards: visible ones fade, and the others close up; the next card takes the center if it is left empty.
  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    let before = counts
    let ids = cards.ids(in: range)
    fading += geometry.fade(range, in: settings.pushOutDuration, at: now)
    fading.keepLast(LeavingCards.most)
    rearrange(now: now) { $0.remove(range) }
    return removed(ids, from: range, since: before, successor: .last)
  }

  /// Edits the cards, and moves those that are visible before or after from where they are to their new slots.
  ///
  /// The card that the carousel settles on keeps its slot.
  private mutating func rearrange(now: Instant, _ edit: (inout CarouselPile) -> IndexShift) {
    let (before, goal) = (geometry, goalIndex)
    let goalSlot = before.row.slot(at: scroll.goal)
    let shift = edit(&pile)
    touch?.remap(by: shift)
    guard !cards.isEmpty else {
      let fading = fading
      putInPlace()
      return self.fading = fading
    }
    first = goalSlot - pile.successor(of: goal, after: shift, from: before.row.count)
    bringIntoRow(from: before.row, now: now)
    let (row, offset) = (row, scroll.value(at: now))
    var moved = row.slots(within: layout.reach, of: offset...offset).map(row.index(in:))
    before.eachVisibleCard(at: now) { index, _, _ in
      if let index = shift.newIndex(of: index), !moved.contains(index) { moved.append(index) }
    }
    displacements.replace(by: moved.map { displacement(of: $0, after: shift, from: before, at: now) })
    scroll.fit(within: behavior, at: now)
  }

  /// Moves the scroll offset of a carousel in motion to where the row has slots; the cards are drawn where they were,
  /// displaced.
  ///
  /// Around the slot that a fling or a spring approaches, fewer cards may be left than it is slots away. What was beyond
  /// an end of the row stays as far beyond it.
  private mutating func bringIntoRow(from before: CarouselRow, now: Instant) {
    let offset = scroll.value(at: now)
    let inside = offset.clamped(to: before.range)
    scroll.shift(by: inside.clamped(to: row.range) - inside, spring: spring, at: now)
  }

  /// Returns the path of a card to its slot from where it was drawn `before` an edit; a new card fades in.
  private func displacement(
    of index: Int,
    after shift: IndexShift,
    from before: CarouselGeometry,
    at now: Instant
  ) -> CardDisplacements.Entry {
    let (row, offset, last) = (row, scroll.value(at: now), before.scroll.value(at: now))
    let slot = row.slot(of: index, near: offset)
    guard let oldIndex = shift.oldIndex(of: index), before.row.count > 0 else {
      let fade = CurveMotion(.default, from: 0, to: 1, duration: settings.insertDuration, at: now)
      return CardDisplacements.Entry(index: index, opacity: .curve(fade))
    }
    var entry = before.displacements.entry(of: oldIndex) ?? CardDisplacements.Entry(index: oldIndex)
    let oldSlot = before.slot(of: entry, at: now)
    // A card that was not visible comes from just beyond the edge of the deck.
    let distance = Double(oldSlot) * row.step - last + entry.distance.value(at: now)
    let excess = distance - distance.clamped(to: -layout.reach...layout.reach)
    let shift = Double(oldSlot - slot) * row.step + (offset - last) - excess
    entry.index = index
    if shift != 0 { entry.distance = entry.distance.springing(to: 0, spring, shiftedBy: shift, rest: .points, at: now) }
    return entry
  }
}
