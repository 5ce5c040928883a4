import DeckProtocol
import Gestures
import Kinetics

/// The least time between two looks at the card in the center, in seconds: less than a tick.
private let leastWait = 0.001

/// A carousel: cards side by side, of which the one in the center is current (K1–K5).
///
/// A finger scrolls it along; released, it settles on a card. Cards in their slots take no memory: only those that an
/// edit moves have a displacement.
struct CarouselDeck: Deck {
  /// A finger on the deck.
  struct TouchInteraction: Equatable, Sendable {
    enum Mode: Equatable, Sendable {
      /// Down, with nothing decided yet.
      case pressing
      case scrolling
      /// Done, and not lifted yet.
      case idle
    }

    var mode = Mode.pressing
    /// The index of the card under the finger.
    var card: Int?
    /// The slot in the center when the finger came down.
    var slot: Int
  }

  var definition: DeckDefinition
  var layout: CarouselLayout
  var cards: [Card]
  var current = 0
  /// Whether the event that the current card is shown is still to be published.
  var isArriving = false
  /// The card in the center at the last input or deadline; another one is felt.
  var middle = 0
  /// A slot of the first card.
  var first = 0
  var scroll = ScrollController()
  var displacements = CardDisplacements()
  var fading: [FadingCard] = []
  var finger: TouchInteraction?
  /// When `middle` was last compared with the scroll offset.
  private var looked = Instant(microseconds: .min)

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    cards = definition.cards
    layout = CarouselLayout(definition, on: surface)
  }

  var row: CarouselRow { layout.row(of: cards.count, from: first) }
  var behavior: ScrollBehavior {
    ScrollBehavior(
      range: row.range,
      band: layout.band,
      deceleration: layout.deceleration,
      spring: layout.carousel.spring.spring,
      snap: layout.step
    )
  }
  var undoDepth: Int { 0 }
  var open: String? { nil }
  var isAppearing: Bool { false }
  var joinsContacts: Bool { true }
  var followsFinger: Bool { finger?.mode == .scrolling }
  var touchedCard: String? {
    let index = finger?.card ?? current
    return cards.indices.contains(index) ? cards[index].id : nil
  }

  func visible(at now: Instant) -> Int {
    let aside = Int(((layout.reach / layout.step).rounded(.up) - 1).clamped(to: 0...1e9))
    return max(min(2 * aside + 1, cards.count), 1)
  }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    layout = CarouselLayout(definition, on: surface)
  }

  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    let goal = goalIndex
    layout = CarouselLayout(definition, on: surface)
    putInPlace(centering: goal)
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

  /// Puts every card at rest in its slot, with `index` in the center and no finger on the deck.
  mutating func putInPlace(centering index: Int) {
    first = 0
    finger = nil
    fading = []
    displacements = CardDisplacements()
    scroll.jump(to: Double(index) * layout.step)
    middle = index
  }

  /// Returns the event of another card that has come to rest in the center, and the feedback that it passed.
  mutating func arrivals(now: Instant) -> [DeckOutcome] {
    looked = now
    guard !cards.isEmpty else { return [] }
    let row = row
    let index = row.index(in: row.slot(at: scroll.value(at: now)))
    var outcomes: [DeckOutcome] = []
    if index != middle {
      middle = index
      outcomes = [.haptic(.selection)]
    }
    guard finger == nil, !scroll.isMoving, displacements.end == nil, index != current || isArriving else {
      return outcomes
    }
    current = index
    return outcomes + shown()
  }

  /// Returns the event that the current card is shown.
  mutating func shown() -> [DeckOutcome] {
    isArriving = false
    return cards.isEmpty ? [] : [shown(cards[current], at: current)]
  }
}

// MARK: - Touch (K2–K4)

extension CarouselDeck {
  func isHit(at point: Point, now: Instant) -> Bool {
    !cards.isEmpty && (0...area.size.width).contains(point.x) && (0...area.size.height).contains(point.y)
  }

