/// Another value for one of a deck's settings.
public struct SettingChange: Hashable, Sendable {
  /// Dotted, as in the configuration file.
  public var name: String
  /// `nil` for the configuration's own value.
  public var value: DeckSnapshot.Setting?

  /// A change of the setting with this name.
  public init(_ name: String, to value: DeckSnapshot.Setting?) {
    self.name = name
    self.value = value
  }
}
