import DeckProtocol

extension SettingsTable {
  /// What a release decides (S6, S8, S9).
  static let commit: [SettingRow] =
    [
      SettingRow(
        "commit.allowed",
        of: SwipeSettings.self,
        at: \.commitAllowed,
        takes: .directions,
        takesEffect: .byRelayout,
        summary: "The directions in which a card may be swiped, unless the card or the delegate specifies them.",
        source: "S6; Koloda allowedDirectionsForIndex"
      ),
      SettingRow(
        "commit.threshold",
        of: SwipeSettings.self,
        at: \.commitThreshold,
        takes: .number(0.01...1),
        takesEffect: .atNextUse,
        summary: "The progress at which a release commits; a card may have its own threshold.",
        source: "S8; Koloda kolodaSwipeThresholdRatioMargin"
      ),
      SettingRow(
        "commit.beyond",
        of: SwipeSettings.self,
        at: \.commitBeyond,
        takes: .flag,
        takesEffect: .atNextUse,
        summary: "Whether the progress has to exceed the threshold; otherwise reaching it is enough.",
        source: "S8; SwipeClean isPastThreshold"
      ),
      SettingRow(
        "commit.fling",
        of: SwipeSettings.self,
        at: \.commitFling,
        takes: .flag,
        takesEffect: .atNextUse,
        summary: "Whether a fling commits: a release also commits if its predicted end would.",
        source: "S9"
      ),
      SettingRow(
        "commit.span",
        of: SwipeSettings.self,
        at: \.commitSpan,
        takes: .number(0...1, "s"),
        takesEffect: .atNextUse,
        summary: "How far ahead of a fling its end is predicted, at the velocity of the release.",
        source: "S9, S24"
      ),
      SettingRow(
        "commit.flingSpeed",
        of: SwipeSettings.self,
        at: \.commitFlingSpeed,
        takes: .number(0...10_000, "pt/s"),
        takesEffect: .atNextUse,
        summary: "Minimum velocity of a fling toward its direction.",
        source: "S9, S24"
      ),
      SettingRow(
        "commit.flingDistance",
        of: SwipeSettings.self,
        at: \.commitFlingDistance,
        takes: .length(0...200),
        takesEffect: .atNextUse,
        summary: "How far a fling must have moved the card toward its direction.",
        source: "S9, S24"
      ),
      SettingRow(
        "commit.angle",
        of: SwipeSettings.self,
        at: \.commitAngle,
        takes: .number(10...90, "°"),
        takesEffect: .atNextUse,
        summary:
          "How far from its direction a release may be; 90 for any. A fling's way and velocity are within 50° in "
          + "any case: what goes across is a scroll.",
        source: "S9, S24"
      ),
      SettingRow(
        "commit.back",
        of: SwipeSettings.self,
        at: \.commitBack,
        takes: .number(0...100_000, "pt/s"),
        takesEffect: .atNextUse,
        summary: "The velocity away from its direction from which on a release decides nothing: the finger changed its "
          + "mind. 0 ignores it.",
        source: "S24"
      ),
      SettingRow(
        "commit.reach",
        of: SwipeSettings.self,
        at: \.commitReach,
        takes: .length(0...2000),
        takesEffect: .byRelayout,
        summary:
          "The longest drag that a progress of 1 takes, however large the card: a hand is no larger for it. 0 for "
          + "none.",
        source: "S24"
      ),
    ]
    + Direction.allCases.map { direction in
      SettingRow(
        "decision.\(direction.rawValue)",
        of: SwipeSettings.self,
        at: \.decisions[direction],
        takes: .name(0...SettingText.nameLength.upperBound),
        takesEffect: .atNextUse,
        summary: "The name of the decision that a swipe in this direction makes; \"\" for none.",
        source: "S6; SwipeClean SwipeDecision"
      )
    }

