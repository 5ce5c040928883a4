import DeckEngine
import DeckProtocol

/// The minimal row changes that turn a deck's old cards into its new ones.
///
/// Compares all cards once, and skips the common prefix and suffix.
struct CardDifference {
  /// The old cards between the common prefix and suffix.
  let old: Range<Int>
  /// The new cards that replace them.
  let new: Range<Int>
  /// The old index of each of the new cards, ascending; `nil` for an inserted card.
  let origins: [Int?]
  /// The old cards that are removed, in runs.
  private(set) var removed: [Range<Int>] = []
  /// The kept cards whose content changed, by their old and new indexes.
  private(set) var changed: [(old: Int, new: Int)] = []

  /// Compares two card lists, each with unique ids.
  init(from oldCards: CardSequence, to newCards: CardSequence) {
    let head = oldCards.commonPrefix(with: newCards)
    let tail = oldCards.commonSuffix(with: newCards, most: min(oldCards.count, newCards.count) - head)
    old = head..<oldCards.count - tail
    new = head..<newCards.count - tail
    let (gone, come) = (oldCards.array(in: old), newCards.array(in: new))
    origins = Self.origins(gone, come).map { $0.map { $0 + head } }

    var next = old.lowerBound
    for (index, origin) in zip(new, origins) {
      guard let origin else { continue }
      if next < origin { removed.append(next..<origin) }
      next = origin + 1
      if gone[origin - head] != come[index - head] { changed.append((origin, index)) }
    }
    if next < old.upperBound { removed.append(next..<old.upperBound) }
  }

  /// Whether the lists are equal.
  var isEmpty: Bool {
    isInPlace && changed.isEmpty
  }

  /// Whether each card keeps its index, and at most its content changed.
  var isInPlace: Bool {
    removed.isEmpty && old == new
  }

  /// The index in `old` of each new card, for as many cards as can stay while the others are removed and inserted.
  private static func origins(_ old: [Card], _ new: [Card]) -> [Int?] {
    guard !old.isEmpty, !new.isEmpty else { return new.map { _ in nil } }
    // Only contents changed, most often `loaded`: avoids building a dictionary of a long deck.
    if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) { return Array(old.indices) }
    let places = Dictionary(zip(old.map(\.id), old.indices)) { first, _ in first }
    return longestAscent(new.map { places[$0.id] })
  }

  /// The longest ascending sequence of the numbers, the others `nil` (patience sorting).
  private static func longestAscent(_ numbers: [Int?]) -> [Int?] {
    // For each ascent length, the smallest number that ends one, with its index; and the predecessor of each number.
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
