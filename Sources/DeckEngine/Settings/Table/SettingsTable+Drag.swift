import Kinetics

extension SettingsTable {
  /// Which fingers count, and where they are drawn (I10, G7, M7).
  static let touch: [SettingRow] = [
    SettingRow(
      "touch.edgeMargin",
      of: .all,
      at: \.edgeMargin,
      takes: .length(0...200),
      takesEffect: .atNextUse,
      summary: "A contact that begins closer than this to an edge of the surface is ignored until it is lifted; 0 "
        + "ignores none.",
      source: "I10"
    ),
    SettingRow(
      "touch.maximumContacts",
      of: .all,
      at: \.maximumContacts,
      takes: .count(0...64, "contacts"),
      takesEffect: .atNextUse,
      summary: "Maximum number of simultaneous contacts; those that exceed it, such as a resting hand's, are ignored; "
        + "0 for no limit.",
      source: "I10"
    ),
    SettingRow(
      "touch.ghostFilter",
      of: .all,
      at: \.ghostFilter,
      takes: .flag,
      takesEffect: .atNextUse,
      summary:
        "Whether a contact that comes and goes within one report of the panel is noise, and ignored; otherwise it "
        + "is a tap. libinput reports such contacts of panels without slots.",
      source: "I10"
    ),
    SettingRow(
      "touch.stuckAfter",
      of: .all,
      at: \.stuckAfter,
      takes: .number(0...3600, "s"),
      takesEffect: .atNextUse,
      summary:
        "A finger that has not moved for this long counts as cancelled when another one comes down on the deck: a "
        + "drop of water, or a panel that lost a lift; 0 for never.",
      source: "I10"
    ),
    SettingRow(
      "touch.ownership",
      of: SwipeSettings.self,
      at: \.ownership,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "What a drag follows when there are several fingers: the first one, or the centroid of all.",
      source: "G7"
    ),
    SettingRow(
      "touch.prediction",
      of: .all,
      at: \.prediction,
      takes: .number(-1...50, "ms", names: ["vsync": -1]),
      takesEffect: .atNextUse,
      summary: "How far ahead a drag is drawn; vsync, or any negative number, for the period of `surface.vsync`, "
        + "without which nothing is predicted; 0 draws the measured touches.",
      source: "M7"
    ),
    SettingRow(
      "touch.leadLimit",
      of: .all,
      at: \.leadLimit,
      takes: .length(0...FingerPredictor.greatestReach),
      takesEffect: .atNextUse,
      summary: "How far from the measured finger a drag is drawn at most: what a finger that stops within one report "
        + "is overshot by.",
      source: "M7"
    ),
  ]

  /// How a card follows the finger (S3–S7).
  static let drag: [SettingRow] = [
    SettingRow(
      "drag.distance",
      of: [.swipe, .carousel],
      at: \.dragDistance,
      takes: .length(0.5...200),
      takesEffect: .atNextUse,
      summary: "Minimum movement of a drag; a finger that moves less taps.",
      source: "S3; SwipeClean minimumDistance"
    ),
    SettingRow(
      "drag.vertical",
      of: SwipeSettings.self,
      at: \.dragVertical,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "The fraction of the finger's vertical movement that the card follows.",
      source: "S4; SwipeClean dragOffset.height * 0.3"
    ),
    SettingRow(
      "drag.anchor",
      of: SwipeSettings.self,
      at: \.dragAnchor,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "The point about which a dragged card rotates and shrinks: its center, or where it was grabbed.",
      source: "S4"
    ),
    SettingRow(
      "drag.shrink",
      of: SwipeSettings.self,
      at: \.dragShrink,
      takes: .number(0...0.9),
      takesEffect: .byRelayout,
      summary: "The fraction by which a dragged card shrinks where its rotation is largest.",
      source: "S5; Koloda defaultScaleMin 0.8"
    ),
    SettingRow(
      "drag.reference",
      of: SwipeSettings.self,
      at: \.reference,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "The size in which rotation.span and progress.span are measured: the front card's, or the deck's.",
      source: "S5, S7; SwipeClean screenWidth, Koloda frame.size"
    ),
    SettingRow(
      "drag.deadZone",
      of: SwipeSettings.self,
      at: \.deadZone,
      takes: .length(0...200),
      takesEffect: .byRelayout,
      summary: "The dead zone: a translation of at most this much has no direction.",
      source: "S6; SwipeClean dragDirection ±20"
    ),
    SettingRow(
      "rotation.maximum",
      of: SwipeSettings.self,
      at: \.rotationMaximum,
      takes: .number(0...180, "°"),
      takesEffect: .byRelayout,
      summary: "A dragged card's largest rotation.",
      source: "S5; SwipeClean maxCardRotationDegrees, Koloda defaultRotationAngle π/10"
    ),
    SettingRow(
      "rotation.span",
      of: SwipeSettings.self,
      at: \.rotationSpan,
      takes: .number(0.01...10),
      takesEffect: .byRelayout,
      summary: "The horizontal translation at which the rotation is largest, in widths of drag.reference.",
      source: "S5; SwipeClean screenWidth * 0.5, Koloda defaultRotationMax 1"
    ),
    SettingRow(
      "rotation.byHalf",
      of: SwipeSettings.self,
      at: \.rotationByHalf,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether a card grabbed in its lower half rotates in the opposite direction.",
      source: "S5; Koloda animationDirection"
    ),
    SettingRow(
      "progress.span",
      of: SwipeSettings.self,
      at: \.progressSpan,
      takes: .number(0.01...10),
      takesEffect: .byRelayout,
      summary: "The translation at which the progress is 1, in widths (horizontal) and heights (vertical) of "
        + "drag.reference.",
      source: "S7; SwipeClean dragThresholdRatio, Koloda normalizedDistanceForSize"
    ),
  ]
}