  /// How a decided card leaves (S10).
  static let fly: [SettingRow] =
    [
      SettingRow(
        "fly.carriesVelocity",
        of: SwipeSettings.self,
        at: \.flyCarriesVelocity,
        takes: .flag,
        takesEffect: .atNextUse,
        summary:
          "Whether a decided card leaves as fast as it is drawn at the release, with its spin, until it is off the "
          + "surface; otherwise along fly.curve, whatever the finger did.",
        source: "S24, M8"
      ),
      SettingRow(
        "fly.longest",
        of: SwipeSettings.self,
        at: \.flyLongest,
        takes: .number(0.05...5, "s"),
        takesEffect: .atNextUse,
        summary:
          "How long a card takes to leave that carries no velocity, with fly.carriesVelocity; others are faster.",
        source: "S24"
      ),
      SettingRow(
        "fly.duration",
        of: SwipeSettings.self,
        at: \.flyDuration,
        takes: .number(0.01...10, "s", names: dragSpeeds),
        takesEffect: .atNextUse,
        summary: "How long a decided card takes to leave.",
        source: "S10; SwipeClean cardFlyAway, Koloda DragSpeed"
      ),
      SettingRow(
        "fly.curve",
        of: SwipeSettings.self,
        at: \.flyCurve,
        takes: .choice(),
        takesEffect: .atNextUse,
        summary: "The timing curve of a card that leaves.",
        source: "S10, M4; SwipeClean cardFlyAway easeOut"
      ),
      SettingRow(
        "fly.distance",
        of: SwipeSettings.self,
        at: \.flyDistance,
        takes: .number(0.5...10),
        takesEffect: .atNextUse,
        summary: "How far a decided card flies, in deck sizes; farther if it would not clear the surface.",
        source: "S10; SwipeClean screenWidth * 1.5, Koloda animationPointForDirection"
      ),
      SettingRow(
        "fly.surface",
        of: SwipeSettings.self,
        at: \.flySurface,
        takes: .number(0...10),
        takesEffect: .atNextUse,
        summary: "How far a decided card flies in addition to fly.distance, as a multiple of the surface's longer "
          + "side.",
        source: "S10; Koloda animationPointForDirection"
      ),
      SettingRow(
        "fly.straightens",
        of: SwipeSettings.self,
        at: \.flyStraightens,
        takes: .flag,
        takesEffect: .atNextUse,
        summary: "Whether the translation perpendicular to the swipe moves to a fixed end (fly.drop for left and "
          + "right, 0 for up and down); otherwise it is kept.",
        source: "S10; Koloda animationPointForDirection"
      ),
      SettingRow(
        "fly.drop",
        of: SwipeSettings.self,
        at: \.flyDrop,
        takes: .number(-10...10),
        takesEffect: .atNextUse,
        summary: "How far down a card that leaves to the left or right flies, in deck heights, if fly.straightens is "
          + "true.",
        source: "S10; Koloda animationPointForDirection"
      ),
      SettingRow(
        "fly.keepsRotation",
        of: SwipeSettings.self,
        at: \.flyKeepsRotation,
        takes: .flag,
        takesEffect: .atNextUse,
        summary: "Whether a card swiped by a finger keeps its rotation; otherwise it continues to rotate to "
          + "rotation.maximum.",
        source: "S10; Koloda swipeAction"
      ),
    ]
    + Direction.allCases.map { direction in
      SettingRow(
        "fly.rotation.\(direction.rawValue)",
        of: SwipeSettings.self,
        at: \.flyRotation[direction],
        takes: .number(-360...360, "°"),
        takesEffect: .atNextUse,
        summary: "The final rotation of a card that a command swipes in this direction.",
        source: "S10; Koloda animationRotationForDirection"
      )
    }

  /// How an undecided card returns (S11, M2).
  static let snap: [SettingRow] = [
    SettingRow(
      "snap.spring",
      of: SwipeSettings.self,
      at: \.snapSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of a returning card's translation.",
      source:
        "S11; SwipeClean cardSnapBack, Koloda cardResetAnimationSpringBounciness and cardResetAnimationSpringSpeed"
    ),
    SettingRow(
      "snap.duration",
      of: SwipeSettings.self,
      at: \.snapDuration,
      takes: .number(0...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long a returning card's rotation, shrink and overlay take; 0 makes them follow snap.spring too.",
      source: "S11; Koloda cardResetAnimationDuration"
    ),
    SettingRow(
      "snap.behindDuration",
      of: SwipeSettings.self,
      at: \.snapBehindDuration,
      takes: .number(0...10, "s"),
      takesEffect: .atNextUse,
      summary: "How long the cards behind take to move back, at a constant speed.",
      source: "S11; Koloda resetBackgroundCardsWithCompletion"
    ),
    SettingRow(
      "snap.carriesVelocity",
      of: SwipeSettings.self,
      at: \.snapCarriesVelocity,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether a returning card starts with the finger's velocity.",
      source: "M2"
    ),
    SettingRow(
      "snap.maximumVelocity",
      of: SwipeSettings.self,
      at: \.snapMaximumVelocity,
      takes: .number(0...100_000, "pt/s"),
      takesEffect: .atNextUse,
      summary: "Maximum velocity that a returning card takes over from the finger.",
      source: "M2; Android ViewConfiguration MAXIMUM_FLING_VELOCITY"
    ),
  ]
}

/// Koloda's `DragSpeed`.
private let dragSpeeds: KeyValuePairs = ["slow": 2.0, "moderate": 1.5, "default": 0.8, "fast": 0.4]
