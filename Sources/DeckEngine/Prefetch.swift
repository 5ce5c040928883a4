import DeckProtocol

/// What front ends were told to have ready of a deck, and how large it is (S20).
struct Prefetch: Sendable {
  /// Bytes that cards' contents take, as clients have said; of cards that may be wanted only.
  private var sizes: [String: Int] = [:]
  private(set) var load: [String] = []
  private(set) var background: [String] = []
  /// Cards that somebody has, though nobody was told to have them.
  private var others: [String] = []

  /// A client has the contents of these cards, of so many bytes each.
  mutating func take(_ ids: [String], bytes: Int?) {
    for id in ids {
      if let bytes { sizes[id] = bytes }
      if !load.contains(id), !background.contains(id), !others.contains(id) { others.append(id) }
    }
  }

  /// Wants the cards of a window, nearest first, and in the background those that may come after it, as far as `budget`
  /// bytes reach, 0 for any number; the cards that are not wanted any more, `nil` where nothing is different.
  mutating func turn(to window: [String], background beyond: [String], budget: Int) -> [String]? {
    let all = window + beyond
    let reach = budget > 0 ? reach(of: all, budget: budget) : all.count
    let (near, far) = (Array(window.prefix(reach)), Array(beyond.prefix(max(reach - window.count, 0))))
    let wanted = Set(near).union(far)
    let evicted = (load + background + others).filter { !wanted.contains($0) }
    let isSame = near == load && far == background && evicted.isEmpty
    // The size of a card that was evicted for want of room is still to be known, or it would come back at once.
    if !sizes.isEmpty {
      let known = Set(all)
      sizes = sizes.filter { known.contains($0.key) }
    }
    (load, background, others) = (near, far, [])
    return isSame ? nil : evicted
  }

  /// How many of the cards the budget reaches for, the first at least.
  ///
  /// Cards of unknown size count as nothing.
  private func reach(of ids: [String], budget: Int) -> Int {
    var sum = 0
    for (place, id) in ids.enumerated() {
      sum += min(sizes[id] ?? 0, budget)
      if place > 0, sum > budget || (sizes[ids[0]] ?? 0) > budget { return place }
    }
    return ids.count
  }
}
