import Kinetics

/// The indexes of the cards about to be visible (S20), the nearest first, and of those that may follow them.
extension SwipeDeck {
  func upcoming(at now: Instant) -> (window: [Int], background: [Int]) {
    upcoming(around: current, loops: settings.loop)
  }
}

extension PresentableDeck {
  /// Returns the cards around `center`, in a deck whose cards have an order; `visible` ones belong to the window.
  func upcoming(around center: Int, loops: Bool, visible: [Int] = []) -> (window: [Int], background: [Int]) {
    guard !cards.isEmpty else { return ([], []) }
    func index(at distance: Int) -> Int? {
      let index = center + distance
      guard !loops else { return (index % cards.count + cards.count) % cards.count }
      return cards.indices.contains(index) ? index : nil
    }
    let (behind, ahead) = (settings.prefetchBehind, settings.prefetchAhead)
    var window: [Int] = []
    // At the same distance, the next card is nearer than the previous one, which only an undo brings back.
    for distance in 0...max(behind, ahead) {
      if distance < ahead, let index = index(at: distance) { window.append(index) }
      if distance > 0, distance <= behind, let index = index(at: -distance) { window.append(index) }
    }
    let beyond = (ahead..<ahead + settings.prefetchBackground).compactMap { index(at: $0) }
    window += visible
    return (window.unique(), beyond.unique(without: window))
  }
}

extension StackDeck {
  /// Returns the cards at the resting position as the nearest for a stack that scrolls by itself.
  func upcoming(at now: Instant) -> (window: [Int], background: [Int]) {
    guard !cards.isEmpty else { return ([], []) }
    let goal = layout.visibleRanks(at: motions.scroll.goal, count: cards.count)
    let here = layout.visibleRanks(at: motions.scroll.value(at: now), count: cards.count)
    let first = min(max(goal.lowerBound - settings.prefetchBehind, 0), here.lowerBound)
    let last = max(min(goal.upperBound + settings.prefetchAhead - 1, cards.count - 1), here.upperBound)
    func distance(_ rank: Int) -> Int { max(goal.lowerBound - rank, rank - goal.upperBound, 0) }
    let ranks = (first...last).sorted { (distance($0), $0) < (distance($1), $1) }
    let window = ([openIndex].compactMap(\.self) + ranks.map { layout.index(atRank: $0, count: cards.count) })
      .unique()
    let beyond = (last + 1..<max(min(last + 1 + settings.prefetchBackground, cards.count), last + 1))
      .map { layout.index(atRank: $0, count: cards.count) }
    return (window, beyond.unique(without: window))
  }
}

extension [Int] {
  /// Returns the numbers that are not among `others`, each once, in order.
  fileprivate func unique(without others: [Int] = []) -> [Int] {
    var seen = Set(others)
    return filter { seen.insert($0).inserted }
  }
}
