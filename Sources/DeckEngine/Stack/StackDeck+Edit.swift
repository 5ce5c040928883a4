import DeckProtocol
import Kinetics

extension StackDeck {
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    [.event(.deckLoaded)] + show(appearing: appearing, now: now)
  }

  /// Shows other cards, or the same ones from the start.
  mutating func load(_ cards: [Card], now: Instant) -> [DeckOutcome] {
    self.cards = cards
    forgetLengths()
    scroll.jump(to: 0)
    return gathered() + [.event(.deckLoaded)] + show(appearing: true, now: now)
  }

  /// Lays the stack out again, with other cards or the same, at its scroll offset where possible.
  mutating func reload(_ cards: [Card]?, now: Instant) -> [DeckOutcome] {
    if let cards {
      self.cards = cards
      forgetLengths()
    }
    scroll.jump(to: scroll.value(at: now).clamped(to: scrollRange))
    return gathered() + [.event(.deckLoaded)] + show(appearing: true, now: now)
  }

  /// Forgets the content lengths of cards that are no longer in the deck.
  mutating func forgetLengths() {
    guard !lengths.isEmpty else { return }
    let present = Set(cards.map(\.id))
    lengths = lengths.filter { present.contains($0.key) }
  }

  /// Closes the open card and scrolls to the first card.
  mutating func reset(now: Instant) -> [DeckOutcome] {
    scroll.jump(to: 0)
    return gathered() + [.event(.deckReset)] + show(appearing: false, now: now)
  }

  /// Inserts `new` cards at `index`: they fade in while the others make space for them (W13).
  mutating func insert(_ new: [Card], at index: Int, now: Instant) -> [DeckOutcome] {
    let before = counts
    leaving.removeAll { left in new.contains { $0.id == left.card.id } }
    openings.removeAll { gone in gone.index == nil && new.contains { $0.id == gone.card } }
    rearrange(spring: stack.shiftSpring, now: now) { deck in
      deck.cards.insert(contentsOf: new, at: index)
      return { $0 < index ? $0 : $0 + new.count }
    }
    if openIndex == nil { returnToRange(now: now) }
    let stance = stance(at: now)
    for visible in visibleIndexes(in: stance) where (index..<index + new.count).contains(visible) {
      var pose = poses[visible] ?? StackPose()
      pose.opacity = .curve(CurveMotion(.default, from: 0, to: 1, duration: settings.insertDuration, at: now))
      poses[visible] = pose
    }
    return inserted(new, at: index, since: before)
  }

  /// Removes cards: visible ones fade, and the others close up (W13).
  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    let closing = openIndex.map(range.contains) == true ? close(stack.openSpring, now: now) : []
    let before = counts
    let ids = range.map { cards[$0].id }
    for (index, place) in visiblePlaces(at: now) where range.contains(index) {
      let fading = CurveMotion(.default, from: place.opacity, to: 0, duration: settings.pushOutDuration, at: now)
      leaving.append(
        OutgoingCard(card: cards[index], index: index, place: place, opacity: .curve(fading), z: z(of: index))
      )
    }
    for index in range { lengths[cards[index].id] = nil }
    rearrange(spring: stack.shiftSpring, now: now) { deck in
      deck.cards.removeSubrange(range)
      return { range.contains($0) ? nil : $0 < range.lowerBound ? $0 : $0 - range.count }
    }
    if openIndex == nil { returnToRange(now: now) }
    return closing + removed(ids, from: range, since: before)
  }

  /// Replaces the cards that have the ids of `new`.
  mutating func update(_ new: [(index: Int, card: Card)]) -> [DeckOutcome] {
    for (index, card) in new { cards[index] = card }
    return new.map { .event(.cardUpdated(card: $0.card.id, index: $0.index)) }
  }

  /// Moves a card to another index; the others make space.
  mutating func move(_ index: Int, to target: Int, now: Instant) -> [DeckOutcome] {
    guard index != target else { return [] }
    let card = cards[index]
    shiftCard(from: index, to: target, spring: stack.dropSpring, now: now)
    return [.event(.cardMoved(card: card.id, from: index, to: target))]
  }

  /// Scrolls to an offset, or until a card is visible as a whole, within the scroll range.
  mutating func scroll(to target: DeckCommand.ScrollTarget, now: Instant) {
    let wanted: Double
    switch target {
    case .offset(let offset): wanted = offset
    case .card(let id):
      let index = cards.firstIndex { $0.id == id } ?? 0
      let y = layout.y(of: index, count: cards.count)
      let offset = scroll.value(at: now)
      let highest = y - layout.points(stack.top)
      let lowest = y + layout.card.height + layout.points(stack.top) - layout.area.size.height
      wanted = offset.clamped(to: min(lowest, highest)...highest)
    }
    forgetArrival()
    scroll.settle(to: wanted.clamped(to: scrollRange), velocity: 0, spring: stack.scrollSpring.spring, at: now)
  }

  /// Slides the cards in from the leading edge, the last first (W2).
  mutating func appear(now: Instant) {
    let visible = visiblePlaces(at: now).map(\.index).sorted()
    for (order, index) in visible.enumerated() {
      let start = now.advanced(bySeconds: stack.appearStagger * Double(visible.count - order))
      var pose = StackPose()
      pose.x = slide(from: -(layout.left + layout.card.width), to: 0, rest: .points, at: start)
      pose.opacity = slide(from: 0, to: 1, rest: .unitless, at: start)
      poses[index] = pose
    }
    isEntering = !visible.isEmpty
  }

  /// A card that slides in follows no other spring that `appear.blend` could take over from (M2).
  private func slide(from: Double, to target: Double, rest: RestThreshold, at start: Instant) -> Motion {
    .spring(SpringMotion(stack.appearSpring.spring, from: from, to: target, at: start, rest: rest))
  }

  private mutating func show(appearing: Bool, now: Instant) -> [DeckOutcome] {
    putInPlace()
    guard let first = cards.first else { return [] }
    if appearing, settings.appears {
      appear(now: now)
      return []
    }
    return [.event(.cardShown(card: first.id, index: 0))]
  }

  /// Puts every card at rest at its position in the stack, with no finger on it and none open.
  mutating func putInPlace() {
    isFanned = false
    finger = nil
    spread = .fixed(0)
    poses = [:]
    openIndex = nil
    openings = []
    detail.jump(to: 0)
    bounce = nil
    leaving = []
    isEntering = false
    isArriving = false
  }
}