  mutating func press(at point: Point, now: Instant) -> Press {
    let (card, wasMoving) = (card(at: point, now: now), scroll.isMoving)
    scroll.hold(within: behavior, at: now)
    finger = TouchInteraction(card: card, slot: row.slot(at: scroll.value(at: now)))
    let distance = layout.points(settings.dragDistance)
    let drag = Drag(minimumDistance: distance, axis: .horizontal).tree
    let suppressed: GestureExplanation.SuppressedGesture? = card == nil ? .noCard : wasMoving ? .stopped : nil
    let gestures = suppressed == nil ? [Tap(slop: distance).tree, drag] : [drag]
    return Press(GestureArena(gestures, ownership: settings.ownership), suppressed: suppressed)
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    var outcomes: [DeckOutcome] = []
    switch (report.kind, report.transition) {
    case (.tap, .ended): outcomes = tap(now: now)
    case (.drag, .began(let value)), (.drag, .changed(let value)):
      finger?.mode = .scrolling
      scroll.pull(by: -value.translation.dx, within: behavior)
    case (.drag, .ended(let value)):
      let velocity = -value.velocity.dx
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
    guard finger != nil else { return [] }
    // A finger that only held a moving carousel, or one between two cards.
    release(velocity: 0, now: now)
    finger = nil
    return arrivals(now: now)
  }

  /// Settles on the card nearest to the projected end, or on the one nearest to the finger for a fling of one card.
  mutating func release(velocity: Double, now: Instant) {
    let row = row
    var targets = row.range
    if layout.carousel.single, let start = finger?.slot {
      // As far as the finger itself has moved it, and at least to the next card.
      let slot = row.slot(at: scroll.value(at: now))
      let (low, high) = (Double(min(slot, start - 1)) * row.step, Double(max(slot, start + 1)) * row.step)
      targets = low.clamped(to: row.range)...high.clamped(to: row.range)
    }
    scroll.release(velocity: velocity, within: behavior, snappingTo: targets, at: now)
    finger?.mode = .idle
  }

  mutating func tap(now: Instant) -> [DeckOutcome] {
    guard let card = finger?.card else { return [] }
    if card == middle { return [.event(.cardSelected(card: cards[card].id, index: card))] }
    center(card, now: now)
    return []
  }

  /// Moves a card to the center by the spring; in a carousel that loops, in the direction that is shorter.
  mutating func center(_ index: Int, now: Instant) {
    let slot = row.slot(of: index, near: scroll.value(at: now))
    scroll.settle(to: Double(slot) * row.step, spring: layout.carousel.spring.spring, at: now)
  }

  /// Returns the topmost card at a point of the deck (G6).
  private func card(at point: Point, now: Instant) -> Int? {
    var found: (index: Int, z: Double)?
    eachVisibleCard(at: now) { index, distance, _ in
      let z = layout.z(at: distance)
      if layout.geometry(at: distance).contains(point), z > found?.z ?? -.infinity { found = (index, z) }
    }
    return found?.index
  }
}

// MARK: - Time

extension CarouselDeck {
  var phase: DeckPhase {
    switch finger?.mode {
    case .pressing, .idle: .pressing
    case .scrolling: .scrolling
    case nil: isMoving ? .settling : .rest
    }
  }

  var isMoving: Bool { scroll.isMoving || displacements.end != nil || !fading.isEmpty }
  var isAnimating: Bool { isMoving }

  var nextDeadline: Instant? {
    var next = earlier(scroll.nextDeadline, displacements.end)
    for card in fading { next = earlier(next, card.opacity.end) }
    return earlier(next, nextLook)
  }

  /// When another card may be in the center, at the earliest; `nil` while the carousel does not scroll by itself.
  ///
  /// A spring reaches a position at no instant known in closed form, so the time that the distance to the nearest
  /// boundary takes at the greatest speed passes first, then what is left of it, down to a millisecond.
  private var nextLook: Instant? {
    guard scroll.isMoving else { return nil }
    let position = scroll.value(at: looked) / layout.step
    let distance = (0.5 - (position - position.rounded()).magnitude) * layout.step
    let speed = scroll.offset.greatestSpeed(from: looked)
    return looked.advanced(bySeconds: max(speed > 0 ? distance / speed : 0, leastWait))
  }

  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, fadingBefore, wasMoving) = (phase, fading.count, isMoving)
    scroll.advance(to: now, spring: layout.carousel.spring.spring)
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

// MARK: - Picture

extension CarouselDeck {
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.removeAll(keepingCapacity: true)
    eachVisibleCard(at: now) { index, distance, opacity in
      canvas.append(CardFrame(presented(index, at: distance, opacity: opacity)))
    }
    for card in fading { canvas.append(CardFrame(card.presented(at: now, depth: depth(of: card)))) }
    _ = canvas.assignOrder()
    return DeckPicture(cards: canvas)
  }

