import DeckProtocol
import Kinetics

extension CarouselDeck {
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool {
    switch command {
    case .swipe, .undo, .consult, .invalidate: throw .notFor("carousel", but: "swipe")
    case .dismiss, .bounce, .layOutDetail: throw .notFor("carousel", but: "stack")
    case .appear: throw .notFor("carousel", but: "swipe or stack")
    case .select(let card):
      guard !cards.isEmpty else { throw .exhausted }
      if let card { try checkKnown(.card(card)) }
      return card != nil
    case .scroll(let target):
      guard !cards.isEmpty else { throw .exhausted }
      if case .card(let card) = target { try checkKnown(.card(card)) }
      return true
    case .load(let new, let current):
      try checkLoad(of: new, current: current)
      let count = (new ?? definition.cards).count
      guard current < max(count, 1) else {
        throw .outOfRange("current", current, "the index of a card: 0 to \(count - 1)")
      }
      return true
    case .reload(let new):
      try checkIDs(of: new ?? [])
      return true
    case .reset: return true
    case .insert(let new, let place): try checkInsertion(of: new, at: place ?? cards.count)
    case .remove(let range): try checkRemoval(of: range)
    case .update(let new): try checkUpdate(with: new)
    case .markLoaded(let loaded, _): try checkKnown(loaded)
    case .move(let card, let target):
      try checkKnown(.card(card))
      guard cards.indices.contains(target) else {
        throw .outOfRange("to", target, "the index of a card; the deck has \(pluralized(cards.count, "card"))")
      }
    }
    return false
  }

  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome] {
    let outcomes = outcomes(of: command, now: now)
    return outcomes + arrivals(now: now)
  }

  private mutating func outcomes(of command: DeckCommand, now: Instant) -> [DeckOutcome] {
    switch command {
    case .swipe, .undo, .consult, .invalidate, .dismiss, .bounce, .layOutDetail, .appear: return []
    case .select(let card):
      let index = card.flatMap(index(of:)) ?? middle
      if card != nil { center(index, now: now) }
      return [.event(.cardSelected(card: cards[index].id, index: index))]
    case .scroll(.card(let card)):
      if let index = index(of: card) { center(index, now: now) }
      return []
    case .scroll(.offset(let offset)):
      let index = CarouselRow(count: cards.count, first: 0, step: layout.step, loops: false).slot(at: offset)
      center(index, now: now)
      return []
    case .markLoaded(let loaded, _):
      let ids = Set(loaded.ids)
      for index in cards.indices where ids.contains(cards[index].id) { cards[index].loaded = true }
      return []
    case .reset: return show(cards, centering: 0, with: .deckReset)
    case .load(let new, let current): return show(new ?? definition.cards, centering: current, with: .deckLoaded)
    case .reload(let new): return show(new ?? cards, centering: goalIndex, with: .deckLoaded)
    case .insert(let new, let place): return insert(new, at: place ?? cards.count, now: now)
    case .remove(let range): return remove(range, now: now)
    case .update(let new):
      return places(of: new).map { index, card in
        cards[index] = card
        return .event(.cardUpdated(card: card.id, index: index))
      }
    case .move(let card, let target):
      guard let index = index(of: card), index != target else { return [] }
      change(.move(from: index, to: target), now: now) { $0.insert($0.remove(at: index), at: target) }
      return [.event(.cardMoved(card: card, from: index, to: target))]
    }
  }

  private func index(of card: String) -> Int? { cards.firstIndex { $0.id == card } }
}

// MARK: - Edits (K5)

