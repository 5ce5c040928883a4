extension SettingsTable {
  /// Where cards rest (S1, S2).
  static let layout: [SettingRow] = [
    SettingRow(
      "visible",
      of: SwipeSettings.self,
      at: \.visible,
      takes: .count(1...10, "cards"),
      takesEffect: .byRelayout,
      summary: "Maximum number of cards shown at rest.",
      source: "S1; SwipeClean maxCardStackDepth, Koloda defaultCountOfVisibleCards"
    ),
    SettingRow(
      "layout.kind",
      of: SwipeSettings.self,
      at: \.layout,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "Layout of the cards at rest: fitted, every card inside the deck with an aspect ratio of its own; "
        + "stacked, the front card as wide as the deck, along an edge; stretched, the front card inset and one card "
        + "stretched behind it.",
      source: "S2, S23"
    ),
    SettingRow(
      "layout.edge",
      of: SwipeSettings.self,
      at: \.layoutEdge,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "The edge at which the cards behind are visible, in the stacked layout.",
      source: "S2; Koloda 4.6, \"card stack at the top or bottom\""
    ),
    SettingRow(
      "card.aspect",
      of: SwipeSettings.self,
      at: \.cardAspect,
      takes: .number(0.1...10),
      takesEffect: .byRelayout,
      summary: "A card's aspect ratio, its width divided by its height, in the fitted layout.",
      source: "S2; SwipeClean 3:4"
    ),
    SettingRow(
      "card.padding",
      of: SwipeSettings.self,
      at: \.cardPadding,
      takes: .length(0...500),
      takesEffect: .byRelayout,
      summary: "Padding between the cards and the deck's edges, in the fitted layout.",
      source: "S2"
    ),
    SettingRow(
      "depth.scale",
      of: SwipeSettings.self,
      at: \.depthScale,
      takes: .number(0...0.5),
      takesEffect: .byRelayout,
      summary: "The fraction by which a card is smaller than the one in front of it: of the front card's size in the "
        + "fitted layout, of that card's own size in the stacked layout.",
      source: "S2; SwipeClean cardStackScaleFactor 0.95, Koloda defaultBackgroundCardsScalePercent 0.95"
    ),
    SettingRow(
      "depth.offset",
      of: SwipeSettings.self,
      at: \.depthOffset,
      takes: .length(0...200),
      takesEffect: .byRelayout,
      summary: "Offset of a card from the one in front of it: of its center, downward, in the fitted layout; of its "
        + "edge in the stacked layout.",
      source: "S2; SwipeClean cardStackVerticalOffset, Koloda defaultBackgroundCardsTopMargin"
    ),
    SettingRow(
      "depth.opacity",
      of: SwipeSettings.self,
      at: \.depthOpacity,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "Opacity of the cards behind.",
      source:
        "S12, S23; Koloda defaultAlphaValueSemiTransparent 0.7, in its example kolodaAlphaValueSemiTransparent 0.1"
    ),
  ]

  /// The layout with one card stretched behind the front one (S23).
  static let stretched: [SettingRow] = [
    SettingRow(
      "stretched.inset",
      of: SwipeSettings.self,
      at: \.stretchedInset,
      takes: .length(0...500),
      takesEffect: .byRelayout,
      summary: "Space left and right of the front card, in the stretched layout.",
      source: "S23; Koloda example defaultHorizontalOffset"
    ),
    SettingRow(
      "stretched.top",
      of: SwipeSettings.self,
      at: \.stretchedTop,
      takes: .length(0...500),
      takesEffect: .byRelayout,
      summary: "Space above the front card, in the stretched layout.",
      source: "S23; Koloda example defaultTopOffset"
    ),
    SettingRow(
      "stretched.height",
      of: SwipeSettings.self,
      at: \.stretchedHeight,
      takes: .number(0.1...10),
      takesEffect: .byRelayout,
      summary: "A card's height divided by its width, in the stretched layout.",
      source: "S23; Koloda example defaultHeightRatio"
    ),
    SettingRow(
      "stretched.backX",
      of: SwipeSettings.self,
      at: \.stretchedBackX,
      takes: .number(-10...10),
      takesEffect: .byRelayout,
      summary: "The left edge of the card behind, in deck widths, in the stretched layout.",
      source: "S23; Koloda example backgroundCardHorizontalMarginMultiplier"
    ),
    SettingRow(
      "stretched.backWidth",
      of: SwipeSettings.self,
      at: \.stretchedBackWidth,
      takes: .number(0.1...10),
      takesEffect: .byRelayout,
      summary: "The width of the card behind, in deck widths, in the stretched layout.",
      source: "S23; Koloda example backgroundCardScalePercent 1.5"
    ),
  ]
}