  func visibleCards(at now: Instant) -> [Card] {
    var visible: [Card] = []
    eachVisibleCard(at: now) { index, _, _ in visible.append(cards[index]) }
    return visible + fading.map(\.card)
  }

  func scene(from now: Instant) -> AnimatedScene {
    let (row, time) = (row, SymbolicEvaluation())
    let offset = scroll.value(at: now)
    let speed = scroll.offset.greatestSpeed(from: now)
    // As far as no card is needed in two slots, and a deck's width at most.
    let margin = row.loops ? (Double(row.count) * row.step - 2 * layout.reach) / 2 : area.size.width
    let ahead = scroll.offset.range.clamped(to: offset - margin...offset + margin)
    var elements: [AnimatedElement] = []
    for slot in row.slots(within: layout.reach, of: speed > 0 ? ahead : offset...offset) {
      let index = row.index(in: slot)
      guard !displacements.contains(index) else { continue }
      let distance = distance(of: slot, at: time)
      elements.append(AnimatedElement(presented(index, at: distance)))
    }
    for entry in displacements.entries {
      let distance = distance(of: entry.slot, at: time) + time.value(of: entry.distance)
      elements.append(AnimatedElement(presented(entry.index, at: distance, opacity: time.value(of: entry.opacity))))
    }
    elements += fading.map { AnimatedElement($0.presented(at: time, depth: depth(of: $0))) }
    let isWhole = speed == 0 || ahead == scroll.offset.range
    return AnimatedScene(
      elements: elements,
      end: isWhole ? nil : now.advanced(bySeconds: max(margin / speed, leastWait))
    )
  }

  /// Calls `visit` with the index of each visible card, the distance of its center from the deck's center, and the
  /// factor of its opacity.
  func eachVisibleCard(at now: Instant, _ visit: (Int, Double, Double) -> Void) {
    let row = row
    let offset = scroll.value(at: now)
    for slot in row.slots(within: layout.reach, of: offset...offset) {
      let index = row.index(in: slot)
      if !displacements.contains(index) { visit(index, distance(of: slot, at: now), 1) }
    }
    for entry in displacements.entries {
      let distance = distance(of: entry.slot, at: now) + entry.distance.value(at: now)
      if distance.magnitude < layout.reach { visit(entry.index, distance, entry.opacity.value(at: now)) }
    }
  }

  /// Returns how far a slot is to the right of the deck's center, in points.
  private func distance<At: Evaluation>(of slot: Int, at time: At) -> At.Number {
    At.Number(Double(slot) * layout.step) - time.value(of: scroll.offset)
  }

  private func presented<Number: MotionScalar>(
    _ index: Int,
    at distance: Number,
    opacity: Number = 1
  ) -> PresentedCard<Number> {
    let role: CardRole = index == middle ? .front : .behind
    var geometry = layout.geometry(at: distance)
    geometry.opacity = geometry.opacity * opacity.clamped(to: 0...1)
    return PresentedCard(
      id: cards[index].id,
      index: index,
      depth: depth(of: index),
      place: geometry,
      z: layout.z(at: distance),
      role: role
    )
  }

  /// How many cards are between a card and the one in the center, itself included; around the end in a loop.
  private func depth(of index: Int) -> Int {
    let distance = abs(index - middle)
    return row.loops ? min(distance, cards.count - distance) : distance
  }

  /// How many slots off center a card was removed: its index says nothing about the cards that are left.
  private func depth(of card: FadingCard) -> Int { Int(card.z.magnitude.rounded()) }
}
