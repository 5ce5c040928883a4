extension SettingsTable {
  /// When decisions begin (S19).
  static let round: [SettingRow] = [
    SettingRow(
      "round.enabled",
      of: SwipeSettings.self,
      at: \.roundEnabled,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether the deck has rounds, in which cards that are declared as not loaded block its decisions.",
      source: "S19; SwipeClean roundState"
    ),
    SettingRow(
      "round.first",
      of: SwipeSettings.self,
      at: \.roundFirst,
      takes: .count(1...100, "cards"),
      takesEffect: .byRelayout,
      summary: "Number of cards, from the front card on, that must be loaded before a round begins.",
      source: "S19; SwipeClean, the first 5 photos of its arena preload"
    ),
    SettingRow(
      "round.timeout",
      of: SwipeSettings.self,
      at: \.roundTimeout,
      takes: .number(0.01...600, "s"),
      takesEffect: .byRelayout,
      summary: "Maximum time that a round waits for its first cards.",
      source: "S19; SwipeClean, the 8 seconds of its arena preload"
    ),
  ]

  /// The questions to a client (S18).
  static let delegate: [SettingRow] = [
    SettingRow(
      "delegate.deadline",
      of: SwipeSettings.self,
      at: \.delegateDeadline,
      takes: .number(0.001...600, "s"),
      takesEffect: .atNextUse,
      summary: "How long a delegate has to answer; after that, the deck's own answer applies.",
      source: "S18"
    ),
    SettingRow(
      "delegate.confirm",
      of: SwipeSettings.self,
      at: \.delegateConfirmed,
      takes: .optionalDirections,
      takesEffect: .atNextUse,
      summary: "The directions that need the delegate's yes, for which it is asked when the finger lets go.",
      source: "S18; confirmDismiss of Flutter's Dismissible"
    ),
  ]
}
