// Replaces the file of this name in swift-argument-parser, the only one there that imports Foundation: see edit.sh.

extension Error {
  /// The text of an error that an argument's type or a command throws.
  func describe() -> String { String(describing: self) }
}

/// The JSON of `--experimental-dump-help`, of which the manual pages are made.
enum JSONEncoder {
  /// Returns `value` as Codable's default coding has it, on one line, with members in order of their names.
  ///
  /// A `Mirror` reads the members: an `Encoder` would take five times the code.
  static func encode<T: Encodable>(_ value: T) -> String { json(value) ?? "null" }

  private static func json(_ value: Any) -> String? {
    switch value {
    case let value as any RawRepresentable: return json(value.rawValue)
    case let value as String: return quoted(value)
    case is Bool, is Int: return "\(value)"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    let children = mirror.children
    switch mirror.displayStyle {
    case .optional: return children.first.flatMap { json($0.value) }
    case .collection: return "[\(children.map { json($0.value) ?? "null" }.joined(separator: ","))]"
    case .dictionary: return object(children.compactMap { $0.value as? (key: String, value: Any) })
    case .enum where children.isEmpty: return object([("\(value)", ())])
    default: return object(children.map { ($0.label ?? "", $0.value) })
    }
  }

  /// An object of the members that are not `nil`.
  private static func object(_ members: [(key: String, value: Any)]) -> String {
    let texts = members.sorted { $0.key < $1.key }.compactMap { name, value in
      json(value).map { "\(quoted(name)):\($0)" }
    }
    return "{\(texts.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
