import DeckProtocol
import Kinetics

extension SwipeDeck {
  /// Starts a deck that was created with the cards of its configuration.
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    isArriving = front != nil
    if appearing, settings.appears, front != nil { appear(now: now) }
    // The cards of a deck that has already appeared count as loaded, too.
    beginRound(isHeld: appearing, now: now)
    return [.event(.deckLoaded)] + roundChange(now: now) + arrival()
  }

  /// Shows `cards` from the one at `current`, without decisions.
  mutating func load(_ cards: [Card], current: Int, now: Instant) -> [DeckOutcome] {
    self.cards = cards
    history = (0..<current).map { Decision(index: $0, direction: nil) }
    self.current = current
    return [.event(.deckLoaded)] + show(now: now)
  }

  /// Lays the deck out again, with other cards or the same; the front index stays where possible.
  ///
  /// Decisions about cards whose index is the same can still be undone with their directions.
  mutating func reload(_ cards: [Card]?, now: Instant) -> [DeckOutcome] {
    if let cards {
      let before = self.cards
      self.cards = cards
      current = min(current, cards.count)
      history = history.filter { $0.index < cards.count }.map { decision in
        let isSame = before[decision.index].id == cards[decision.index].id
        return isSame ? decision : Decision(index: decision.index, direction: nil)
      }
    }
    return [.event(.deckLoaded)] + show(now: now)
  }

  /// Puts every card back into the deck and shows the first.
  mutating func reset(now: Instant) -> [DeckOutcome] {
    history = []
    current = 0
    return [.event(.deckReset)] + show(now: now)
  }

  /// Inserts `new` cards at `index`; cards before the front shift it, a card at its index becomes the front (S17).
  mutating func insert(_ new: [Card], at index: Int, now: Instant) -> [DeckOutcome] {
    guard !new.isEmpty else { return [] }
    if settings.roundEnabled, !round.isTold, new.contains(where: { $0.loaded != nil }) {
      (round.isTold, round.told) = (true, roundPhase)
    }
    let before = counts
    let isNewFront = index == current
    if isNewFront { stayRisen(now: now) }
    // A removed card that still flies away and is inserted again must not be shown twice.
    let ids = Set(new.map(\.id))
    leaving.removeAll { $0.reason == .removed && ids.contains($0.card.id) }
    cards.insert(contentsOf: new, at: index)
    if index < current { current += new.count }
    reindex { $0 < index ? $0 : $0 + new.count }
    arrange(at: now, fading: index..<index + new.count)
    if isNewFront { isArriving = true }
    return inserted(new, at: index, since: before) + arrival()
  }

  /// Removes the cards in `range`: visible ones fly away to the right, and the next one becomes front.
  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome] {
    guard !range.isEmpty else { return [] }
    let losesFront = range.contains(current)
    if losesFront { stayRisen(now: now) }
    let ids = range.map { cards[$0].id }
    let before = counts
    let decisions = history.reduce(into: [Int: Int]()) { counts, decision in
      if range.contains(decision.index) { counts[decision.index, default: 0] += 1 }
    }
    for (place, pose) in poses.enumerated() where range.contains(pose.index) {
      let still = unfollowing(pose, place: place, now: now)
      let flying = flyAway(still, to: .right, byFinger: false, now: now)
      leaving.append(OutgoingCard(card: cards[pose.index], reason: .removed, place: place, pose: flying))
    }
    poses.removeAll { range.contains($0.index) }
    history.removeAll { range.contains($0.index) }
    for place in leaving.indices where range.contains(leaving[place].pose.index) { leaving[place].reason = .removed }
    cards.removeSubrange(range)
    current = current < range.lowerBound ? current : max(current - range.count, range.lowerBound)
    if settings.loop, current == cards.count { current = 0 }
    reindex { $0 < range.upperBound ? $0 : $0 - range.count }
    arrange(at: now)
    let events = removed(ids, from: range, since: before, decisions: decisions)
    guard front != nil else { return losesFront ? events + exhaust() : events }
    if losesFront { isArriving = true }
    return events + arrival()
  }

  /// Replaces the cards that have the ids of `new`; their indexes do not change.
  mutating func update(_ new: [(index: Int, card: Card)]) -> [DeckOutcome] {
    forgetAnswers(about: Set(new.map(\.card.id)))
    for (index, card) in new {
      cards[index] = card
      for place in leaving.indices where leaving[place].card.id == card.id { leaving[place].card = card }
    }
    return new.map { .event(.cardUpdated(card: $0.card.id, index: $0.index)) }
  }

  /// Shows the deck from its front card on, with no motion under way; it appears if the settings want that.
  mutating func show(now: Instant) -> [DeckOutcome] {
    // The first card follows the last.
    if settings.loop, current == cards.count { current = 0 }
    putInPlace(now: now)
    isArriving = front != nil
    if settings.appears, front != nil { appear(now: now) }
    beginRound(now: now)
    return roundChange(now: now) + arrival()
  }

  /// Puts every card at rest at its position, with no finger on it and no answers of the delegate.
  mutating func putInPlace(now: Instant) {
    interaction = nil
    forgetAnswers(about: nil)
    poses = []
    leaving = []
    promotions = []
    incoming = []
    follow = .fixed(0)
    feedback = nil
    wash = BackgroundTint(duration: settings.washDuration)
    appearance = nil
    arrange(at: now)
  }

  /// Updates the indexes of the cards.
  private mutating func reindex(_ index: (Int) -> Int) {
    for place in poses.indices { poses[place].index = index(poses[place].index) }
    for place in leaving.indices where leaving[place].reason != .removed {
      leaving[place].pose.index = index(leaving[place].pose.index)
    }
    for place in history.indices { history[place].index = index(history[place].index) }
  }
}
