import DeckProtocol

extension SettingsTable {
  /// Haptic feedback (S21, W12).
  static let haptics: [SettingRow] =
    [
      SettingRow(
        "haptics.enabled",
        of: .all,
        at: \.haptics,
        takes: .flag,
        takesEffect: .byRelayout,
        summary: "Whether the deck triggers haptic feedback.",
        source: "S21, W12; SwipeClean HapticService isEnabled"
      )
    ]
    + Direction.allCases.map { direction in
      SettingRow(
        "haptics.\(direction.rawValue)",
        of: SwipeSettings.self,
        at: \.swipeHaptics[direction],
        takes: .choice(),
        takesEffect: .byRelayout,
        summary: "Haptic feedback of a decision in this direction, by a finger or by a command.",
        source: "S21; SwipeClean HapticService keep and delete"
      )
    }
}

extension SettingsTable {
  /// What a screen reader exposes and announces (S22).
  static let accessibility: [SettingRow] = [
    SettingRow(
      "accessibility.enabled",
      of: .all,
      at: \.accessible,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether frames and snapshots include what a screen reader exposes.",
      source: "S22"
    ),
    SettingRow(
      "accessibility.hint",
      of: .all,
      at: \.accessibilityHint,
      takes: .text,
      takesEffect: .byRelayout,
      summary: "The hint that a screen reader speaks for a card without its own: what can be done with it.",
      source: "S22; SwipeClean accessibilityHint"
    ),
    SettingRow(
      "accessibility.announces",
      of: [.swipe, .stack],
      at: \.announces,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether the deck emits `announcement` events for screen readers, with the texts of `announce.*`.",
      source: "S22; off, since an announcement is an event more for everybody"
    ),
    SettingRow(
      "announce.swiped",
      of: SwipeSettings.self,
      at: \.announceSwiped,
      takes: .announcement("label", "decision", "left"),
      takesEffect: .byRelayout,
      summary: "The announcement when a card is decided; {left} is the number of cards left.",
      source: "S22"
    ),
    SettingRow(
      "announce.undone",
      of: SwipeSettings.self,
      at: \.announceUndone,
      takes: .announcement("label", "left"),
      takesEffect: .byRelayout,
      summary: "The announcement when a decision is undone.",
      source: "S22"
    ),
    SettingRow(
      "announce.exhausted",
      of: SwipeSettings.self,
      at: \.announceExhausted,
      takes: .announcement(),
      takesEffect: .byRelayout,
      summary: "The announcement when the last card is decided.",
      source: "S22"
    ),
    SettingRow(
      "announce.opened",
      of: StackSettings.self,
      at: \.announceOpened,
      takes: .announcement("label"),
      takesEffect: .byRelayout,
      summary: "The announcement when a card is opened.",
      source: "S22"
    ),
    SettingRow(
      "announce.closed",
      of: StackSettings.self,
      at: \.announceClosed,
      takes: .announcement("label"),
      takesEffect: .byRelayout,
      summary: "The announcement when a card is closed.",
      source: "S22"
    ),
  ]
}
