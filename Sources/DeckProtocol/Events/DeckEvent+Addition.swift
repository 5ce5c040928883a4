extension DeckEvent {
  /// A deck that was added to the configuration.
  public struct Addition: Hashable, Sendable {
    /// What the deck is for: `swipe`, `stack` or `carousel`.
    public var kind: String
    /// The preset that the deck's settings started from.
    public var preset: String
    /// Where the deck is drawn.
    public var placement: DeckPlacement
    /// The phase of the round; `nil` in a deck without rounds.
    public var round: RoundPhase?
    /// The id of the open card.
    public var open: String?
    /// Every setting of the deck.
    public var settings: [SettingValue]

    /// A deck of a preset.
    public init(
      kind: String,
      preset: String,
      placement: DeckPlacement,
      round: RoundPhase?,
      open: String?,
      settings: [SettingValue]
    ) {
      self.kind = kind
      self.preset = preset
      self.placement = placement
      self.round = round
      self.open = open
      self.settings = settings
    }
  }
}

extension DeckEvent.Addition {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("kind", Common.kind, "What the deck is for."),
    Field("preset", Common.preset, "The preset that the deck's settings start from."),
    Field("surface", DeckPlacement.Surface.values, "The surface that the deck is drawn on."),
    Field("area", DeckPlacement.Area.values, "The deck's area there."),
    Field(optional: "round", .name, "How far the round is; left out in a deck that has none."),
    Field(optional: "open", Common.card, "The open card; left out while none is."),
    Field("settings", SettingValues.values, "Every setting of the deck."),
    make: { kind, preset, surface, area, round, open, settings in
      let placement = DeckPlacement(surface: surface, area: area)
      return Self(kind: kind, preset: preset, placement: placement, round: round, open: open, settings: settings)
    },
    members: (\.kind, \.preset, \.placement.surface, \.placement.area, \.round, \.open, \.settings)
  )
}
