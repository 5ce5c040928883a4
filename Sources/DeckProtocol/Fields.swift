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
    guard let parameters = request.first(where: { $0.key == "params" }) else {
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
    switch value(name) {
    case nil: return nil
    case .string(let text): return text
    case .some(let other): throw wrong(name, "a string, not \(other.kind)")
    }
  }

  func optionalFlag(_ name: String) throws(ProtocolError) -> Bool? {
    switch value(name) {
    case nil: return nil
    case .boolean(let flag): return flag
    case .some(let other): throw wrong(name, "true or false, not \(other.kind)")
    }
  }

  func optionalNumber(_ name: String, in range: ClosedRange<Double>) throws(ProtocolError) -> Double? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    switch value(name) {
    case nil: return nil
    case .number(let number):
      guard range.contains(number) else { throw wrong(name, "\(expected), not \(number)") }
      return number
    case .some(let other): throw wrong(name, "\(expected), not \(other.kind)")
    }
  }

  func optionalInteger(_ name: String, in range: ClosedRange<UInt64>) throws(ProtocolError) -> UInt64? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    switch value(name) {
    case nil: return nil
    case .number(let number):
      guard let whole = UInt64(exactly: number), range.contains(whole) else {
        throw wrong(name, "\(expected), not \(number)")
      }
      return whole
    case .some(let other): throw wrong(name, "\(expected), not \(other.kind)")
    }
  }

  /// A field that must be there as the name of one of the choices.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(ProtocolError) -> Choice
  where Choice.RawValue == String {
    guard let value = value(name) else { throw missing(name, Self.names(Choice.self)) }
    return try choice(value, name)
  }

  /// A field that must be there as an array of names of the choices.
  func choices<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(ProtocolError) -> [Choice]
  where Choice.RawValue == String {
    let expected = "an array with \(Self.names(Choice.self))"
    guard let value = value(name) else { throw missing(name, expected) }
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw wrong(name, "\(expected), not \(value == .array([]) ? "an empty one" : value.kind)")
    }
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
    guard let choice = Choice(rawValue: text) else { throw wrong(name, "\(Self.names(Choice.self)), not \"\(text)\"") }
    return choice
  }

  private static func names<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> String
  where Choice.RawValue == String {
    "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private func value(_ name: String) -> JSONValue? {
    members.first { $0.key == name }?.value
  }

  private func missing(_ name: String, _ expected: String) -> ProtocolError {
    ProtocolError(code, "\(path)\(name) is missing", field: path + name, expected: expected)
  }

  private func wrong(_ name: String, _ expected: String) -> ProtocolError {
    ProtocolError(code, "wrong \(path)\(name)", field: path + name, expected: expected)
  }
}
