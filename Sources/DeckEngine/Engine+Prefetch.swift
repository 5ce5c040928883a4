package import DeckProtocol
import Kinetics

extension Engine {
  /// Returns the cards that a deck's front ends should have ready; `nil` if there is no such deck.
  package func prefetch(of id: String) -> PrefetchNote? {
    index(of: id).map { prefetchNote(of: $0, evict: []) }
  }

  /// Publishes the cards to have ready, if they changed.
  mutating func publishPrefetch(of index: Int) {
    guard interest.contains(.prefetch), let evicted = turnPrefetch(of: index) else { return }
    effects.append(.notify(.prefetch(prefetchNote(of: index, evict: evicted))))
  }

  /// Updates the cards to have ready.
  ///
  /// - Returns: the cards that are no longer among them; `nil` if nothing changed.
  @discardableResult
  mutating func turnPrefetch(of index: Int) -> [String]? {
    let deck = members[index].deck
    let (window, background) = deck.upcoming(at: clock)
    return members[index].prefetch.turn(
      to: window.map { deck.cards[$0].id },
      background: background.map { deck.cards[$0].id },
      budget: deck.settings.prefetchBudget
    )
  }

  private func prefetchNote(of index: Int, evict: [String]) -> PrefetchNote {
    let (deck, prefetch) = (members[index].deck, members[index].prefetch)
    return PrefetchNote(
      deck: deck.definition.id,
      load: prefetch.load,
      high: min(deck.settings.prefetchHigh, prefetch.load.count),
      background: prefetch.background,
      evict: evict
    )
  }
}
