extension SettingsTable {
  /// Where cards rest (S1, S2).
  static let layout: [SettingRow] = [
    SettingRow(
      "visible",
      of: [.swipe],
      at: \.visible,
      takes: .count(1...10, "cards"),
      summary: "Cards shown at rest, at the most.",
      source: "S1; SwipeClean maxCardStackDepth, Koloda defaultCountOfVisibleCards"
    ),
    SettingRow(
      "layout.kind",
      of: [.swipe],
      at: \.layout,
      takes: .choice(),
      summary: "Where cards rest: fitted into the deck with an aspect of their own; stacked, the front one as wide as "
        + "the deck, along an edge; stretched, the front one inset and one stretched behind it.",
      source: "S2, S23"
    ),
    SettingRow(
      "layout.edge",
      of: [.swipe],
      at: \.layoutEdge,
      takes: .choice(),
      summary: "Where the cards behind are seen when cards are stacked.",
      source: "S2; Koloda 4.6, \"card stack at the top or bottom\""
    ),
    SettingRow(
      "card.aspect",
      of: [.swipe],
      at: \.cardAspect,
      takes: .number(0.1...10),
      summary: "A card's width divided by its height, when cards are fitted.",
      source: "S2; SwipeClean 3:4"
    ),
    SettingRow(
      "card.padding",
      of: [.swipe],
      at: \.cardPadding,
      takes: .length(0...500),
      summary: "Space kept free between the cards and the deck's edges, when cards are fitted.",
      source: "S2"
    ),
    SettingRow(
      "depth.scale",
      of: [.swipe],
      at: \.depthScale,
      takes: .number(0...0.5),
      summary: "How much smaller a card is than the one in front of it: of the front card's size when cards are "
        + "fitted, of that card's own when they are stacked.",
      source: "S2; SwipeClean cardStackScaleFactor 0.95, Koloda defaultBackgroundCardsScalePercent 0.95"
    ),
    SettingRow(
      "depth.offset",
      of: [.swipe],
      at: \.depthOffset,
      takes: .length(0...200),
      summary: "How much further a card is moved than the one in front of it: its centre down when cards are fitted, "
        + "its edge when they are stacked.",
      source: "S2; SwipeClean cardStackVerticalOffset, Koloda defaultBackgroundCardsTopMargin"
    ),
    SettingRow(
      "depth.opacity",
      of: [.swipe],
      at: \.depthOpacity,
      takes: .number(0...1),
      summary: "Opacity of the cards behind.",
      source:
        "S12, S23; Koloda defaultAlphaValueSemiTransparent 0.7, in its example kolodaAlphaValueSemiTransparent 0.1"
    ),
  ]

  /// The layout with one card stretched behind the front one (S23).
  static let stretched: [SettingRow] = [
    SettingRow(
      "stretched.inset",
      of: [.swipe],
      at: \.stretchedInset,
      takes: .length(0...500),
      summary: "Space left and right of the front card, when cards are stretched.",
      source: "S23; Koloda example defaultHorizontalOffset"
    ),
    SettingRow(
      "stretched.top",
      of: [.swipe],
      at: \.stretchedTop,
      takes: .length(0...500),
      summary: "Space above the front card, when cards are stretched.",
      source: "S23; Koloda example defaultTopOffset"
    ),
    SettingRow(
      "stretched.height",
      of: [.swipe],
      at: \.stretchedHeight,
      takes: .number(0.1...10),
      summary: "A card's height divided by its width, when cards are stretched.",
      source: "S23; Koloda example defaultHeightRatio"
    ),
    SettingRow(
      "stretched.backX",
      of: [.swipe],
      at: \.stretchedBackX,
      takes: .number(-10...10),
      summary: "The left edge of the card behind, in deck widths, when cards are stretched.",
      source: "S23; Koloda example backgroundCardHorizontalMarginMultiplier"
    ),
    SettingRow(
      "stretched.backWidth",
      of: [.swipe],
      at: \.stretchedBackWidth,
      takes: .number(0.1...10),
      summary: "The width of the card behind, in deck widths, when cards are stretched.",
      source: "S23; Koloda example backgroundCardScalePercent, \"equals 1.5\" in seed 002"
    ),
  ]
}
