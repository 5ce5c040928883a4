/// JSON to be written for people to read.
///
/// Says that it is sendable: Swift 6.2 cannot find that out, and names a circular reference.
indirect enum SchemaText: Sendable {
  /// JSON that is written as it is.
  case raw(String)
  case array([SchemaText])
  case object([(key: String, value: SchemaText)])

  static func text(_ text: String) -> SchemaText {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return .raw("\"\(escaped)\"")
  }

  static func texts(_ texts: [String]) -> SchemaText { .array(texts.map { .text($0) }) }

  static func reference(_ name: String) -> SchemaText { .object([("$ref", .text("#/definitions/\(name)"))]) }

  /// The JSON, on one line where that has room for it, with a newline at the end.
  var document: String { formatted(indent: 0, prefix: 0) + "\n" }

  private static let width = 120

  /// `prefix` are the columns that come before it on its line.
  private func formatted(indent: Int, prefix: Int) -> String {
    let line = line
    guard indent == 0 || indent + prefix + line.count > Self.width else { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .raw(let text): return text
    case .array(let elements):
      guard case .raw? = elements.first else {
        let lines = elements.map { inner + $0.formatted(indent: indent + 2, prefix: 1) }
        return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
      }
      return "[\n\(Self.wrapped(elements.map(\.line), inner))\n\(outer)]"
    case .object(let members):
      let lines = members.map { key, value in
        "\(inner)\"\(key)\": \(value.formatted(indent: indent + 2, prefix: key.count + 5))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    }
  }

  /// The JSON on one line.
  var line: String {
    switch self {
    case .raw(let text): text
    case .array(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members): "{ \(members.map { "\"\($0.key)\": \($0.value.line)" }.joined(separator: ", ")) }"
    }
  }

  /// Short values, as many on a line as it has room for.
  private static func wrapped(_ values: [String], _ indent: String) -> String {
    var lines = [indent]
    for (index, value) in values.enumerated() {
      let piece = index == values.count - 1 ? value : "\(value),"
      let isFirst = lines[lines.count - 1].count == indent.count
      if !isFirst, lines[lines.count - 1].count + 1 + piece.count > width { lines.append(indent) }
      let separator = lines[lines.count - 1].count == indent.count ? "" : " "
      lines[lines.count - 1] += separator + piece
    }
    return lines.joined(separator: "\n")
  }
}
