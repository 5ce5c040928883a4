import DeckProtocol

extension SettingsTable {
  /// Haptic feedback (S21, W12).
  static let haptics: [SettingRow] =
    [
      SettingRow(
        "haptics.enabled",
        of: [.swipe, .stack],
        at: \.haptics,
        takes: .flag,
        summary: "Whether anything is to be felt.",
        source: "S21, W12; SwipeClean HapticService isEnabled"
      )
    ]
    + Direction.allCases.map { direction in
      SettingRow(
        "haptics.\(direction.rawValue)",
        of: [.swipe],
        at: \.swipeHaptics[direction],
        takes: .choice(),
        summary: "What is felt when a card is decided in this direction, by a finger or by a command.",
        source: "S21; SwipeClean HapticService keep and delete"
      )
    }
}

extension SettingsTable {
  /// What a screen reader exposes and announces (S22).
  static let accessibility: [SettingRow] = [
    SettingRow(
      "accessibility.enabled",
      of: [.swipe, .stack],
      at: \.accessible,
      takes: .flag,
      summary: "Whether frames and snapshots say what a screen reader exposes.",
      source: "S22"
    ),
    SettingRow(
      "accessibility.hint",
      of: [.swipe, .stack],
      at: \.accessibilityHint,
      takes: .text,
      summary: "What a screen reader says can be done with a card that has no hint of its own.",
      source: "S22; SwipeClean accessibilityHint"
    ),
    SettingRow(
      "accessibility.announces",
      of: [.swipe, .stack],
      at: \.announces,
      takes: .flag,
      summary: "Whether there are events with what a screen reader is to say, in the words of announce.….",
      source: "S22; off, since an announcement is an event more for everybody"
    ),
    SettingRow(
      "announce.swiped",
      of: [.swipe],
      at: \.announceSwiped,
      takes: .announcement("label", "decision", "left"),
      summary: "What is said when a card is decided; {left} is how many cards are left.",
      source: "S22"
    ),
    SettingRow(
      "announce.undone",
      of: [.swipe],
      at: \.announceUndone,
      takes: .announcement("label", "left"),
      summary: "What is said when a decision is taken back.",
      source: "S22"
    ),
    SettingRow(
      "announce.exhausted",
      of: [.swipe],
      at: \.announceExhausted,
      takes: .announcement(),
      summary: "What is said when the last card is decided.",
      source: "S22"
    ),
    SettingRow(
      "announce.opened",
      of: [.stack],
      at: \.stack.announceOpened,
      takes: .announcement("label"),
      summary: "What is said when a card is opened.",
      source: "S22"
    ),
    SettingRow(
      "announce.closed",
      of: [.stack],
      at: \.stack.announceClosed,
      takes: .announcement("label"),
      summary: "What is said when a card is closed.",
      source: "S22"
    ),
  ]
}
