/// A setting and the value that holds.
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

  func writeMember(to json: inout JSONWriter) {
    json.key(name)
    switch value {
    case .number(let number): json.value(number)
    case .flag(let flag): json.value(flag)
    case .text(let text): json.value(text)
    }
  }
}
