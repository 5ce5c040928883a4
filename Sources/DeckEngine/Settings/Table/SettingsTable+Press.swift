extension SettingsTable {
  /// What counts as a tap, and what picks up a card (W4).
  static let press: [SettingRow] = [
    SettingRow(
      "press.duration",
      of: [.stack],
      at: \.stack.pressDuration,
      takes: .number(0.01...10, "s"),
      summary: "A finger that stays this long takes hold of its card.",
      source: "W4; Wallet LongPressGesture minimumDuration, CardDeck minimumPressDuration"
    ),
    SettingRow(
      "press.scrollingDuration",
      of: [.stack],
      at: \.stack.pressScrollingDuration,
      takes: .number(0.01...10, "s"),
      summary: "The same, where the stack can scroll.",
      source: "W4"
    ),
    SettingRow(
      "press.slop",
      of: [.stack],
      at: \.stack.pressSlop,
      takes: .length(0.5...200),
      summary: "A finger that moves this far before that takes hold of nothing.",
      source: "W4; SwiftUI LongPressGesture maximumDistance 10"
    ),
    SettingRow(
      "press.lift",
      of: [.stack],
      at: \.stack.pressLift,
      takes: .length(0...500),
      summary: "How much higher a card is that is held.",
      source: "W4; Wallet pressedOffset"
    ),
    SettingRow(
      "press.scale",
      of: [.stack],
      at: \.stack.pressScale,
      takes: .number(0.5...2),
      summary: "The scale of a card that is held.",
      source: "W4"
    ),
    SettingRow(
      "tap.slop",
      of: [.stack],
      at: \.stack.tapSlop,
      takes: .length(0.5...200),
      summary: "A finger that moves this far does not tap.",
      source: "W4, G1; SwiftUI and Android touch slop, about 10 pt"
    ),
    SettingRow(
      "tap.duration",
      of: [.stack],
      at: \.stack.tapDuration,
      takes: .number(0.01...10, "s"),
      summary: "A finger that stays longer does not tap.",
      source: "W4, G1"
    ),
    SettingRow(
      "tap.suppression",
      of: [.stack],
      at: \.stack.tapSuppression,
      takes: .number(0...5, "s"),
      summary: "How long after a card was let go no tap counts.",
      source: "W4"
    ),
  ]

  /// How a card is moved to another index (W4–W6).
  static let reordering: [SettingRow] = [
    SettingRow(
      "reorder.when",
      of: [.stack],
      at: \.stack.reorder,
      takes: .choice(),
      summary: "When the other cards make room for one that is dragged: at its release, or live, which also keeps it "
        + "over all others.",
      source: "W5, W6; Wallet rearrangeCards, CardDeck reorderOffset"
    ),
    SettingRow(
      "reorder.sideStep",
      of: [.stack],
      at: \.stack.sideStep,
      takes: .length(0...500),
      summary: "How far a dragged card steps to the side that the finger is on.",
      source: "W4; Wallet pressedOffset"
    ),
    SettingRow(
      "reorder.sideDistance",
      of: [.stack],
      at: \.stack.sideDistance,
      takes: .length(0...500),
      summary: "The finger is on a side when it is farther than this from where it came down.",
      source: "W4; Wallet translation.width"
    ),
    SettingRow(
      "reorder.shiftSpring",
      of: [.stack],
      at: \.stack.shiftSpring,
      takes: .spring,
      summary: "The spring of the cards that make room while one is dragged.",
      source: "W6; CardDeck reorderShift"
    ),
    SettingRow(
      "reorder.dropSpring",
      of: [.stack],
      at: \.stack.dropSpring,
      takes: .spring,
      summary: "The spring of the cards when one is let go.",
      source: "W6; Wallet withAnimation(.spring()), which is SwiftUI's response 0.55, dampingFraction 0.825"
    ),
    SettingRow(
      "release.carriesVelocity",
      of: [.stack],
      at: \.stack.releaseCarriesVelocity,
      takes: .flag,
      summary: "Whether a card that is dropped, an open card that is dragged down and a stack that is pinched continue "
        + "at the release with the velocity at which they are drawn.",
      source: "M2"
    ),
  ]
}
