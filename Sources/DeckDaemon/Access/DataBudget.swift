/// Upper bounds of the bytes of the cards' data in each deck.
///
/// A bound still includes removed cards. A deck is counted only when its bound exceeds the limit, so that inserting
/// cards one by one does not count all of a large deck each time.
package struct DataBudget: Sendable {
  private var bounds: [String: Int] = [:]

  /// No bounds.
  package init() {}

  /// Adds `bytes` to the bound of a deck; without a bound yet, `count` returns the bytes that the deck has.
  ///
  /// `exact` is what the deck will have: it is computed only if the bound exceeds `limit`.
  ///
  /// - Returns: what the deck will have if that exceeds `limit`; nothing is changed then.
  package mutating func add(
    _ bytes: Int,
    to deck: String,
    limit: Int,
    count: @autoclosure () -> Int,
    exact: @autoclosure () -> Int
  ) -> Int? {
    guard bytes > 0 else { return nil }
    let bound = (bounds[deck] ?? count()) + bytes
    if bound <= limit {
      bounds[deck] = bound
      return nil
    }
    let total = exact()
    guard total <= limit else { return total }
    bounds[deck] = nil
    return nil
  }

  /// Forgets the bound of a deck whose cards were replaced.
  package mutating func reset(_ deck: String) {
    bounds[deck] = nil
  }

  /// Forgets every bound.
  package mutating func resetAll() {
    bounds = [:]
  }
}
