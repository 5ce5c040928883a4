import Kinetics

/// The indexes of the cards about to be visible (S20), the nearest first, and of those that may follow them.
extension SwipeDeck {
  func upcoming(at now: Instant) -> (window: [Int], background: [Int]) {
    guard !cards.isEmpty else { return ([], []) }
    let (behind, ahead) = (settings.prefetchBehind, settings.prefetchAhead)
    var window: [Int] = []
    // At the same distance, the next card is nearer than the previous one, which only an undo brings back.
    for distance in 0...max(behind, ahead) {
      if distance < ahead, let index = index(at: distance) { window.append(index) }
      if distance > 0, distance <= behind, let index = index(at: -distance) { window.append(index) }
    }
    let beyond = (ahead..<ahead + settings.prefetchBackground).compactMap { index(at: $0) }
    return (window.unique(), beyond.unique(without: window))
  }

  /// Returns the index of the card `distance` positions after the front one.
  private func index(at distance: Int) -> Int? {
    let index = current + distance
    guard !settings.loop else { return (index % cards.count + cards.count) % cards.count }
    return cards.indices.contains(index) ? index : nil
  }
}

extension StackDeck {
  /// Returns the cards at the resting position as the nearest for a stack that scrolls by itself.
  func upcoming(at now: Instant) -> (window: [Int], background: [Int]) {
    guard !cards.isEmpty else { return ([], []) }
    let (goal, here) = (ranks(at: scroll.goal), ranks(at: scroll.value(at: now)))
    let first = min(max(goal.lowerBound - settings.prefetchBehind, 0), here.lowerBound)
    let last = max(min(goal.upperBound + settings.prefetchAhead - 1, cards.count - 1), here.upperBound)
    func distance(_ rank: Int) -> Int { max(goal.lowerBound - rank, rank - goal.upperBound, 0) }
    let ranks = (first...last).sorted { (distance($0), $0) < (distance($1), $1) }
    let window = ([openIndex].compactMap(\.self) + ranks.map { layout.index(atRank: $0, count: cards.count) }).unique()
    let beyond = (last + 1..<max(min(last + 1 + settings.prefetchBackground, cards.count), last + 1))
      .map { layout.index(atRank: $0, count: cards.count) }
    return (window, beyond.unique(without: window))
  }

  /// Returns the positions, counted from the top of the stack, that are visible at a scroll offset; at least one.
  private func ranks(at offset: Double) -> ClosedRange<Int> {
    let top = layout.points(stack.top) - offset
    let last = cards.count - 1
    let first = ((-layout.card.height - top) / layout.step).rounded(.down) + 1
    let end = ((layout.area.size.height - top) / layout.step).rounded(.up) - 1
    let lower = Int(first.clamped(to: 0...Double(last)))
    return lower...max(Int(end.clamped(to: 0...Double(last))), lower)
  }
}

extension [Int] {
  /// Returns the numbers that are not among `others`, each once, in order.
  fileprivate func unique(without others: [Int] = []) -> [Int] {
    var seen = Set(others)
    return filter { seen.insert($0).inserted }
  }
}
