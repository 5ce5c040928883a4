import DeckProtocol
import Kinetics

/// The cards of a deck that front ends were asked to have ready, and their sizes (S20).
struct Prefetch: Sendable {
  /// What a turn's requests follow from, beside the sizes.
  private struct Wish: Equatable {
    var window: [String]
    var background: [String]
    var budget: Int
  }

  /// The sizes of cards' contents in bytes, as clients reported them; only of cards that may be requested.
  private var sizes: [String: Int] = [:]
  private var load: [String] = []
  private var background: [String] = []
  /// The wish that the requests follow from; `nil` before the first turn, and after `record(_:)`.
  private var wish: Wish?

  /// Records the sizes of loaded cards while nobody receives requests; the next turn keeps those of cards that it may
  /// request.
  mutating func record(_ loaded: DeckCommand.LoadedContent) {
    guard let bytes = loaded.bytes else { return }
    for id in loaded.cards.ids { sizes[id] = bytes }
    wish = nil
  }

  /// Requests the cards of a window, nearest first, and in the background those that may follow them, within `budget`
  /// bytes, 0 for no limit; a client has the contents of the `reported` cards, which differ, of `bytes` bytes each.
  ///
  /// - Returns: the cards that are no longer requested; `nil` if nothing changed.
  mutating func turn(
    to window: [String],
    background beyond: [String],
    budget: Int,
    reported: [CardKey] = [],
    bytes: Int? = nil
  ) -> [String]? {
    // A turn follows each frame, and few frames change the window.
    let wish = Wish(window: window, background: beyond, budget: budget)
    guard wish != self.wish || !reported.isEmpty || bytes != nil else { return nil }
    self.wish = wish
    let all = window + beyond
    // The size of a card that was evicted because it did not fit has to stay known, or the card would be requested
    // again.
    if !sizes.isEmpty || bytes != nil {
      // The reported cards may be a whole deck, those here are a few.
      let requestable = CardIDSet(all.map { CardKey($0) })
      if let bytes { for card in reported where requestable.contains(card) { sizes[card.id] = bytes } }
      sizes = sizes.filter { requestable.contains(CardKey($0.key)) }
    }
    let reach = budget > 0 ? reach(of: all, budget: budget) : all.count
    let (near, far) = (Array(window.prefix(reach)), Array(beyond.prefix(max(reach - window.count, 0))))
    let wanted = Set(near).union(far)
    let requested = load + background
    var evicted = requested.filter { !wanted.contains($0) }
    if !reported.isEmpty {
      let known = CardIDSet(wanted.union(requested).map { CardKey($0) })
      evicted += reported.lazy.filter { !known.contains($0) }.map(\.id)
    }
    let isSame = near == load && far == background && evicted.isEmpty
    (load, background) = (near, far)
    return isSame ? nil : evicted
  }

  /// Requests the cards that `deck` will need; a client has the contents of the `loaded` ones.
  ///
  /// - Returns: the cards that are no longer requested; `nil` if nothing changed.
  mutating func turn(
    to deck: some PresentableDeck & CommandableDeck,
    loaded: CheckedCommand.Loaded? = nil,
    at now: Instant
  ) -> [String]? {
    let (window, background) = deck.upcoming(at: now)
    let cards = deck.cards
    return turn(
      to: window.map { cards[$0].id },
      background: background.map { cards[$0].id },
      budget: deck.settings.prefetchBudget,
      reported: loaded.map { cards.unique($0.indexes).map { cards[$0].key } } ?? [],
      bytes: loaded?.content.bytes
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
