import JSON
import MessageText

/// The members of an object, read by name; each error names the field and what was expected.
struct Fields {
  private let members: [JSONValue.Member]
  private let path: String
  private let code: ProtocolError.Code
  /// Whether the object is from a client: the daemon rejects unknown members, a client ignores them.
  let isRequest: Bool

  init(_ members: [JSONValue.Member], path: String, code: ProtocolError.Code, isRequest: Bool = true) {
    self.members = members
    self.path = path
    self.code = code
    self.isRequest = isRequest
  }

  /// An object that the daemon published.
  init(published json: JSONValue) throws(ProtocolError) {
    guard case .object(let members) = json else {
      throw ProtocolError(.invalidParameters, "not an object", field: "", expected: "an object, not \(json.kind)")
    }
    self.init(members, path: "", code: .invalidParameters, isRequest: false)
  }

  /// The request's `params`: an object, or omitted.
  init(parametersOf request: [JSONValue.Member]) throws(ProtocolError) {
    guard let parameters = request.member("params") else {
      self.init([], path: "params.", code: .invalidParameters)
      return
    }
    guard case .object(let members) = parameters.value else {
      throw ProtocolError(
        .invalidParameters,
        "wrong parameters",
        field: "params",
        expected: "an object, not \(parameters.value.kind)"
      )
    }
    self.init(members, path: "params.", code: .invalidParameters)
  }

  /// The members' names, in their order.
  var names: [String] { members.map(\.key) }

  /// The members whose names `schema` does not have, with sources of their own.
  func unknown(to schema: ObjectSchema) -> [JSONValue.Member] {
    members.filter { member in !schema.members.contains { $0.name == member.key } }
      .map { JSONValue.Member(key: $0.key, value: $0.value, source: Array($0.source)[...]) }
  }

  /// Whether there is a member with this name.
  func has(_ name: String) -> Bool { members.member(name) != nil }

  /// A string that must be present.
  func string(_ name: String) throws(ProtocolError) -> String {
    guard let text = try optionalString(name) else { throw missing(name, "a string") }
    return text
  }

  func optionalString(_ name: String) throws(ProtocolError) -> String? {
    guard let member = members.member(name) else { return nil }
    guard case .string(let text) = member.value else { throw wrong(member, "a string") }
    return text
  }

