import DeckProtocol
import Kinetics

extension CarouselDeck {
  func checkOwn(_ command: DeckCommand) throws(CommandError) -> Bool {
    guard !cards.isEmpty else { throw .noCards }
    switch command {
    case .select(let selection):
      if let card = selection.card { try indexesOfKnown(.one(card)) }
      return selection.card != nil
    case .scroll(let scroll): if case .card(let card) = scroll.target { try indexesOfKnown(.one(card)) }
    default: break
    }
    return true
  }

  func checkCurrent(_ current: Int, of count: Int) throws(CommandError) {
    guard current < max(count, 1) else {
      throw .outOfRange("current", current, expected: "the index of a card: 0 to \(count - 1)")
    }
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
      isArriving: pile.isArriving && !cards.isEmpty,
      scroll: Double(goalIndex)
    )
  }
}

// MARK: - Presentation

extension CarouselDeck {
  func visible(at now: Instant) -> Int {
    let aside = Int(((layout.reach / layout.step).rounded(.up) - 1).clamped(to: 0...1e9))
    return max(min(2 * aside + 1, cards.count), 1)
  }

  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    drawnGeometry.picture(at: now, on: &canvas)
  }

  func visibleCards(at now: Instant) -> [Card] { drawnGeometry.visibleCards(at: now) }

  func scene(from now: Instant) -> AnimatedScene { drawnGeometry.scene(from: now) }
}

// MARK: - Prefetch, accessibility, invariants

extension CarouselDeck {
  func upcoming(at now: Instant) -> (window: [Int], background: [Int]) {
    var visible: [Int] = []
    geometry.eachVisibleCard(at: now) { index, _, _ in visible.append(index) }
    return upcoming(around: goalIndex, loops: row.loops, visible: visible)
  }

  func exposed(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> (index: Int, selected: Bool, actions: [DeckFrame.Accessibility.Action])? {
    typealias Action = DeckFrame.Accessibility.Action
    let middle = pile.middle
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
    if !(0..<max(cards.count, 1)).contains(pile.middle) { found.append("the card in the center is none of the deck") }
    if touch == nil, !isMoving, !cards.isEmpty {
      let offset = scroll.value(at: now)
      if offset != Double(row.slot(at: offset)) * layout.step { found.append("it rests between two cards") }
      if current != pile.middle, !pile.isArriving { found.append("the card in the center is not current") }
    }
    return found
  }
}
