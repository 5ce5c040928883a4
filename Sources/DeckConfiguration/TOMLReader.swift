import TOMLKit

/// Parses a TOML text into a tree of values with their positions.
struct TOMLReader {
  /// Deeper than any configuration needs, and well below the nesting limit of JSON readers.
  static let depthLimit = 32

  private let map: SourceMap
  private var findings: [Finding] = []

  /// The tree of `text`, and the problems of individual values.
  ///
  /// Throws the one problem of a text that is not TOML.
  static func read(
    _ text: String
  ) throws(ConfigurationError.Problem) -> (root: TOMLNode, findings: [Finding]) {
    // The parser takes a C string and would stop there.
    if let null = text.unicodeScalars.firstIndex(of: "\0") {
      let lines = text.unicodeScalars[..<null].split(separator: "\n", omittingEmptySubsequences: false)
      throw ConfigurationError.Problem(
        line: lines.count,
        column: (lines.last?.count ?? 0) + 1,
        text: "found the character U+0000; expected text"
      )
    }
    let scanner = SourceScanner(text)
    if let obstacle = scanner.obstacle {
      // An earlier error takes precedence, and after it the scanner is unreliable.
      let before = text.utf8.prefix(obstacle.statement)
      _ = try parse(String(decoding: before, as: UTF8.self))
      throw ConfigurationError.Problem(
        line: obstacle.place.line,
        column: obstacle.place.column,
        text: "not TOML: \(obstacle.text)"
      )
    }
    let table = try parse(text)
    var reader = TOMLReader(map: scanner.map)
    for place in reader.map.nulls {
      reader.findings.append(Finding(place: place, text: "found the character U+0000; expected text without it"))
    }
    let root = reader.node(table.tomlValue, SourceMap.root, within: .start, path: "", depth: 0)
    return (root, reader.findings)
  }

  private static func parse(_ text: String) throws(ConfigurationError.Problem) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ConfigurationError.Problem(
        line: error.source.begin.line,
        column: error.source.begin.column,
        text: "not TOML: \(error.description)"
      )
    } catch {
      throw ConfigurationError.Problem(line: 1, column: nil, text: "not TOML: \(error)")
    }
  }

  private init(map: SourceMap) {
    self.map = map
  }

  /// The value and its descendants; `spot` is its node in the map, and `enclosing` the position to use without one.
  private mutating func node(
    _ value: TOMLValue,
    _ spot: SourceMap.Node?,
    within enclosing: SourcePlace,
    path: String,
    depth: Int
  ) -> TOMLNode {
    let place = spot.map(map.place(of:)) ?? enclosing
    guard depth <= Self.depthLimit else {
      reject(place, path, "nested too deeply; expected at most \(Self.depthLimit) levels")
      return TOMLNode(place: place, path: path, value: .rejected)
    }
    let content: TOMLNode.Value
    if let table = value.table {
      content = .table(members(of: table, spot, at: place, path: path, depth: depth))
    } else if let array = value.array {
      var elements: [TOMLNode] = []
      elements.reserveCapacity(array.count)
      for index in 0..<array.count {
        let element = spot.flatMap { map.element(index, of: $0) }
        elements.append(
          node(array[index].tomlValue, element, within: place, path: "\(path)[\(index)]", depth: depth + 1)
        )
      }
      content = .array(elements)
    } else {
      content = scalar(value, at: place, path: path)
    }
    return TOMLNode(place: place, path: path, value: content)
  }

  private mutating func members(
    of table: TOMLTable,
    _ spot: SourceMap.Node?,
    at place: SourcePlace,
    path: String,
    depth: Int
  ) -> [TOMLNode.Member] {
    var members: [TOMLNode.Member] = []
    for key in table.keys {
      // A key that contains U+0000 cannot be looked up; it has been reported.
      guard let value = table[key] else { continue }
      let member = node(
        value.tomlValue,
        spot.flatMap { map.member(key, of: $0) },
        within: place,
        path: TOMLNode.path(key, in: path),
        depth: depth + 1
      )
      members.append(TOMLNode.Member(key: key, node: member))
    }
    return members
  }

  private mutating func scalar(_ value: TOMLValue, at place: SourcePlace, path: String) -> TOMLNode.Value {
    if let text = value.string { return .string(text) }
    if let integer = value.int { return .integer(integer) }
    if let flag = value.bool { return .boolean(flag) }
    if let date = value.date { return .moment(date.internetText) }
    if let time = value.time { return .moment(time.internetText) }
    if let moment = value.dateTime { return .moment(moment.internetText) }
    guard let number = value.double, number.isFinite else {
      let text = value.double.map(String.init(describing:)) ?? "a value of an unknown type"
      reject(place, path, "\(text) is not finite; expected a finite number")
      return .rejected
    }
    return .float(number)
  }

  private mutating func reject(_ place: SourcePlace, _ path: String, _ text: String) {
    findings.append(Finding(place: place, text: "\(path): \(text)"))
  }
}