  /// A string without control characters, with a character count in this range, so that logs show it on one line.
  func optionalLine(_ name: String, _ length: ClosedRange<Int>) throws(ProtocolError) -> String? {
    guard let text = try optionalString(name) else { return nil }
    let scalars = text.unicodeScalars
    guard length.contains(scalars.count), !scalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw wrong(name, "\(length.lowerBound) to \(length.upperBound) characters and no control character among them")
    }
    return text
  }

  /// An array of strings, at least one.
  func optionalStrings(_ name: String) throws(ProtocolError) -> [String]? {
    let expected = "an array of strings"
    guard let member = members.member(name) else { return nil }
    guard case .array(let elements) = member.value else { throw wrong(member, expected) }
    guard !elements.isEmpty else { throw wrong(name, "\(expected), not an empty one") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element else { throw wrong("\(name)[\(index)]", "a string, not \(element.kind)") }
      texts.append(text)
    }
    return texts
  }

  /// Throws if a member has more than `most` cards.
  func check(_ name: String, _ count: Int, most: Int) throws(ProtocolError) {
    guard count <= most else { throw wrong(name, "at most \(most) cards in a request, not \(count)") }
  }

  func optionalFlag(_ name: String) throws(ProtocolError) -> Bool? {
    guard let member = members.member(name) else { return nil }
    guard case .boolean(let flag) = member.value else { throw wrong(member, "true or false") }
    return flag
  }

  func optionalNumber(_ name: String, in range: ClosedRange<Double>) throws(ProtocolError) -> Double? {
    guard let member = members.member(name) else { return nil }
    guard case .number(let number) = member.value, range.contains(number) else {
      throw wrong(member, Self.number(in: range))
    }
    return number
  }

  /// A range's description in an error, with bounds written as 1, not 1.0.
  static func number(in range: ClosedRange<Double>) -> String {
    let bounds = [range.lowerBound, range.upperBound].map { bound in Int(exactly: bound).map { "\($0)" } ?? "\(bound)" }
    return "a number from \(bounds[0]) to \(bounds[1])"
  }

  func optionalInteger(_ name: String, in range: ClosedRange<UInt64>) throws(ProtocolError) -> UInt64? {
    guard let member = members.member(name) else { return nil }
    guard case .number(let number) = member.value, let whole = UInt64(exactly: number), range.contains(whole) else {
      throw wrong(member, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// Any value as it was written, nested at most this many levels.
  func optionalSource(_ name: String, depth limit: Int) throws(ProtocolError) -> [UInt8]? {
    guard let member = members.member(name) else { return nil }
    guard member.value.depth <= limit else { throw wrong(name, "at most \(limit) levels of nesting") }
    return Array(member.source)
  }

  /// The members of an object.
  func optionalMembers(_ name: String, _ expected: String) throws(ProtocolError) -> [JSONValue.Member]? {
    guard let member = members.member(name) else { return nil }
    guard case .object(let members) = member.value else { throw wrong(member, expected) }
    return members
  }

  /// An object, whose fields have this member's path as a prefix.
  func optionalObject(_ name: String, _ expected: String) throws(ProtocolError) -> Fields? {
    try optionalMembers(name, expected).map { Fields($0, path: "\(path)\(name).", code: code, isRequest: isRequest) }
  }

  /// The members of each object in an array.
  func optionalObjects(_ name: String, _ expected: String) throws(ProtocolError) -> [Fields]? {
    guard let member = members.member(name) else { return nil }
    guard case .array(let elements) = member.value else { throw wrong(member, expected) }
    var objects: [Fields] = []
    objects.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element else {
        throw wrong("\(name)[\(index)]", "an object, not \(element.kind)")
      }
      objects.append(Fields(members, path: "\(path)\(name)[\(index)].", code: code, isRequest: isRequest))
    }
    return objects
  }

  /// The elements of an array that must be present.
  func elements(_ name: String, _ expected: String) throws(ProtocolError) -> [JSONValue] {
    guard case .array(let elements) = try value(name, expected) else { throw wrong(name, expected) }
    return elements
  }

  /// Any value that must be present.
  func value(_ name: String, _ expected: String) throws(ProtocolError) -> JSONValue {
    guard let member = members.member(name) else { throw missing(name, expected) }
    return member.value
  }

  /// One of an enumeration's names.
  func optionalChoice<Choice: WireName>(_ name: String) throws(ProtocolError) -> Choice? {
    guard let member = members.member(name) else { return nil }
    return try choice(member.value, name)
  }

  /// An array of an enumeration's names, at least one; with `isUnique`, each at most once.
  func optionalChoices<Choice: WireName>(
    _ name: String,
    isUnique: Bool = false
  ) throws(ProtocolError) -> [Choice]? {
    let expected = "an array with \(Self.names(Choice.self))"
    guard let member = members.member(name) else { return nil }
    guard case .array(let elements) = member.value else { throw wrong(member, expected) }
    guard !elements.isEmpty else { throw wrong(name, "\(expected), not an empty one") }
    var choices: [Choice] = []
    for (index, element) in elements.enumerated() {
      let choice: Choice = try choice(element, "\(name)[\(index)]")
      if isUnique, choices.contains(choice) {
        throw wrong(
          "\(name)[\(index)]",
          "each \(Choice.definition.title.lowercased()) once, not \(choice.rawValue) again"
        )
      }
      choices.append(choice)
    }
    return choices
  }

  private func choice<Choice: WireName>(_ value: JSONValue, _ name: String) throws(ProtocolError) -> Choice {
    guard case .string(let text) = value else { throw wrong(name, "\(Self.names(Choice.self)), not \(value.kind)") }
    guard let choice = Choice(rawValue: text) else {
      let hint = Suggestion.hint(for: text, among: Choice.allCases.map(\.rawValue))
      throw wrong(name, "\(Self.names(Choice.self)), not \(truncatedQuote(text))\(hint)")
    }
    return choice
  }

  /// The description of an enumeration's names in an error.
  static func names<Choice: WireName>(_: Choice.Type) -> String {
    "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
  }

  func missing(_ name: String, _ expected: String) -> ProtocolError {
    ProtocolError(code, "\(path)\(name) is missing", field: path + name, expected: expected)
  }

  func unknown(_ name: String, _ expected: String) -> ProtocolError {
    let field = path + truncated(name)
    return ProtocolError(code, "unknown \(field)", field: field, expected: expected)
  }

  /// An error that repeats a number out of range as it was written, and names the type of any other value.
  private func wrong(_ member: JSONValue.Member, _ expected: String) -> ProtocolError {
    let found =
      switch member.value {
      case .number where member.source.count <= 32: String(decoding: member.source, as: UTF8.self)
      case let other: other.kind
      }
    return wrong(member.key, "\(expected), not \(found)")
  }

  func wrong(_ name: String, _ expected: String) -> ProtocolError {
    ProtocolError(code, "wrong \(path)\(name)", field: path + name, expected: expected)
  }
}
