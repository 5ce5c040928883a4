extension SettingsTable {
  /// How a stack scrolls, and the content of an open card (W7, W10).
  static let scrolling: [SettingRow] = [
    SettingRow(
      "scroll.distance",
      of: [.stack],
      at: \.stack.scrollDistance,
      takes: .length(0.5...200),
      takesEffect: .atNextUse,
      summary: "Minimum movement of a scroll: a finger that moves this far before it has picked up a card scrolls.",
      source: "W4, W7; SwiftUI DragGesture minimumDistance, fan: its long press's maximumDistance"
    ),
    SettingRow(
      "scroll.along",
      of: [.stack],
      at: \.stack.scrollAlong,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether only movement along the stack counts toward scroll.distance; otherwise any movement does.",
      source: "W4"
    ),
    SettingRow(
      "scroll.deceleration",
      of: [.stack],
      at: \.stack.scrollDeceleration,
      takes: .number(0.9...0.9995),
      takesEffect: .atNextUse,
      summary: "Deceleration rate: the fraction of its velocity that a scroll keeps each millisecond.",
      source: "W7, W10, M4; UIScrollView.DecelerationRate.normal"
    ),
    SettingRow(
      "scroll.band",
      of: [.stack],
      at: \.stack.scrollBand,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "Rubber-band coefficient for overscroll, the fraction of the finger's movement followed at first; 0 "
        + "disables overscroll.",
      source: "W7, W10, M4; UIScrollView, as reverse-engineered"
    ),
    SettingRow(
      "scroll.spring",
      of: [.stack],
      at: \.stack.scrollSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring with which an overscroll returns.",
      source: "W7, W10"
    ),
    SettingRow(
      "autoscroll.margin",
      of: [.stack],
      at: \.stack.autoscrollMargin,
      takes: .length(0...1000),
      takesEffect: .atNextUse,
      summary: "A card that is dragged closer than this to an edge scrolls the stack; 0 disables autoscroll.",
      source: "W7"
    ),
    SettingRow(
      "autoscroll.speed",
      of: [.stack],
      at: \.stack.autoscrollSpeed,
      takes: .number(0...10_000, "pt/s"),
      takesEffect: .atNextUse,
      summary: "The autoscroll speed of a card at the edge.",
      source: "W7"
    ),
  ]

  /// How a stack that is pulled spreads (W8).
  static let fan: [SettingRow] = [
    SettingRow(
      "fan.enabled",
      of: [.stack],
      at: \.stack.fans,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether pulling a stack beyond its top, or pinching it, fans its cards.",
      source: "W8"
    ),
    SettingRow(
      "fan.pull",
      of: [.stack],
      at: \.stack.fanPull,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "The fraction of the overscroll beyond the top that counts as pull.",
      source: "W8; CardDeck stackedScrollOffset"
    ),
    SettingRow(
      "fan.step",
      of: [.stack],
      at: \.stack.fanStep,
      takes: .number(0...10),
      takesEffect: .byRelayout,
      summary: "Increase of the distance between adjacent cards per point of pull.",
      source: "W8; CardDeck spreadPerCard"
    ),
    SettingRow(
      "fan.maximum",
      of: [.stack],
      at: \.stack.fanMaximum,
      takes: .length(0...1000),
      takesEffect: .byRelayout,
      summary: "Maximum increase of the distance between adjacent cards, by a pull or a pinch.",
      source: "W8; CardDeck spreadPerCard"
    ),
    SettingRow(
      "fan.spring",
      of: [.stack],
      at: \.stack.fanSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards when a fanned stack is released.",
      source: "W8"
    ),
  ]
}
