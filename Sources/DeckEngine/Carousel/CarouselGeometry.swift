import DeckProtocol
import Kinetics

/// Where the cards of a carousel are, and how they are drawn: a pure function of the carousel's state and of time.
struct CarouselGeometry {
  let layout: CarouselLayout
  let pile: CarouselPile
  let row: CarouselRow
  /// The scroll offset.
  let scroll: Motion
  /// How far the cards are drawn ahead of the finger that scrolls them.
  let lead: DrawnLead
  let displacements: CardDisplacements
  let fading: [FadingCard]

  /// Calls `visit` with the index of each visible card, the distance of its center from the deck's center, and the
  /// factor of its opacity.
  func eachVisibleCard(at now: Instant, _ visit: (Int, Double, Double) -> Void) {
    let offset = scroll.value(at: now) + lead.across(at: now)
    for slot in row.slots(within: layout.reach, of: offset...offset) {
      let index = row.index(in: slot)
      if !displacements.contains(index) { visit(index, distance(of: slot, at: now), 1) }
    }
    for entry in displacements.entries {
      let distance = distance(of: slot(of: entry, at: now), at: now) + entry.distance.value(at: now)
      if distance.magnitude < layout.reach { visit(entry.index, distance, entry.opacity.value(at: now)) }
    }
  }

  /// Returns the topmost card at a point of the deck (G6).
  func card(at point: Point, now: Instant) -> Int? {
    var found: (index: Int, z: Double)?
    eachVisibleCard(at: now) { index, distance, _ in
      let z = layout.z(at: distance)
      if layout.geometry(at: distance).contains(point), z > found?.z ?? -.infinity { found = (index, z) }
    }
    return found?.index
  }

  /// Returns the visible cards in `range` as they fade from where they are, over `duration` seconds.
  func fade(_ range: Range<Int>, in duration: Double, at now: Instant) -> [FadingCard] {
    var cards: [FadingCard] = []
    eachVisibleCard(at: now) { index, distance, opacity in
      guard range.contains(index) else { return }
      let geometry = layout.geometry(at: distance)
      let start = geometry.opacity * opacity
      let fade = CurveMotion(.default, from: start, to: 0, duration: duration, at: now)
      let card = pile.cards[index]
      let z = layout.z(at: distance)
      cards.append(FadingCard(card: card, index: index, geometry: geometry, opacity: .curve(fade), z: z))
    }
    return cards
  }

  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.removeAll(keepingCapacity: true)
    eachVisibleCard(at: now) { index, distance, opacity in
      canvas.append(CardFrame(presented(index, at: distance, opacity: opacity)))
    }
    for card in fading { canvas.append(CardFrame(card.presented(at: now, depth: depth(of: card)))) }
    _ = canvas.assignOrder()
    return DeckPicture(cards: canvas)
  }

  /// Returns the cards of the picture at `now`, in its order.
  func visibleCards(at now: Instant) -> [Card] {
    var visible: [Card] = []
    eachVisibleCard(at: now) { index, _, _ in visible.append(pile.cards[index]) }
    return visible + fading.map(\.card)
  }

  func scene(from now: Instant) -> AnimatedScene {
    let time = SymbolicEvaluation()
    let offset = scroll.value(at: now)
    let speed = scroll.greatestSpeed(from: now)
    let leads = lead.acrossRange
    let (all, near) = (scroll.range.widened(by: leads), offset - margin...offset + margin)
    let ahead = (speed > 0 ? all : (offset...offset).widened(by: leads)).clamped(to: near)
    var elements: [AnimatedElement] = []
    for slot in row.slots(within: layout.reach, of: ahead) {
      let index = row.index(in: slot)
      guard !displacements.contains(index) else { continue }
      elements.append(AnimatedElement(presented(index, at: distance(of: slot, at: time))))
    }
    for entry in displacements.entries {
      let distance = distance(of: slot(of: entry, at: now), at: time) + time.value(of: entry.distance)
      elements.append(AnimatedElement(presented(entry.index, at: distance, opacity: time.value(of: entry.opacity))))
    }
    elements += fading.map { AnimatedElement($0.presented(at: time, depth: depth(of: $0))) }
    var greatestSpeed = speed == 0 || ahead == all ? 0 : speed
    for entry in displacements.entries where comesAround(entry, whileScrolling: all, from: now) {
      greatestSpeed = max(greatestSpeed, speed + entry.distance.greatestSpeed(from: now))
    }
    let distance = margin - max(leads.upperBound, -leads.lowerBound)
    let wait = max(distance / greatestSpeed, CarouselLayout.leastWait)
    return AnimatedScene(elements: elements, end: greatestSpeed == 0 ? nil : now.advanced(bySeconds: wait))
  }

  /// How far ahead the cards of a scene reach, in points: as far as no card is needed in two slots, and a deck's width
  /// at most.
  var margin: Double {
    row.loops ? (Double(row.count) * row.step - 2 * layout.reach) / 2 : layout.area.size.width
  }

  /// Returns the slot of a displaced card; in a loop, the one from which the card is the nearest to the center.
  ///
  /// The scroll may take a card around the loop while it is displaced.
  func slot(of entry: CardDisplacements.Entry, at now: Instant) -> Int {
    row.slot(of: entry.index, near: scroll.value(at: now) - entry.distance.value(at: now))
  }

  /// Returns whether a displaced card may be visible in another slot than now, while the scroll offset takes values in a
  /// range.
  private func comesAround(
    _ entry: CardDisplacements.Entry,
    whileScrolling offsets: ClosedRange<Double>,
    from now: Instant
  ) -> Bool {
    guard row.loops else { return false }
    let center = Double(slot(of: entry, at: now)) * layout.step
    let moved = entry.distance.range
    let (low, high) = (center - offsets.upperBound + moved.lowerBound, center - offsets.lowerBound + moved.upperBound)
    return max(-low, high) > layout.reach + 2 * margin
  }

  /// Returns how far a slot is to the right of the deck's center, in points.
  private func distance<At: Evaluation>(of slot: Int, at time: At) -> At.Number {
    At.Number(Double(slot) * layout.step) - (time.value(of: scroll) + lead.across(at: time))
  }

  private func presented<Number: MotionScalar>(
    _ index: Int,
    at distance: Number,
    opacity: Number = 1
  ) -> PresentedCard<Number> {
    let role: CardRole = index == pile.middle ? .front : .behind
    var geometry = layout.geometry(at: distance)
    geometry.opacity = geometry.opacity * opacity.clamped(to: 0...1)
    return PresentedCard(
      id: pile.cards[index].id,
      index: index,
      depth: depth(of: index),
      place: geometry,
      z: layout.z(at: distance),
      role: role
    )
  }

  /// How many cards are between a card and the one in the center, itself included; around the end in a loop.
  private func depth(of index: Int) -> Int {
    let distance = abs(index - pile.middle)
    return row.loops ? min(distance, row.count - distance) : distance
  }

  /// How many slots off center a card was removed: its index says nothing about the cards that are left.
  private func depth(of card: FadingCard) -> Int { Int(card.z.magnitude.rounded()) }
}
