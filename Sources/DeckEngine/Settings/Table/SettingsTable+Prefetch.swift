extension SettingsTable {
  /// The cards that front ends are asked to have ready (S20).
  static let prefetch: [SettingRow] = [
    SettingRow(
      "prefetch.ahead",
      of: [.swipe, .stack],
      at: \.prefetchAhead,
      takes: .count(1...1000, "cards"),
      summary: "How many cards are to be ready from the front one on, in a stack from the last one in sight on.",
      source: "S20; SwipeClean endIndex"
    ),
    SettingRow(
      "prefetch.behind",
      of: [.swipe, .stack],
      at: \.prefetchBehind,
      takes: .count(0...1000, "cards"),
      summary: "How many of the cards before it stay ready, for an undo or a stack that is scrolled back.",
      source: "S20; SwipeClean evictionThreshold"
    ),
    SettingRow(
      "prefetch.high",
      of: [.swipe, .stack],
      at: \.prefetchHigh,
      takes: .count(0...1000, "cards"),
      summary: "How many of them, the nearest, are wanted before everything else.",
      source: "S20; SwipeClean arena preload"
    ),
    SettingRow(
      "prefetch.background",
      of: [.swipe, .stack],
      at: \.prefetchBackground,
      takes: .count(0...1000, "cards"),
      summary: "How many of the cards after them may be made ready when there is nothing else to do.",
      source: "S20, which leaves the number open: as many again as are to be ready ahead"
    ),
    SettingRow(
      "prefetch.budget",
      of: [.swipe, .stack],
      at: \.prefetchBudget,
      takes: .count(0...1_000_000_000_000, "bytes"),
      summary: "How large the cards that are ready may be together, by what card.loaded says of them; 0 for any size.",
      source: "S20; SwipeClean on the size of thumbnails: by default it evicts by place only"
    ),
  ]
}
