extension SettingsTable {
  /// Where the cards of a stack rest (W1).
  static let stack: [SettingRow] = [
    SettingRow(
      "stack.order",
      of: StackSettings.self,
      at: \.order,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "Direction in which a stack extends from its first card: downwards, each card over the one before it; "
        + "or upwards, the first card the lowest and over all others.",
      source: "W1; Wallet zIndex(for:)"
    ),
    SettingRow(
      "stack.top",
      of: StackSettings.self,
      at: \.top,
      takes: .length(0...2000),
      takesEffect: .byRelayout,
      summary: "Space above the highest card.",
      source: "W1"
    ),
    SettingRow(
      "stack.inset",
      of: StackSettings.self,
      at: \.inset,
      takes: .length(0...500),
      takesEffect: .byRelayout,
      summary: "Space left and right of the cards.",
      source: "W1; Wallet padding(.horizontal, 35)"
    ),
    SettingRow(
      "stack.maxWidth",
      of: StackSettings.self,
      at: \.maxWidth,
      takes: .length(1...5000),
      takesEffect: .byRelayout,
      summary: "How wide a card is at most, also while it is open: in a wider deck the cards are a column in the "
        + "middle.",
      source: "W1; deckd's own: a little above the widest phones, whose cards Wallet and CardDeck lay out"
    ),
    SettingRow(
      "stack.height",
      of: StackSettings.self,
      at: \.height,
      takes: .length(1...5000),
      takesEffect: .byRelayout,
      summary: "A card's height, if stack.aspect is 0.",
      source: "W1"
    ),
    SettingRow(
      "stack.aspect",
      of: StackSettings.self,
      at: \.aspect,
      takes: .zero(or: .number(0.1...10)),
      takesEffect: .byRelayout,
      summary: "A card's aspect ratio, its width divided by its height; 0 for the height in stack.height.",
      source: "W1; a bank card's 85.6 × 53.98 mm (ISO/IEC 7810 ID-1)"
    ),
    SettingRow(
      "stack.step",
      of: StackSettings.self,
      at: \.step,
      takes: .length(1...1000),
      takesEffect: .byRelayout,
      summary: "Vertical distance from one card to the next lower one.",
      source: "W1, W6; Wallet cardOffset, CardDeck 64"
    ),
  ]

  /// How a stack appears (W2).
  static let slideIn: [SettingRow] = [
    SettingRow(
      "appear.spring",
      of: StackSettings.self,
      at: \.appearSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards that slide in.",
      source: "W2; Wallet transitionAnimation(for:)"
    ),
    SettingRow(
      "appear.blend",
      of: StackSettings.self,
      at: \.appearBlend,
      takes: .number(0...5, "s"),
      takesEffect: .atNextUse,
      summary: "Blend duration from another spring to appear.spring; a card that slides in has no other spring.",
      source: "W2; Wallet transitionAnimation(for:) blendDuration"
    ),
    SettingRow(
      "appear.stagger",
      of: StackSettings.self,
      at: \.appearStagger,
      takes: .number(0...5, "s"),
      takesEffect: .atNextUse,
      summary: "Stagger of the cards that slide in: each starts this much after the one behind it; the last card "
        + "waits this long.",
      source: "W2; Wallet transitionAnimation(for:) delay"
    ),
  ]

  /// How the cards of a stack jump (W11).
  static let bounce: [SettingRow] = [
    SettingRow(
      "bounce.arm",
      of: StackSettings.self,
      at: \.bounceArm,
      takes: .length(0...5000),
      takesEffect: .atNextUse,
      summary: "Scroll offset beyond which a stack is armed: it can bounce when it is flicked back to its top.",
      source: "W11"
    ),
    SettingRow(
      "bounce.arrival",
      of: StackSettings.self,
      at: \.bounceArrival,
      takes: .length(0...5000),
      takesEffect: .atNextUse,
      summary: "Distance from its top at which a flicked stack bounces.",
      source: "W11"
    ),
    SettingRow(
      "bounce.speed",
      of: StackSettings.self,
      at: \.bounceSpeed,
      takes: .number(0...100_000, "pt/s"),
      takesEffect: .atNextUse,
      summary: "Speed threshold: a flicked stack bounces if it arrives faster than this.",
      source: "W11"
    ),
    SettingRow(
      "bounce.least",
      of: StackSettings.self,
      at: \.bounceLeast,
      takes: .length(0...1000),
      takesEffect: .atNextUse,
      summary: "Minimum height of a card's jump.",
      source: "W11; CardDeck 15…30 at random"
    ),
    SettingRow(
      "bounce.most",
      of: StackSettings.self,
      at: \.bounceMost,
      takes: .length(0...1000),
      takesEffect: .atNextUse,
      summary: "Maximum height of a card's jump; bounce.least if that is larger.",
      source: "W11; CardDeck 15…30 at random"
    ),
    SettingRow(
      "bounce.stagger",
      of: StackSettings.self,
      at: \.bounceStagger,
      takes: .number(0...5, "s"),
      takesEffect: .atNextUse,
      summary: "Stagger of the jumps: each card jumps this much after the one before it.",
      source: "W11; CardDeck delay 0.04"
    ),
    SettingRow(
      "bounce.riseSpring",
      of: StackSettings.self,
      at: \.bounceRise,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards that jump.",
      source: "W11; CardDeck responsive"
    ),
    SettingRow(
      "bounce.fallDelay",
      of: StackSettings.self,
      at: \.bounceFallDelay,
      takes: .number(0...5, "s"),
      takesEffect: .atNextUse,
      summary: "Delay from a card's jump until it falls.",
      source: "W11; CardDeck asyncAfter 0.15"
    ),
    SettingRow(
      "bounce.fallSpring",
      of: StackSettings.self,
      at: \.bounceFall,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the cards that fall.",
      source: "W11; CardDeck extraBouncy"
    ),
  ]
}
