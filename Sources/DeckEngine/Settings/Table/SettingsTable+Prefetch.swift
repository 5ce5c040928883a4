extension SettingsTable {
  /// The cards that front ends are asked to have ready (S20).
  static let prefetch: [SettingRow] = [
    SettingRow(
      "prefetch.ahead",
      of: .all,
      at: \.prefetchAhead,
      takes: .count(1...1000, "cards"),
      takesEffect: .byRelayout,
      summary: "Number of cards to have ready from the front card on; in a stack, from the last visible card on.",
      source: "S20; SwipeClean endIndex"
    ),
    SettingRow(
      "prefetch.behind",
      of: .all,
      at: \.prefetchBehind,
      takes: .count(0...1000, "cards"),
      takesEffect: .byRelayout,
      summary: "Number of cards to keep ready before the front card, for an undo; in a stack, before the first "
        + "visible card, for scrolling back.",
      source: "S20; SwipeClean evictionThreshold"
    ),
    SettingRow(
      "prefetch.high",
      of: .all,
      at: \.prefetchHigh,
      takes: .count(0...1000, "cards"),
      takesEffect: .byRelayout,
      summary: "Number of the nearest cards to have ready that take priority over everything else.",
      source: "S20; SwipeClean arena preload"
    ),
    SettingRow(
      "prefetch.background",
      of: .all,
      at: \.prefetchBackground,
      takes: .count(0...1000, "cards"),
      takesEffect: .byRelayout,
      summary: "Number of cards beyond prefetch.ahead that may be made ready when there is nothing else to do.",
      source: "S20; as many again as prefetch.ahead"
    ),
    SettingRow(
      "prefetch.budget",
      of: .all,
      at: \.prefetchBudget,
      takes: .count(0...1_000_000_000_000, "bytes"),
      takesEffect: .byRelayout,
      summary: "Maximum total size of the cards to have ready, from the sizes that card.loaded reports; 0 for no "
        + "limit.",
      source: "S20; SwipeClean on the size of thumbnails: by default it evicts by place only"
    ),
  ]
}
