package import JSON

/// A setting and its value.
public struct SettingValue: Hashable, Sendable {
  /// Dotted, as in the configuration.
  public var name: String
  /// Lengths in points.
  public var value: DeckSnapshot.Setting

  /// The setting `name` with its value.
  public init(name: String, value: DeckSnapshot.Setting) {
    self.name = name
    self.value = value
  }
}

/// Settings with their values, as an object.
struct SettingValues: WireValue {
  static let values = ValueCodec<[SettingValue]>(
    .defined(
      Definition(
        "settingValues",
        "Values of settings",
        "Settings by their dotted names, lengths in pt.",
        .map(["number", "boolean", "string"], isEmpty: true)
      )
    ),
    expected: "an object of settings",
    read: { (fields, name) throws(ProtocolError) in
      guard let members = try fields.optionalMembers(name, "an object of settings") else { return nil }
      var values: [SettingValue] = []
      for member in members {
        guard let value = DeckSnapshot.Setting(member.value) else {
          throw fields.wrong("\(name).\(member.key)", "a number, true, false or a string, not \(member.value.kind)")
        }
        values.append(SettingValue(name: member.key, value: value))
      }
      return values
    },
    write: { SettingValues($0).write(to: &$1) }
  )

  static var schema: ValueSchema { values.schema }

  private let settings: [SettingValue]

  init(_ settings: [SettingValue]) { self.settings = settings }

  func write(to json: inout JSONWriter) {
    json.object { json in
      for setting in settings {
        json.key(setting.name)
        setting.value.write(to: &json)
      }
    }
  }
}

extension DeckSnapshot.Setting: WireValue {
  package static var schema: ValueSchema { .any(of: [.number(), .flag, .text()]) }

  init?(_ value: JSONValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .flag(flag)
    case .string(let text): self = .text(text)
    case .null, .array, .object: return nil
    }
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): json.value(number)
    case .flag(let flag): json.value(flag)
    case .text(let text): json.value(text)
    }
  }
}
