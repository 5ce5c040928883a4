/// How an edit changes the indexes of the cards.
package enum IndexShift: Equatable, Sendable {
  case insertion(at: Int, count: Int)
  case removal(Range<Int>)
  case move(from: Int, to: Int)

  /// Returns the index that a card has after the edit; `nil` if it was removed.
  package func newIndex(of index: Int) -> Int? {
    switch self {
    case .insertion(let place, let count): return index < place ? index : index + count
    case .removal(let range):
      if range.contains(index) { return nil }
      return index < range.lowerBound ? index : index - range.count
    case .move(let source, let target):
      if index == source { return target }
      let without = index > source ? index - 1 : index
      return without >= target ? without + 1 : without
    }
  }
  /// Returns the index that a card had before the edit; `nil` if it was inserted.
  package func oldIndex(of index: Int) -> Int? {
    switch self {
    case .insertion(let place, let count): index < place ? index : index < place + count ? nil : index - count
    case .removal(let range): index < range.lowerBound ? index : index + range.count
    case .move(let source, let target): IndexShift.move(from: target, to: source).newIndex(of: index)
    }
  }
}