extension CarouselDeck {
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    show(cards, centering: current, with: .deckLoaded)
  }

  mutating func end() -> [DeckOutcome] { [] }

  /// Shows cards at rest, with `index` in the center, or the last card if there are fewer.
  private mutating func show(_ cards: [Card], centering index: Int, with event: DeckEvent.Kind) -> [DeckOutcome] {
    self.cards = cards
    current = min(index, max(cards.count - 1, 0))
    putInPlace(centering: current)
    return [.event(event)] + shown()
  }

  /// Inserts cards: they fade in, and the others make space; the card in the center stays there.
  private mutating func insert(_ new: [Card], at index: Int, now: Instant) -> [DeckOutcome] {
    let before = counts
    fading.removeAll { left in new.contains { $0.id == left.card.id } }
    change(.insertion(of: new.count, at: index), now: now) { $0.insert(contentsOf: new, at: index) }
    if before.count == 0 { isArriving = !new.isEmpty }
    return inserted(new, at: index, since: before)
  }

  /// Removes cards: visible ones fade, and the others close up; the next card takes the center if it is left empty.
  private mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    let before = counts
    let ids = range.map { cards[$0].id }
    eachVisibleCard(at: now) { index, distance, opacity in
      guard range.contains(index) else { return }
      let geometry = layout.geometry(at: distance)
      let fade = CurveMotion(
        .default,
        from: geometry.opacity * opacity,
        to: 0,
        duration: settings.pushOutDuration,
        at: now
      )
      fading.append(
        FadingCard(
          card: cards[index],
          index: index,
          geometry: geometry,
          opacity: .curve(fade),
          z: layout.z(at: distance)
        )
      )
    }
    if range.contains(current) { isArriving = true }
    change(.removal(range), now: now) { $0.removeSubrange(range) }
    if cards.isEmpty { isArriving = false }
    var counts = before
    return zip(range, ids).reversed().map { index, id in
      counts.count -= 1
      if index < counts.current || counts.current == counts.count { counts.current = max(counts.current - 1, 0) }
      return .event(.cardRemoved(card: id, index: index), counts: counts)
    }
  }

  /// Changes the cards, and moves those that are visible before or after from where they are to their new slots.
  private mutating func change(_ change: IndexChange, now: Instant, _ edit: (inout [Card]) -> Void) {
    let (before, old) = (self, row)
    let offset = scroll.value(at: now)
    let (goal, goalSlot) = (goalIndex, old.slot(at: scroll.goal))
    edit(&cards)
    func newIndex(of index: Int) -> Int {
      // The card that takes the place of one that is removed.
      if case .removal(let range) = change, range.contains(index) {
        return min(range.lowerBound, max(cards.count - 1, 0))
      }
      return old.count == 0 ? 0 : change.newIndex(of: index) ?? 0
    }
    (current, middle) = (newIndex(of: current), newIndex(of: middle))
    let touched = finger?.card.flatMap(change.newIndex(of:))
    finger?.card = touched
    guard !cards.isEmpty else {
      let fading = fading
      putInPlace(centering: 0)
      return self.fading = fading
    }
    first = goalSlot - newIndex(of: goal)
    let row = row
    var moved = row.slots(within: layout.reach, of: offset...offset).map(row.index(in:))
    before.eachVisibleCard(at: now) { index, _, _ in
      if let index = change.newIndex(of: index), !moved.contains(index) { moved.append(index) }
    }
    let entries = moved.map { index in
      let slot = row.slot(of: index, near: offset)
      guard let oldIndex = change.oldIndex(of: index), old.count > 0 else {
        let fade = CurveMotion(.default, from: 0, to: 1, duration: settings.insertDuration, at: now)
        return CardDisplacements.Entry(index: index, slot: slot, opacity: .curve(fade))
      }
      var entry =
        before.displacements.entry(of: oldIndex)
        ?? CardDisplacements.Entry(index: oldIndex, slot: old.slot(of: oldIndex, near: offset))
      // A card that was not visible comes from just beyond the edge of the deck.
      let distance = Double(entry.slot) * row.step - offset + entry.distance.value(at: now)
      let excess = distance - distance.clamped(to: -layout.reach...layout.reach)
      let way = Double(entry.slot - slot) * row.step - excess
      (entry.index, entry.slot) = (index, slot)
      if way != 0 {
        entry.distance = entry.distance
          .springing(to: 0, layout.carousel.spring.spring, shiftedBy: way, rest: .points, at: now)
      }
      return entry
    }
    displacements.replace(by: entries)
    scroll.fit(within: behavior, at: now)
  }
}

// MARK: - Persistence

extension CarouselDeck {
  var state: DeckState {
    DeckState(
      deck: definition.id,
      kind: .carousel,
      cards: cards,
      configured: definition.cards,
      current: current,
      isArriving: isArriving && !cards.isEmpty,
      scroll: Double(goalIndex)
    )
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    cards = state.cards
    let last = max(cards.count - 1, 0)
    current = min(state.current, last)
    // The last card published stays current until `resume` publishes the one that the deck was scrolling to.
    putInPlace(centering: Int(state.scroll.rounded().clamped(to: 0...Double(last))))
    isArriving = !cards.isEmpty && (state.isArriving || middle != current)
    return []
  }

  mutating func resume(now: Instant) -> [DeckOutcome] { arrivals(now: now) }
}

// MARK: - Prefetch, accessibility, invariants

extension CarouselDeck {
  func upcoming(at now: Instant) -> (window: [Int], background: [Int]) {
    var visible: [Int] = []
    eachVisibleCard(at: now) { index, _, _ in visible.append(index) }
    return upcoming(around: goalIndex, loops: row.loops, visible: visible)
  }

  func exposed(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> (index: Int, selected: Bool, actions: [DeckFrame.Accessibility.Action])? {
    typealias Action = DeckFrame.Accessibility.Action
    guard self.cards.indices.contains(middle) else { return nil }
    let row = row
    func neighbor(_ step: Int) -> String? {
      let index = middle + step
      guard row.loops || self.cards.indices.contains(index) else { return nil }
      return self.cards[(index + row.count) % row.count].id
    }
    let (next, previous) = (neighbor(1), neighbor(-1))
    let known =
      actions.first { $0.name == "next" }?.card == next && actions.first { $0.name == "previous" }?.card == previous
    if known, actions.last?.name == "select" { return (middle, true, actions) }
    let moves = [("next", next), ("previous", previous)].compactMap { name, card in
      card.map { Action(name: name, method: "deck.scroll", card: $0) }
    }
    return (middle, true, moves + [Action(name: "select", method: "deck.select")])
  }

  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.rotation, $0.opacity, $0.z] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's geometry is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    if !displacements.entries.allSatisfy({ cards.indices.contains($0.index) }) {
      found.append("a displacement has no card")
    }
    if Set(displacements.entries.map(\.index)).count != displacements.entries.count {
      found.append("a card is displaced twice")
    }
    if !(0..<max(cards.count, 1)).contains(current) { found.append("the current card is none of the deck") }
    if !(0..<max(cards.count, 1)).contains(middle) { found.append("the card in the center is none of the deck") }
    if finger == nil, !isMoving, !cards.isEmpty {
      let offset = scroll.value(at: now)
      if offset != Double(row.slot(at: offset)) * layout.step { found.append("it rests between two cards") }
      if current != middle, !isArriving { found.append("the card in the center is not current") }
    }
    return found
  }
}
