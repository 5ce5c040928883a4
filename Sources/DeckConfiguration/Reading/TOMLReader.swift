import CTOML
import DeckProtocol
import JSON

/// Converts a document of toml++ to a tree of values with their positions.
struct TOMLReader {
  /// Deeper than any configuration needs, and well below the nesting limit of JSON readers.
  static let depthLimit = 32

  private let nodes: UnsafePointer<deckd_toml_node>
  private var findings: [Finding] = []

  /// The tree of `text`, and the problems of individual values.
  ///
  /// Throws the one problem of a text that is not TOML.
  static func read(
    _ text: String
  ) throws(ConfigurationError.Problem) -> (root: TOMLNode, findings: [Finding]) {
    let bytes = Array(text.utf8)
    let obstacle = TOMLGuard(bytes).obstacle
    guard let document = deckd_toml_parse(bytes, obstacle?.offset ?? bytes.count) else {
      preconditionFailure("the document is null")
    }
    defer { deckd_toml_free(document) }
    let error = document.pointee
    let place = TextPlace(error.error_place)
    if let obstacle {
      let end = TextPlace(of: obstacle.offset, in: bytes)
      // After an earlier error, what the guard took for code may be part of a string.
      if error.nodes != nil || place >= end { throw problem(at: end, obstacle.text) }
    }
    guard let nodes = error.nodes else { throw problem(at: place, String(error.error)) }
    var reader = TOMLReader(nodes: nodes)
    return (reader.node(0, path: "", depth: 0), reader.findings)
  }

  private static func problem(at place: TextPlace, _ text: String) -> ConfigurationError.Problem {
    // toml++ says one of these of a bare word, as of `id = main` or `preset = natural`.
    let ofWords = ["could not determine value type"] + ["nan", "inf", "true", "false"].map { "expected '\($0)'" }
    let remedy = ofWords.contains { text.contains($0) } ? "; a string needs quotation marks" : ""
    return ConfigurationError.Problem(line: place.line, column: place.column, text: "not TOML: \(text)\(remedy)")
  }

  private init(nodes: UnsafePointer<deckd_toml_node>) {
    self.nodes = nodes
  }

  private mutating func node(_ index: Int, path: String, depth: Int) -> TOMLNode {
    let node = nodes[index]
    let place = TextPlace(node.place)
    return TOMLNode(place: place, path: path, value: value(index, node, at: place, path: path, depth: depth))
  }

  private mutating func value(
    _ index: Int,
    _ node: deckd_toml_node,
    at place: TextPlace,
    path: String,
    depth: Int
  ) -> TOMLNode.Value {
    guard depth <= Self.depthLimit else {
      return reject(place, path, "nested too deeply; expected at most \(Self.depthLimit) levels")
    }
    switch node.kind {
    case DECKD_TOML_TABLE:
      return .table(
        children(of: index).map { child in
          let key = String(nodes[child].key)
          let path = TOMLNode.path(key, in: path)
          if key.utf8.contains(0) { reportNull(TextPlace(nodes[child].place), path) }
          return TOMLNode.Member(key: key, node: self.node(child, path: path, depth: depth + 1))
        }
      )
    case DECKD_TOML_ARRAY:
      return .array(
        children(of: index).enumerated().map { self.node($1, path: "\(path)[\($0)]", depth: depth + 1) }
      )
    case DECKD_TOML_STRING:
      let text = String(node.text)
      if text.utf8.contains(0) { return reportNull(place, path) }
      return .string(text)
    case DECKD_TOML_INTEGER: return .integer(Int(node.integer))
    case DECKD_TOML_BOOLEAN: return .boolean(node.integer != 0)
    case DECKD_TOML_FLOAT where node.number.isFinite: return .float(node.number)
    case DECKD_TOML_FLOAT: return reject(place, path, "\(node.number) is not finite; expected a finite number")
    default: return .moment(String(node.text))
    }
  }

  /// The nodes directly below a table or an array.
  private func children(of index: Int) -> [Int] {
    let end = nodes[index].end
    return Array(sequence(first: index + 1) { nodes[$0].end }.prefix { $0 < end })
  }

  @discardableResult
  private mutating func reportNull(_ place: TextPlace, _ path: String) -> TOMLNode.Value {
    reject(place, path, "found the character U+0000; expected text without it")
  }

  private mutating func reject(_ place: TextPlace, _ path: String, _ text: String) -> TOMLNode.Value {
    findings.append(Finding(place: place, text: "\(path): \(text)"))
    return .rejected
  }
}

extension TextPlace {
  fileprivate init(_ place: deckd_toml_place) {
    self.init(line: Int(place.line), column: Int(place.column))
  }
}

extension String {
  fileprivate init(_ text: deckd_toml_text) {
    self.init(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
  }
}
