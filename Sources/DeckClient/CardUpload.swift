package import DeckProtocol

/// The division of an upload of cards into requests that each fit in a line.
///
/// A deck keeps its front index and its decisions only within one request: `deck.load` counts the cards before
/// `current` as decided, `deck.reload` forgets decisions about cards beyond its last one, and cards that are inserted
/// before the front one are not decided. So the first request has every card that these depend on. If they do not fit
/// with their `data`, those farthest from the front card are sent without it, and `deck.update` adds it.
package struct CardUpload: Sendable {
  /// One request.
  package struct Part: Hashable, Sendable {
    package var method: ClientRequest.MethodName
    /// The indexes of its cards in the whole list.
    package var cards: Range<Int>
    /// The range of its cards that include their data.
    package var whole: Range<Int>
    /// `current` of `deck.load`, `at` of `deck.insert`.
    package var index: Int?

    /// A request with `cards`, all of them with their data unless `whole` is given.
    package init(
      _ method: ClientRequest.MethodName,
      _ cards: Range<Int>,
      whole: Range<Int>? = nil,
      index: Int? = nil
    ) {
      self.method = method
      self.cards = cards
      self.whole = whole ?? cards
      self.index = index
    }
  }

  /// The requests of a load, and what they cannot preserve.
  package struct Load: Hashable, Sendable {
    package var parts: [Part]
    /// How many of the cards before the front one can be undone; `nil` for all of them.
    package var undoable: Int?
  }

  /// Cards after the front one in the first request: more than a deck shows or waits for (`round.first`).
  private static let ahead = 100

  private let limit: Int
  private let count: Int
  /// The total bytes of the cards before each index, and of all cards at the end; commas included.
  private let wholeSums: [Int]
  private let bareSums: [Int]

  /// Cards with these sizes with and without their data, for requests whose arrays have at most `limit` bytes.
  ///
  /// Each card must fit by itself, and any two without their data must fit together.
  package init(whole: [Int], bare: [Int], limit: Int) {
    precondition(whole.count == bare.count, "each card has both sizes")
    precondition(whole.allSatisfy { $0 + 2 <= limit }, "each card fits by itself")
    self.limit = limit
    count = whole.count
    wholeSums = whole.reduce(into: [0]) { sums, size in sums.append((sums.last ?? 0) + size + 1) }
    bareSums = bare.reduce(into: [0]) { sums, size in sums.append((sums.last ?? 0) + size + 1) }
  }

  /// Whether one request holds all cards.
  package var fitsOneRequest: Bool { fits(0..<count) }

  /// Loads the cards, with the card at the index `current` in front.
  package func load(current: Int) -> Load {
    let front = min(current, count)
    let needed = min(front + 1 + Self.ahead, count)
    if let parts = begin(.deckLoad, needed: needed, front: front, index: current) { return Load(parts: parts) }
    // Too many cards precede the front one: those that fit are loaded with it, and the others are inserted before them.
    // At least one: a card that is inserted at the front card's index becomes the front card.
    let window = extended(max(front - 1, 0)..<front, within: 0..<needed) { bareSums.size(of: $0) + 1 <= limit }
    let first = parts(.deckLoad, window, front: front, index: front - window.lowerBound)
    return Load(
      parts: first + parts(window.upperBound..<count, .deckInsert) + parts(0..<window.lowerBound, .deckInsert, at: 0),
      undoable: front - window.lowerBound
    )
  }

  /// Replaces the cards of a deck whose decisions are about its first `decided` cards, and shows the card at the
  /// index `front`.
  ///
  /// `nil` if the cards that the deck needs at once do not fit, even without their data.
  package func reload(decided: Int, front: Int) -> [Part]? {
    let front = min(front, count)
    return begin(.deckReload, needed: min(max(decided, front + 1 + Self.ahead), count), front: front, index: nil)
  }

  /// Inserts the cards at an index, or at the end.
  package func insert(at index: Int?) -> [Part] {
    count == 0 ? [Part(.deckInsert, 0..<0, index: index)] : parts(0..<count, .deckInsert, at: index)
  }

  /// Replaces the cards that have the same ids.
  package func update() -> [Part] {
    count == 0 ? [Part(.deckUpdate, 0..<0)] : parts(0..<count, .deckUpdate)
  }

  /// A first request with at least the cards below `needed`, and those that follow it; `nil` if they do not fit.
  private func begin(_ method: ClientRequest.MethodName, needed: Int, front: Int, index: Int?) -> [Part]? {
    if fits(0..<needed) {
      let end = end(of: 0, below: count)
      return [Part(method, 0..<end, index: index)] + parts(end..<count, .deckInsert)
    }
    guard bareSums.size(of: 0..<needed) + 1 <= limit else { return nil }
    return parts(method, 0..<needed, front: front, index: index) + parts(needed..<count, .deckInsert)
  }

  /// A request with all of `cards`, and updates with the data that does not fit; the front card's neighbors come first.
  private func parts(_ method: ClientRequest.MethodName, _ cards: Range<Int>, front: Int, index: Int?) -> [Part] {
    let bare = bareSums.size(of: cards) + 1
    let whole = extended(front..<front, within: cards) { range in
      bare - bareSums.size(of: range) + wholeSums.size(of: range) <= limit
    }
    return [Part(method, cards, whole: whole, index: index)]
      + parts(whole.upperBound..<cards.upperBound, .deckUpdate)
      + parts(cards.lowerBound..<whole.lowerBound, .deckUpdate)
  }

  /// The range extended upwards, then downwards, as long as `isAllowed` permits.
  private func extended(
    _ range: Range<Int>,
    within bounds: Range<Int>,
    _ isAllowed: (Range<Int>) -> Bool
  ) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while upper < bounds.upperBound, isAllowed(lower..<upper + 1) { upper += 1 }
    while lower > bounds.lowerBound, isAllowed(lower - 1..<upper) { lower -= 1 }
    return lower..<upper
  }

  /// The fewest requests that hold the cards of a range.
  private func parts(_ range: Range<Int>, _ method: ClientRequest.MethodName, at index: Int? = nil) -> [Part] {
    var parts: [Part] = []
    var start = range.lowerBound
    let most = method == .deckUpdate ? DeckCommand.mostListed : count
    while start < range.upperBound {
      let end = end(of: start, below: min(range.upperBound, start + most))
      parts.append(Part(method, start..<end, index: index.map { $0 + start - range.lowerBound }))
      start = end
    }
    return parts
  }

  /// The end of the longest request that begins at `start`.
  private func end(of start: Int, below bound: Int) -> Int {
    var end = start
    while end < bound, fits(start..<end + 1) { end += 1 }
    return end
  }

  private func fits(_ range: Range<Int>) -> Bool {
    wholeSums.size(of: range) + 1 <= limit
  }
}

extension [Int] {
  /// The size of a range of the cards with these cumulative sums.
  fileprivate func size(of range: Range<Int>) -> Int {
    self[range.upperBound] - self[range.lowerBound]
  }
}
