import JSON

/// A JSON value without its source: equal however it was written.
enum PlainJSON: Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([PlainJSON])
  case object([String: PlainJSON])

  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { PlainJSON($0) })
    case .object(let members):
      self = .object(Dictionary(members.map { ($0.key, PlainJSON($0.value)) }) { $1 })
    }
  }

  /// Reads what `body` writes.
  init(_ body: (inout JSONWriter) -> Void) throws {
    var json = JSONWriter()
    body(&json)
    self.init(try JSONReader.read(json.bytes))
  }

  subscript(_ key: String) -> PlainJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  var elements: [PlainJSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The first difference to another value, with its path; `nil` if there is none.
  func difference(to found: PlainJSON?, at path: String = "") -> String? {
    guard case .object(let members) = self, case .object(let others) = found else {
      return self == found ? nil : "expected \(path) \(self), found \(found.map { "\($0)" } ?? "none")"
    }
    for key in Set(members.keys).union(others.keys).sorted() {
      guard let member = members[key] else { return "expected no \(path).\(key), found \(others[key] ?? .null)" }
      if let difference = member.difference(to: others[key], at: "\(path).\(key)") { return difference }
    }
    return nil
  }
}
