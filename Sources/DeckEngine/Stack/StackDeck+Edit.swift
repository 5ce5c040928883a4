import DeckProtocol
import Kinetics

extension StackDeck {
  /// Opens a card from its current position; a card that is already open closes meanwhile (W3).
  mutating func open(_ index: Int, now: Instant) -> [DeckOutcome] {
    let card = cards[index].id
    scroll.stop(at: now)
    // The finger that pulled the stack is ignored from now on, and will not release it.
    scroll.fit(within: scrolling, at: now)
    bounce.cancelArrival()
    hero.open(index, card: card, in: layout, count: cards.count, at: now)
    return [.event(.cardSelected(.init(card: card, index: index))), .haptic(.selection)]
  }

  /// Closes the open card; one that a finger drags down continues with `velocity`, in pt/s.
  mutating func close(by spring: SpringSetting, velocity: Double? = nil, now: Instant) -> [DeckOutcome] {
    guard let index = hero.openIndex else { return [] }
    hero.close(by: spring, velocity: velocity, in: layout, at: now)
    // The stack may have become shorter in the meantime.
    scroll.fit(within: scrolling, at: now)
    let dismissed = DeckOutcome.event(.cardDismissed(.init(card: cards[index].id, index: index)), counts: counts)
    return stack.opening == .hero ? [dismissed, .haptic(.light)] : [dismissed]
  }

  /// Inserts `new` cards at `index`: they fade in while the others make space for them (W13).
  mutating func insert(_ new: [Card], at index: Int, now: Instant) -> [DeckOutcome] {
    let before = counts
    animator.removeFading(new)
    hero.removeClosing(new)
    rearrange(by: stack.shiftSpring, now: now) { $0.insert(new, at: index) }
    if hero.openIndex == nil { scroll.fit(within: scrolling, at: now) }
    let fading = CurveMotion(.default, from: 0, to: 1, duration: settings.insertDuration, at: now)
    for visible in geometry.visibleIndexes(at: now) where (index..<index + new.count).contains(visible) {
      animator[visible].opacity = .curve(fading)
    }
    return inserted(new, at: index, since: before)
  }

  /// Removes cards: visible ones fade, and the others close up (W13).
  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    let closing = hero.openIndex.map(range.contains) == true ? close(by: stack.openSpring, now: now) : []
    let before = counts
    let ids = cards[range].map(\.id)
    let geometry = geometry
    for (index, card) in geometry.visible(at: now) where range.contains(index) {
      let fading = CurveMotion(.default, from: card.opacity, to: 0, duration: settings.pushOutDuration, at: now)
      let z = geometry.z(of: index)
      animator.fadeOut(.init(card: cards[index], index: index, geometry: card, opacity: .curve(fading), z: z))
    }
    rearrange(by: stack.shiftSpring, now: now) { $0.remove(range) }
    if hero.openIndex == nil { scroll.fit(within: scrolling, at: now) }
    return closing + removed(ids, from: range, since: before)
  }

  /// Edits the cards, and moves the visible ones from their current positions to the new ones.
  mutating func rearrange(by spring: SpringSetting, now: Instant, _ edit: (inout StackPile) -> IndexShift) {
    let (before, count) = (geometry.visible(at: now), cards.count)
    let shift = edit(&pile)
    animator.remap(by: shift)
    hero.remap(by: shift, from: count, to: cards.count)
    bounce.remap(by: shift)
    // With the last card, the last motion is removed, whose end would have published the bounce.
    if cards.isEmpty { bounce.cancel() }
    touch?.remap(by: shift)
    let after = geometry
    let metrics = after.metrics(at: now)
    for (old, card) in before {
      guard let index = shift.newIndex(of: old) else { continue }
      let offset = card.y - after.card(index, in: metrics, at: now).y
      animator.spring(\.y, of: index, to: 0, spring, from: offset, at: now)
    }
  }

  /// Scrolls to an offset, or until a card is visible as a whole, within the scroll range.
  mutating func scroll(to target: DeckCommand.Scroll.Target, now: Instant) {
    let wanted: Double
    switch target {
    case .offset(let offset): wanted = offset
    case .card(let id):
      let y = layout.y(of: pile.index(of: id) ?? 0, count: cards.count)
      let highest = y - layout.points(stack.top)
      let lowest = y + layout.card.height + layout.points(stack.top) - layout.area.size.height
      wanted = scroll.value(at: now).clamped(to: min(lowest, highest)...highest)
    }
    bounce.cancelArrival()
    scroll.settle(
      to: wanted.clamped(to: scrolling.range),
      velocity: 0,
      spring: stack.scrollSpring.spring,
      at: now
    )
  }
}
