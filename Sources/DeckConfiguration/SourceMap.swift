/// A place in a text.
struct SourcePlace: Hashable, Comparable, Sendable {
  /// The first place of every text.
  static let start = SourcePlace(line: 1, column: 1)

  /// Counted from 1.
  var line: Int
  /// In characters (Unicode scalars), counted from 1.
  var column: Int

  static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Where the keys and elements of a TOML text stand.
///
/// TOMLKit tells the place of a syntax error only; what is wrong with a value that it has read is found later,
/// when the place is gone. `SourceScanner` makes the map.
struct SourceMap: Sendable {
  /// The number of a table, an array or a value within the map.
  typealias Node = Int

  /// A key's bytes: TOML tells keys apart that Swift's strings hold to be canonically equivalent.
  private struct Member: Hashable, Sendable {
    var table: Node
    var key: [UInt8]
  }

  /// The table that the text itself is.
  static let root: Node = 0

  private var places = [SourcePlace.start]
  private var members: [Member: Node] = [:]
  private var elements: [Node: [Node]] = [:]
  /// Where a string has the character U+0000, which the C strings of the parser end at.
  var nulls: [SourcePlace] = []

  /// Where the node's key or, in an array, its value begins.
  func place(of node: Node) -> SourcePlace {
    places[node]
  }

  /// The value with this key; `nil` when the table has none.
  func member(_ key: String, of table: Node) -> Node? {
    members[Member(table: table, key: Array(key.utf8))]
  }

  /// The array's element at `index`; `nil` beyond its end.
  func element(_ index: Int, of array: Node) -> Node? {
    guard let nodes = elements[array], nodes.indices.contains(index) else { return nil }
    return nodes[index]
  }

  /// The newest element of an array of tables; any other node is itself.
  func newest(of node: Node) -> Node {
    elements[node]?.last ?? node
  }

  /// The value with this key, made when it is met for the first time.
  mutating func open(_ key: [UInt8], of table: Node, at place: SourcePlace) -> Node {
    let member = Member(table: table, key: key)
    if let node = members[member] { return node }
    places.append(place)
    members[member] = places.count - 1
    return places.count - 1
  }

  /// Another element of an array.
  mutating func append(to array: Node, at place: SourcePlace) -> Node {
    places.append(place)
    elements[array, default: []].append(places.count - 1)
    return places.count - 1
  }

  /// Moves a table that a key below it had opened to its own header.
  mutating func move(_ node: Node, to place: SourcePlace) {
    places[node] = place
  }
}
