extension SettingsTable {
  /// How the cards behind move up (S12, S23).
  static let promotion: [SettingRow] = [
    SettingRow(
      "behind.follows",
      of: SwipeSettings.self,
      at: \.behindFollows,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether the cards behind move up with the progress of a drag.",
      source: "S12; Koloda kolodaShouldMoveBackgroundCard"
    ),
    SettingRow(
      "behind.springs",
      of: SwipeSettings.self,
      at: \.behindSprings,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether cards behind that followed a drag move on from its release with promote.spring, up or back, as "
        + "fast as they are drawn; otherwise along promote.curve, and back in snap.behindDuration.",
      source: "S24, M8"
    ),
    SettingRow(
      "promote.delay",
      of: SwipeSettings.self,
      at: \.promoteDelay,
      takes: .number(0...5, "s"),
      takesEffect: .atNextUse,
      summary: "Delay from a decision until the cards behind move up; a touch on the next card ends it early.",
      source: "S12; SwipeClean sleep 150 ms in onDragEnded"
    ),
    SettingRow(
      "promote.duration",
      of: SwipeSettings.self,
      at: \.promoteDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long the cards behind take to move up.",
      source: "S12; Koloda defaultBackgroundCardFrameAnimationDuration"
    ),
    SettingRow(
      "promote.curve",
      of: SwipeSettings.self,
      at: \.promoteCurve,
      takes: .choice(),
      takesEffect: .atNextUse,
      summary: "The timing curve of the cards that move up.",
      source: "S12, M4"
    ),
    SettingRow(
      "promote.springs",
      of: SwipeSettings.self,
      at: \.promoteSprings,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether the position and size of the cards that move up follow promote.spring; their opacity always "
        + "follows promote.curve.",
      source: "S23; Koloda kolodaBackgroundCardAnimation"
    ),
    SettingRow(
      "promote.spring",
      of: SwipeSettings.self,
      at: \.promoteSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards that move up, if promote.springs is true.",
      source: "S23; Koloda example frameAnimationSpringBounciness and frameAnimationSpringSpeed"
    ),
    SettingRow(
      "promote.incomingLast",
      of: SwipeSettings.self,
      at: \.promoteIncomingLast,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether the card that appears at the back does so after the others have moved up rather than when "
        + "they start.",
      source: "S12"
    ),
  ]

  /// What a drag shows beside the card (S14).
  static let feedback: [SettingRow] = [
    SettingRow(
      "stamp.scale",
      of: SwipeSettings.self,
      at: \.stampScale,
      takes: .number(0...2),
      takesEffect: .atNextUse,
      summary: "The scale of the stamp at progress 0; it is 1 at progress 1.",
      source: "S14; SwipeClean DesignTokens.Stamp.minScale"
    ),
    SettingRow(
      "stamp.rotation",
      of: SwipeSettings.self,
      at: \.stampRotation,
      takes: .number(-180...180, "°"),
      takesEffect: .atNextUse,
      summary: "The stamp's rotation.",
      source: "S14; SwipeClean 15 degrees, matching the card tilt"
    ),
    SettingRow(
      "wash.opacity",
      of: SwipeSettings.self,
      at: \.washOpacity,
      takes: .number(0...1),
      takesEffect: .atNextUse,
      summary: "Opacity of the background wash at progress 1.",
      source: "S14; SwipeClean maxBackgroundTintOpacity"
    ),
    SettingRow(
      "wash.duration",
      of: SwipeSettings.self,
      at: \.washDuration,
      takes: .number(0...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long the background wash takes to follow the progress, with easeInOut.",
      source: "S14; SwipeClean backgroundTint"
    ),
  ]

  /// How a deck appears (S15).
  static let appearance: [SettingRow] = [
    SettingRow(
      "appear.enabled",
      of: [.swipe, .stack],
      at: \.appears,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether a deck appears with an animation when it is loaded.",
      source: "S15, W2; Koloda kolodaShouldApplyAppearAnimation"
    ),
    SettingRow(
      "appear.toFrontEnds",
      of: [.swipe, .stack],
      at: \.appearsToFrontEnds,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether a deck that appears also does so for the first front end that draws it, and for the first one "
        + "on the control socket after appear.idle.",
      source: "S15, W2"
    ),
    SettingRow(
      "appear.idle",
      of: [.swipe, .stack],
      at: \.appearIdle,
      takes: .number(0...86_400, "s"),
      takesEffect: .atNextUse,
      summary: "How long no front end must have drawn before the deck appears again for the next one: a page that is "
        + "loaded again is back sooner.",
      source: "S15, W2"
    ),
    SettingRow(
      "appear.scale",
      of: SwipeSettings.self,
      at: \.appearScale,
      takes: .number(0...2),
      takesEffect: .atNextUse,
      summary: "The scale at which the appearance animation starts.",
      source: "S15; Koloda animateAppearance"
    ),
    SettingRow(
      "appear.duration",
      of: SwipeSettings.self,
      at: \.appearDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "Duration of the appearance animation.",
      source: "S15; Koloda defaultAppearanceAnimationDuration"
    ),
    SettingRow(
      "appear.delay",
      of: SwipeSettings.self,
      at: \.appearDelay,
      takes: .number(0...10, "s"),
      takesEffect: .atNextUse,
      summary: "Delay before the appearance animation starts.",
      source: "S15; Koloda cardSwipeActionAnimationDuration"
    ),
    SettingRow(
      "appear.blocksTouches",
      of: [.swipe, .stack],
      at: \.appearBlocksTouches,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether a deck ignores touches until it has appeared.",
      source: "S15, W2"
    ),
  ]

  /// How cards return, are inserted and are removed (S16, S17).
  static let edits: [SettingRow] = [
    SettingRow(
      "undo.duration",
      of: SwipeSettings.self,
      at: \.undoDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long an undone card takes to return from the side to which it left.",
      source: "S16; Koloda defaultReverseAnimationDuration"
    ),
    SettingRow(
      "undo.fadeDuration",
      of: SwipeSettings.self,
      at: \.undoFadeDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long an undone card that left to no side takes to fade in.",
      source: "S16; Koloda applyReverseAnimation"
    ),
    SettingRow(
      "insert.duration",
      of: .all,
      at: \.insertDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long an inserted card takes to fade in.",
      source: "S17, W13; Koloda applyInsertionAnimation"
    ),
    SettingRow(
      "pushOut.duration",
      of: .all,
      at: \.pushOutDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long a card takes to fade out when insertions push it out of sight, or when it is removed from a "
        + "stack.",
      source: "S17, W13; Koloda applyRemovalAnimation"
    ),
    SettingRow(
      "loop",
      of: [.swipe, .carousel],
      at: \.loop,
      takes: .flag,
      takesEffect: .byRelayout,
      summary: "Whether the deck loops, so that its first card follows the last.",
      source: "S17; Koloda isLoop"
    ),
  ]
}
