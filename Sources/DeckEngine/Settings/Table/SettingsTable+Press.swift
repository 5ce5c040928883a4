extension SettingsTable {
  /// What counts as a tap, and what picks up a card (W4).
  static let press: [SettingRow] = [
    SettingRow(
      "press.duration",
      of: StackSettings.self,
      at: \.pressDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long a finger has to press a card to pick it up.",
      source: "W4; Wallet LongPressGesture minimumDuration, CardDeck minimumPressDuration"
    ),
    SettingRow(
      "press.scrollingDuration",
      of: StackSettings.self,
      at: \.pressScrollingDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long a finger has to press a card to pick it up, in a stack that can scroll.",
      source: "W4"
    ),
    SettingRow(
      "press.slop",
      of: StackSettings.self,
      at: \.pressSlop,
      takes: .length(0.5...200),
      takesEffect: .atNextUse,
      summary: "Touch slop of the press: a finger that moves this far before it has picked up a card picks up none.",
      source: "W4; SwiftUI LongPressGesture maximumDistance 10"
    ),
    SettingRow(
      "press.lift",
      of: StackSettings.self,
      at: \.pressLift,
      takes: .length(0...500),
      takesEffect: .atNextUse,
      summary: "How far up a card moves when it is picked up.",
      source: "W4; Wallet pressedOffset"
    ),
    SettingRow(
      "press.scale",
      of: StackSettings.self,
      at: \.pressScale,
      takes: .number(0.5...2),
      takesEffect: .atNextUse,
      summary: "The scale of a card that is picked up.",
      source: "W4"
    ),
    SettingRow(
      "tap.slop",
      of: StackSettings.self,
      at: \.tapSlop,
      takes: .length(0.5...200),
      takesEffect: .atNextUse,
      summary: "Touch slop of a tap: a finger that moves this far does not tap.",
      source: "W4, G1; SwiftUI and Android touch slop, about 10 pt"
    ),
    SettingRow(
      "tap.duration",
      of: StackSettings.self,
      at: \.tapDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "Maximum duration of a tap.",
      source: "W4, G1"
    ),
    SettingRow(
      "tap.suppression",
      of: StackSettings.self,
      at: \.tapSuppression,
      takes: .number(0...5, "s"),
      takesEffect: .atNextUse,
      summary: "How long taps are ignored after a dragged card is released.",
      source: "W4"
    ),
  ]

  /// How a card is moved to another index (W4–W6).
  static let reordering: [SettingRow] = [
    SettingRow(
      "reorder.when",
      of: StackSettings.self,
      at: \.reorder,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "When the other cards make space for a dragged card: atRelease, when it is released; or live, while it "
        + "is dragged, which also keeps it above all others.",
      source: "W5, W6; Wallet rearrangeCards, CardDeck reorderOffset"
    ),
    SettingRow(
      "reorder.sideStep",
      of: StackSettings.self,
      at: \.sideStep,
      takes: .length(0...500),
      takesEffect: .atNextUse,
      summary: "How far a dragged card moves toward the side on which the finger is.",
      source: "W4; Wallet pressedOffset"
    ),
    SettingRow(
      "reorder.sideDistance",
      of: StackSettings.self,
      at: \.sideDistance,
      takes: .length(0...500),
      takesEffect: .atNextUse,
      summary: "Horizontal distance from the touch-down position beyond which the finger counts as on that side.",
      source: "W4; Wallet translation.width"
    ),
    SettingRow(
      "reorder.shiftSpring",
      of: StackSettings.self,
      at: \.shiftSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards that make space while one is dragged.",
      source: "W6; CardDeck reorderShift"
    ),
    SettingRow(
      "reorder.dropSpring",
      of: StackSettings.self,
      at: \.dropSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards when a dragged card is released.",
      source: "W6; Wallet withAnimation(.spring()), which is SwiftUI's response 0.55, dampingFraction 0.825"
    ),
    SettingRow(
      "release.carriesVelocity",
      of: StackSettings.self,
      at: \.releaseCarriesVelocity,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether a dropped card, an open card that is dragged down and a pinched stack continue at the release "
        + "with the velocity at which they are drawn.",
      source: "M2"
    ),
  ]
}
