extension SettingsTable {
  /// How a stack scrolls, and the content of an open card (W7, W10).
  static let scrolling: [SettingRow] = [
    SettingRow(
      "scroll.distance",
      of: StackSettings.self,
      at: \.scrollDistance,
      takes: .length(0.5...200),
      takesEffect: .atNextUse,
      summary: "Minimum movement of a scroll: a finger that moves this far before it has picked up a card scrolls.",
      source: "W4, W7; SwiftUI DragGesture minimumDistance, fan: its long press's maximumDistance"
    ),
    SettingRow(
      "scroll.along",
      of: StackSettings.self,
      at: \.scrollAlong,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether only movement along the stack counts toward scroll.distance; otherwise any movement does.",
      source: "W4"
    ),
    SettingRow(
      "scroll.deceleration",
      of: StackSettings.self,
      at: \.scrollDeceleration,
      takes: .number(0.9...0.9995),
      takesEffect: .atNextUse,
      summary: "Deceleration rate: the fraction of its velocity that a scroll keeps each millisecond.",
      source: "W7, W10, M4; UIScrollView.DecelerationRate.normal"
    ),
    SettingRow(
      "scroll.band",
      of: StackSettings.self,
      at: \.scrollBand,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "Rubber-band coefficient for overscroll, the fraction of the finger's movement followed at first; 0 "
        + "disables overscroll.",
      source: "W7, W10, M4; UIScrollView, as reverse-engineered"
    ),
    SettingRow(
      "scroll.spring",
      of: StackSettings.self,
      at: \.scrollSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring with which an overscroll returns.",
      source: "W7, W10"
    ),
    SettingRow(
      "autoscroll.margin",
      of: StackSettings.self,
      at: \.autoscrollMargin,
      takes: .length(0...1000),
      takesEffect: .atNextUse,
      summary: "A card that is dragged closer than this to an edge scrolls the stack; 0 disables autoscroll.",
      source: "W7"
    ),
    SettingRow(
      "autoscroll.speed",
      of: StackSettings.self,
      at: \.autoscrollSpeed,
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
      of: StackSettings.self,
      at: \.fans,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether pulling a stack beyond its top, or pinching it, fans its cards.",
      source: "W8"
    ),
    SettingRow(
      "fan.pull",
      of: StackSettings.self,
      at: \.fanPull,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "The fraction of the overscroll beyond the top that counts as pull.",
      source: "W8; CardDeck stackedScrollOffset"
    ),
    SettingRow(
      "fan.step",
      of: StackSettings.self,
      at: \.fanStep,
      takes: .number(0...10),
      takesEffect: .byRelayout,
      summary: "Increase of the distance between adjacent cards per point of pull.",
      source: "W8; CardDeck spreadPerCard"
    ),
    SettingRow(
      "fan.maximum",
      of: StackSettings.self,
      at: \.fanMaximum,
      takes: .length(0...1000),
      takesEffect: .byRelayout,
      summary: "Maximum increase of the distance between adjacent cards, by a pull or a pinch.",
      source: "W8; CardDeck spreadPerCard"
    ),
    SettingRow(
      "fan.spring",
      of: StackSettings.self,
      at: \.fanSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards when a fanned stack is released.",
      source: "W8"
    ),
  ]
}
