/// The members of an object, read by name; each failure names the field and what was expected.
struct Fields {
  private let members: [JSONValue.Member]
  private let path: String
  private let code: ProtocolError.Code

  init(_ members: [JSONValue.Member], path: String, code: ProtocolError.Code) {
    self.members = members
    self.path = path
    self.code = code
  }

  /// The request's `params`: an object, or left out.
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

  /// A field that must be there as a string.
  func string(_ name: String) throws(ProtocolError) -> String {
    guard let text = try optionalString(name) else { throw missing(name, "a string") }
    return text
  }

  func optionalString(_ name: String) throws(ProtocolError) -> String? {
    guard let member = members.member(name) else { return nil }
    guard case .string(let text) = member.value else { throw wrong(member, "a string") }
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

  func optionalFlag(_ name: String) throws(ProtocolError) -> Bool? {
    guard let member = members.member(name) else { return nil }
    guard case .boolean(let flag) = member.value else { throw wrong(member, "true or false") }
    return flag
  }

  /// A flag that must be there.
  func flag(_ name: String) throws(ProtocolError) -> Bool {
    guard let flag = try optionalFlag(name) else { throw missing(name, "true or false") }
    return flag
  }

  /// A time in whole microseconds that must be there.
  func time(_ name: String) throws(ProtocolError) -> Int64 {
    guard let time = try optionalTime(name) else {
      throw missing(name, "a whole number from 0 to \(Self.largestInteger)")
    }
    return time
  }

  func optionalTime(_ name: String) throws(ProtocolError) -> Int64? {
    try optionalInteger(name, in: 0...Self.largestInteger).map { Int64($0) }
  }

  func optionalNumber(_ name: String, in range: ClosedRange<Double>) throws(ProtocolError) -> Double? {
    guard let member = members.member(name) else { return nil }
    guard case .number(let number) = member.value, range.contains(number) else {
      throw wrong(member, Self.number(in: range))
    }
    return number
  }

  /// A number in a range that must be there.
  func number(_ name: String, in range: ClosedRange<Double>) throws(ProtocolError) -> Double {
    guard let number = try optionalNumber(name, in: range) else {
      throw missing(name, Self.number(in: range))
    }
    return number
  }

  /// What is expected of a number, its bounds as people write them: 1 and not 1.0.
  private static func number(in range: ClosedRange<Double>) -> String {
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

  /// The largest whole number up to which a double, and so every JSON library, has all of them.
  static let largestInteger: UInt64 = 9_007_199_254_740_991

  /// A place in a deck, which is no larger than its size; how large that is, only the engine knows.
  func optionalIndex(_ name: String) throws(ProtocolError) -> Int? {
    try optionalInteger(name, in: 0...Self.largestInteger).map { Int($0) }
  }

  /// A place in a deck that must be given.
  func index(_ name: String) throws(ProtocolError) -> Int {
    guard let index = try optionalIndex(name) else {
      throw missing(name, "a whole number from 0 to \(Self.largestInteger)")
    }
    return index
  }

  /// A number of things, at least one.
  func optionalCount(_ name: String) throws(ProtocolError) -> Int? {
    try optionalInteger(name, in: 1...Self.largestInteger).map { Int($0) }
  }

  /// Any value as it was written, nested to at most this many levels.
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
      objects.append(Fields(members, path: "\(path)\(name)[\(index)].", code: code))
    }
    return objects
  }

  /// A field that must be there as the name of one of the choices.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(ProtocolError) -> Choice
  where Choice.RawValue == String {
    guard let member = members.member(name) else { throw missing(name, Self.names(Choice.self)) }
    return try choice(member.value, name)
  }

  /// A field that must be there as an array of names of the choices.
  func choices<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(ProtocolError) -> [Choice]
  where Choice.RawValue == String {
    guard let choices: [Choice] = try optionalChoices(name) else {
      throw missing(name, "an array with \(Self.names(Choice.self))")
    }
    return choices
  }

  /// An array of names of the choices, at least one.
  func optionalChoices<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(ProtocolError) -> [Choice]?
  where Choice.RawValue == String {
    let expected = "an array with \(Self.names(Choice.self))"
    guard let member = members.member(name) else { return nil }
    guard case .array(let elements) = member.value else { throw wrong(member, expected) }
    guard !elements.isEmpty else { throw wrong(name, "\(expected), not an empty one") }
    var choices: [Choice] = []
    for (index, element) in elements.enumerated() {
      choices.append(try choice(element, "\(name)[\(index)]"))
    }
    return choices
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: JSONValue,
    _ name: String
  ) throws(ProtocolError) -> Choice where Choice.RawValue == String {
    guard case .string(let text) = value else { throw wrong(name, "\(Self.names(Choice.self)), not \(value.kind)") }
    guard let choice = Choice(rawValue: text) else {
      throw wrong(name, "\(Self.names(Choice.self)), not \(excerpt(text))")
    }
    return choice
  }

  private static func names<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> String
  where Choice.RawValue == String {
    "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
  }

  func missing(_ name: String, _ expected: String) -> ProtocolError {
    ProtocolError(code, "\(path)\(name) is missing", field: path + name, expected: expected)
  }

  /// A number out of its range is repeated as it was written, any other value by its kind.
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
