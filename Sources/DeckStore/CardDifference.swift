import DeckProtocol

/// The fewest rows that make a deck's old cards its new ones.
///
/// It goes through all cards once, and makes nothing of those that are the same at the beginning and at the end.
struct CardDifference {
  /// The old cards that differ, or are among those that do.
  let old: Range<Int>
  /// The new cards that come in their place.
  let new: Range<Int>
  /// Where each of the new ones was, ascending; `nil` for one that is put in.
  let origins: [Int?]
  /// The old cards that are taken out, in runs.
  private(set) var removed: [Range<Int>] = []
  /// The new indexes of cards that were there and say something else now.
  private(set) var changed: [Int] = []

  /// Compares two orders of cards with ids of their own.
  init(from oldCards: [Card], to newCards: [Card]) {
    let (head, tail) = Self.same(oldCards, newCards)
    old = head..<oldCards.count - tail
    new = head..<newCards.count - tail
    origins = Self.origins(oldCards[old], newCards[new])

    var next = old.lowerBound
    for (index, origin) in zip(new, origins) {
      guard let origin else { continue }
      if next < origin { removed.append(next..<origin) }
      next = origin + 1
      if oldCards[origin] != newCards[index] { changed.append(index) }
    }
    if next < old.upperBound { removed.append(next..<old.upperBound) }
  }

  /// Whether nothing is different.
  var isEmpty: Bool {
    isInPlace && changed.isEmpty
  }

  /// Whether each card is where it was, and at most says something else.
  var isInPlace: Bool {
    removed.isEmpty && old == new
  }

  /// How many cards are the same from the beginning and from the end on; at a glance where nobody has touched any.
  private static func same(_ old: [Card], _ new: [Card]) -> (head: Int, tail: Int) {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        if old.baseAddress == new.baseAddress, old.count == new.count { return (old.count, 0) }
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        return (head, tail)
      }
    }
  }

  /// Where each of the new cards was, for as many as can stay while the others are taken out and put in.
  private static func origins(_ old: ArraySlice<Card>, _ new: ArraySlice<Card>) -> [Int?] {
    guard !old.isEmpty, !new.isEmpty else { return new.map { _ in nil } }
    // Cards that only say something else, `loaded` above all: no table of a long deck for these.
    if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) { return Array(old.indices) }
    let places = Dictionary(zip(old.map(\.id), old.indices)) { first, _ in first }
    return longestAscent(new.map { places[$0.id] })
  }

  /// The longest ascending sequence of the numbers, the others `nil` (patience sorting).
  private static func longestAscent(_ numbers: [Int?]) -> [Int?] {
    // The smallest number that ends an ascent of each length, with its index; and whom each number comes after.
    var ends: [(number: Int, index: Int)] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      guard let number else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].number < number { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1].index : nil
      if low == ends.count { ends.append((number, index)) } else { ends[low] = (number, index) }
    }
    var kept = [Int?](repeating: nil, count: numbers.count)
    var index = ends.last?.index
    while let current = index {
      kept[current] = numbers[current]
      index = before[current]
    }
    return kept
  }
}
