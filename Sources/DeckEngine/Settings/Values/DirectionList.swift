package import DeckProtocol

/// Distinct directions in an order; earlier ones win ties.
///
/// The directions lie within the value: every touch reads those in which its card may be swiped, and an array's references
/// would be counted.
package struct DirectionList: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private var slots = InlineArray<8, Direction>(repeating: .left)
  package private(set) var count = 0

  /// The directions of a sequence, each where it comes first.
  package init(_ directions: some Sequence<Direction>) {
    for direction in directions where !contains(direction) {
      precondition(count < slots.count, "there are more than \(slots.count) directions")
      slots[count] = direction
      count += 1
    }
  }

  package init(arrayLiteral directions: Direction...) { self.init(directions) }

  /// Every direction.
  package static var all: DirectionList { DirectionList(Direction.allCases) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> Direction {
    precondition(position < count, "there is no direction \(position) of \(count)")
    return slots[position]
  }
}

extension DirectionList: Hashable {
  package static func == (left: DirectionList, right: DirectionList) -> Bool { left.elementsEqual(right) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for direction in self { hasher.combine(direction) }
  }
}
