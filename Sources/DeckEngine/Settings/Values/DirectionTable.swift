package import DeckProtocol

/// A value for each direction.
package struct DirectionTable<Value: Hashable & Sendable>: Hashable, Sendable {
  private var values: [Value]

  /// The same value for all directions.
  package init(_ value: Value) {
    values = Direction.allCases.map { _ in value }
  }

  /// The value of a direction.
  package subscript(direction: Direction) -> Value {
    get { values[direction.place] }
    set { values[direction.place] = newValue }
  }

  /// The table with another value for some directions.
  package func with(_ value: Value, _ directions: Direction...) -> DirectionTable {
    var table = self
    for direction in directions { table[direction] = value }
    return table
  }
}

extension Direction {
  fileprivate var place: Int {
    switch self {
    case .left: 0
    case .right: 1
    case .up: 2
    case .down: 3
    case .topLeft: 4
    case .topRight: 5
    case .bottomLeft: 6
    case .bottomRight: 7
    }
  }
}
