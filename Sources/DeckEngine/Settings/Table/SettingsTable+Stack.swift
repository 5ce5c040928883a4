extension SettingsTable {
  /// Where the cards of a stack rest (W1).
  static let stack: [SettingRow] = [
    SettingRow(
      "stack.order",
      of: [.stack],
      at: \.stack.order,
      takes: .choice(),
      summary: "Which way a stack goes from its first card: downwards, each card over the one before it; or upwards, "
        + "the first card the lowest and over all others.",
      source: "W1; Wallet zIndex(for:)"
    ),
    SettingRow(
      "stack.top",
      of: [.stack],
      at: \.stack.top,
      takes: .length(0...2000),
      summary: "The upper edge of the highest card.",
      source: "W1"
    ),
    SettingRow(
      "stack.inset",
      of: [.stack],
      at: \.stack.inset,
      takes: .length(0...500),
      summary: "Space left and right of the cards.",
      source: "W1; Wallet padding(.horizontal, 35)"
    ),
    SettingRow(
      "stack.height",
      of: [.stack],
      at: \.stack.height,
      takes: .length(1...5000),
      summary: "A card's height, where stack.aspect is 0.",
      source: "W1"
    ),
    SettingRow(
      "stack.aspect",
      of: [.stack],
      at: \.stack.aspect,
      takes: .zero(or: .number(0.1...10)),
      summary: "A card's width divided by its height; 0 for the height of stack.height.",
      source: "W1; a bank card's 85.6 × 53.98 mm (ISO/IEC 7810 ID-1)"
    ),
    SettingRow(
      "stack.step",
      of: [.stack],
      at: \.stack.step,
      takes: .length(1...1000),
      summary: "How much lower a card is than the next higher one.",
      source: "W1, W6; Wallet cardOffset, CardDeck 64"
    ),
  ]

  /// How a stack appears (W2).
  static let slideIn: [SettingRow] = [
    SettingRow(
      "appear.spring",
      of: [.stack],
      at: \.stack.appearSpring,
      takes: .spring,
      summary: "The spring of the cards that slide in.",
      source: "W2; Wallet transitionAnimation(for:)"
    ),
    SettingRow(
      "appear.blend",
      of: [.stack],
      at: \.stack.appearBlend,
      takes: .number(0...5, "s"),
      summary: "How long appear.spring takes to take over from another spring; a card from outside has none.",
      source: "W2; Wallet transitionAnimation(for:) blendDuration"
    ),
    SettingRow(
      "appear.stagger",
      of: [.stack],
      at: \.stack.appearStagger,
      takes: .number(0...5, "s"),
      summary: "How much later than the one behind it a card slides in; the last card waits this long.",
      source: "W2; Wallet transitionAnimation(for:) delay"
    ),
  ]

  /// How the cards of a stack jump (W11).
  static let bounce: [SettingRow] = [
    SettingRow(
      "bounce.arm",
      of: [.stack],
      at: \.stack.bounceArm,
      takes: .length(0...5000),
      summary: "A stack that is scrolled farther than this from its top can bounce when it is flicked there.",
      source: "W11"
    ),
    SettingRow(
      "bounce.arrival",
      of: [.stack],
      at: \.stack.bounceArrival,
      takes: .length(0...5000),
      summary: "How near to its top a flicked stack bounces.",
      source: "W11"
    ),
    SettingRow(
      "bounce.speed",
      of: [.stack],
      at: \.stack.bounceSpeed,
      takes: .number(0...100_000, "pt/s"),
      summary: "A flicked stack bounces when it arrives faster than this.",
      source: "W11"
    ),
    SettingRow(
      "bounce.least",
      of: [.stack],
      at: \.stack.bounceLeast,
      takes: .length(0...1000),
      summary: "The least that a card jumps.",
      source: "W11; CardDeck 15…30 at random"
    ),
    SettingRow(
      "bounce.most",
      of: [.stack],
      at: \.stack.bounceMost,
      takes: .length(0...1000),
      summary: "The most that a card jumps; bounce.least where that is more.",
      source: "W11; CardDeck 15…30 at random"
    ),
    SettingRow(
      "bounce.stagger",
      of: [.stack],
      at: \.stack.bounceStagger,
      takes: .number(0...5, "s"),
      summary: "How much later than the one before it a card jumps.",
      source: "W11; CardDeck delay 0.04"
    ),
    SettingRow(
      "bounce.riseSpring",
      of: [.stack],
      at: \.stack.bounceRise,
      takes: .spring,
      summary: "The spring of the cards that jump.",
      source: "W11; CardDeck responsive"
    ),
    SettingRow(
      "bounce.fallDelay",
      of: [.stack],
      at: \.stack.bounceFallDelay,
      takes: .number(0...5, "s"),
      summary: "How long after its jump a card falls.",
      source: "W11; CardDeck asyncAfter 0.15"
    ),
    SettingRow(
      "bounce.fallSpring",
      of: [.stack],
      at: \.stack.bounceFall,
      takes: .spring,
      summary: "The spring of the cards that fall.",
      source: "W11; CardDeck extraBouncy"
    ),
  ]
}
