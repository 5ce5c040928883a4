/// A change of the order of cards, and what it does to their indexes.
enum IndexChange: Equatable, Sendable {
  case insertion(of: Int, at: Int)
  case removal(Range<Int>)
  case move(from: Int, to: Int)

  /// Returns the index that a card has after the change; `nil` for a removed card.
  func newIndex(of index: Int) -> Int? {
    switch self {
    case .insertion(let count, let place): return index < place ? index : index + count
    case .removal(let range):
      return range.contains(index) ? nil : index < range.lowerBound ? index : index - range.count
    case .move(let from, let to):
      if index == from { return to }
      let without = index > from ? index - 1 : index
      return without >= to ? without + 1 : without
    }
  }

  /// Returns the index that a card had before the change; `nil` for an inserted card.
  func oldIndex(of index: Int) -> Int? {
    switch self {
    case .insertion(let count, let place):
      index < place ? index : index < place + count ? nil : index - count
    case .removal(let range): index < range.lowerBound ? index : index + range.count
    case .move(let from, let to): IndexChange.move(from: to, to: from).newIndex(of: index)
    }
  }
}
