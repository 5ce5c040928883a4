extension DeckEvent {
  /// A change of a deck's preset or settings.
  public struct Configuration: Hashable, Sendable {
    /// What the deck is for now: `swipe`, `stack` or `carousel`.
    public var kind: String
    /// The deck's preset now.
    public var preset: String
    /// The changed settings with their new values; every setting if the kind changed.
    public var settings: [SettingValue]

    /// The deck's settings from now on, as far as they changed.
    public init(kind: String, preset: String, settings: [SettingValue]) {
      self.kind = kind
      self.preset = preset
      self.settings = settings
    }
  }
}

extension DeckEvent.Configuration {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("kind", Common.kind, "What the deck is for now."),
    Field("preset", Common.preset, "The deck's preset now."),
    Field("settings", SettingValues.values, "The settings that changed; every setting where the kind did."),
    make: { Self(kind: $0, preset: $1, settings: $2) },
    members: (\.kind, \.preset, \.settings)
  )
}
