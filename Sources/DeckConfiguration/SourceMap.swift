/// A position in a text.
struct SourcePlace: Hashable, Comparable, Sendable {
  /// The first position of every text.
  static let start = SourcePlace(line: 1, column: 1)

  /// Counted from 1.
  var line: Int
  /// In characters (Unicode scalars), counted from 1.
  var column: Int

  static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The positions of the keys and elements in a TOML text.
///
/// TOMLKit reports the position of syntax errors only; problems with values that it has read are found later, when
/// their positions are lost. `SourceScanner` builds the map.
struct SourceMap: Sendable {
  /// The index of a table, an array or a value in the map.
  typealias Node = Int

  /// A key's bytes: TOML distinguishes keys that are canonically equivalent, and equal as Swift strings.
  private struct Member: Hashable, Sendable {
    var table: Node
    var key: [UInt8]
  }

  /// The top-level table.
  static let root: Node = 0

  private var places = [SourcePlace.start]
  private var members: [Member: Node] = [:]
  private var elements: [Node: [Node]] = [:]
  /// The positions of U+0000 in strings, which terminates the parser's C strings.
  var nulls: [SourcePlace] = []

  /// The position of the node's key or, in an array, of its value.
  func place(of node: Node) -> SourcePlace {
    places[node]
  }

  /// The value with this key; `nil` if the table has none.
  func member(_ key: String, of table: Node) -> Node? {
    members[Member(table: table, key: Array(key.utf8))]
  }

  /// The array's element at `index`; `nil` beyond its end.
  func element(_ index: Int, of array: Node) -> Node? {
    guard let nodes = elements[array], nodes.indices.contains(index) else { return nil }
    return nodes[index]
  }

  /// The last element of an array of tables; any other node is returned as it is.
  func newest(of node: Node) -> Node {
    elements[node]?.last ?? node
  }

  /// The value with this key, created on first use.
  mutating func open(_ key: [UInt8], of table: Node, at place: SourcePlace) -> Node {
    let member = Member(table: table, key: key)
    if let node = members[member] { return node }
    places.append(place)
    members[member] = places.count - 1
    return places.count - 1
  }

  /// Appends an element to an array.
  mutating func append(to array: Node, at place: SourcePlace) -> Node {
    places.append(place)
    elements[array, default: []].append(places.count - 1)
    return places.count - 1
  }

  /// Moves a table that a key below it had opened to the position of its own header.
  mutating func move(_ node: Node, to place: SourcePlace) {
    places[node] = place
  }
}
