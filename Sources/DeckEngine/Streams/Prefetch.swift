import DeckProtocol
import Kinetics

/// The cards of a deck that front ends were asked to have ready, and their sizes (S20).
struct Prefetch: Sendable {
  /// The sizes of cards' contents in bytes, as clients reported them; only of cards that may be requested.
  private var sizes: [String: Int] = [:]
  private var load: [String] = []
  private var background: [String] = []
  /// Cards that a client has although they were not requested.
  private var others: [String] = []

  /// Records that a client has the contents of these cards, of `bytes` bytes each.
  mutating func take(_ ids: [String], bytes: Int?) {
    // A client may report a whole deck at once: a search in the lists for each card would take seconds.
    var known = Set(load).union(background).union(others)
    for id in ids {
      if let bytes { sizes[id] = bytes }
      if known.insert(id).inserted { others.append(id) }
    }
  }

  /// Requests the cards of a window, nearest first, and in the background those that may follow them, within `budget`
  /// bytes, 0 for no limit.
  ///
  /// - Returns: the cards that are no longer requested; `nil` if nothing changed.
  mutating func turn(to window: [String], background beyond: [String], budget: Int) -> [String]? {
    let all = window + beyond
    let reach = budget > 0 ? reach(of: all, budget: budget) : all.count
    let (near, far) = (Array(window.prefix(reach)), Array(beyond.prefix(max(reach - window.count, 0))))
    let wanted = Set(near).union(far)
    let evicted = (load + background + others).filter { !wanted.contains($0) }
    let isSame = near == load && far == background && evicted.isEmpty
    // The size of a card that was evicted because it did not fit has to stay known, or the card would be requested
    // again.
    if !sizes.isEmpty {
      let known = Set(all)
      sizes = sizes.filter { known.contains($0.key) }
    }
    (load, background, others) = (near, far, [])
    return isSame ? nil : evicted
  }

  /// Requests the cards that `deck` will need.
  ///
  /// - Returns: the cards that are no longer requested; `nil` if nothing changed.
  mutating func turn(to deck: some PresentableDeck, at now: Instant) -> [String]? {
    let (window, background) = deck.upcoming(at: now)
    return turn(
      to: window.map { deck.cards[$0].id },
      background: background.map { deck.cards[$0].id },
      budget: deck.settings.prefetchBudget
    )
  }

  /// Returns the requests as clients receive them.
  func note(of deck: some PresentableDeck, evict: [String] = []) -> PrefetchNote {
    PrefetchNote(
      deck: deck.definition.id,
      load: load,
      high: min(deck.settings.prefetchHigh, load.count),
      background: background,
      evict: evict
    )
  }

  /// Returns how many of the cards fit in the budget, at least the first.
  ///
  /// Cards of unknown size count as 0 bytes.
  private func reach(of ids: [String], budget: Int) -> Int {
    var sum = 0
    for (place, id) in ids.enumerated() {
      sum += min(sizes[id] ?? 0, budget)
      if place > 0, sum > budget || (sizes[ids[0]] ?? 0) > budget { return place }
    }
    return ids.count
  }
}
