package import DeckProtocol

/// A row of the settings table: one setting's name, unit, range and origin, and where it is kept.
package struct SettingRow: Sendable {
  /// Where the value is kept, and the values it may have.
  package enum Storage: Sendable {
    case count(any WritableKeyPath<DeckSettings, Int> & Sendable, ClosedRange<Int>)
    case number(any WritableKeyPath<DeckSettings, Double> & Sendable, ClosedRange<Double>)
    /// In points; a string such as `"1.6mm"` is read as millimetres.
    case length(any WritableKeyPath<DeckSettings, Length> & Sendable, ClosedRange<Double>)
    case flag(any WritableKeyPath<DeckSettings, Bool> & Sendable)
    /// A name of 1 to 64 characters.
    case name(any WritableKeyPath<DeckSettings, String> & Sendable)
  }

  /// Dotted, as on the wire and in the configuration.
  package var name: String
  /// `pt`, `s`, `°`; empty for a plain number.
  package var unit: String
  package var storage: Storage
  /// One sentence for the documentation.
  package var summary: String
  /// Where the default comes from.
  package var source: String
}

/// Every setting there is.
///
/// The configuration file, the wire and the documentation are made from it.
package enum SettingsTable {
  package static let rows: [SettingRow] = [
    SettingRow(
      name: "visible",
      unit: "cards",
      storage: .count(\.visible, 1...10),
      summary: "Cards shown at rest, at the most.",
      source: "S1; SwipeClean maxCardStackDepth"
    ),
    SettingRow(
      name: "card.aspect",
      unit: "",
      storage: .number(\.cardAspect, 0.1...10),
      summary: "A card's width divided by its height.",
      source: "S2; SwipeClean 3:4"
    ),
    SettingRow(
      name: "card.padding",
      unit: "pt",
      storage: .length(\.cardPadding, 0...500),
      summary: "Space kept free between the cards and the deck's edges.",
      source: "S2"
    ),
    SettingRow(
      name: "depth.scale",
      unit: "",
      storage: .number(\.depthScale, 0...0.5),
      summary: "How much smaller a card is than the one in front of it, of the front card's size.",
      source: "S2; SwipeClean cardStackScaleFactor 0.95"
    ),
    SettingRow(
      name: "depth.offset",
      unit: "pt",
      storage: .length(\.depthOffset, 0...200),
      summary: "How much lower a card's centre is than that of the one in front of it.",
      source: "S2; SwipeClean cardStackVerticalOffset"
    ),
    SettingRow(
      name: "drag.distance",
      unit: "pt",
      storage: .length(\.dragDistance, 0.5...200),
      summary: "A finger that moves this far drags; one that moves less taps.",
      source: "S3; SwipeClean minimumDistance"
    ),
    SettingRow(
      name: "touch.edgeMargin",
      unit: "pt",
      storage: .length(\.edgeMargin, 0...200),
      summary: "A contact that comes down nearer to an edge of the surface is ignored until it is lifted; 0 for none.",
      source: "I10"
    ),
    SettingRow(
      name: "touch.maximumContacts",
      unit: "contacts",
      storage: .count(\.maximumContacts, 0...64),
      summary: "Contacts that make it more than these at once, as a resting hand does, are ignored; 0 for any number.",
      source: "I10"
    ),
    SettingRow(
      name: "drag.vertical",
      unit: "",
      storage: .number(\.dragVertical, 0...1),
      summary: "How much of the finger's vertical movement the card follows.",
      source: "S4; SwipeClean 0.3"
    ),
    SettingRow(
      name: "rotation.maximum",
      unit: "°",
      storage: .number(\.rotationMaximum, 0...180),
      summary: "A dragged card's largest rotation.",
      source: "S5; SwipeClean maxCardRotationDegrees"
    ),
    SettingRow(
      name: "rotation.span",
      unit: "",
      storage: .number(\.rotationSpan, 0.01...10),
      summary: "The translation at which the rotation is largest, in deck widths.",
      source: "S5; SwipeClean screenWidth · 0.5"
    ),
    SettingRow(
      name: "drag.deadZone",
      unit: "pt",
      storage: .length(\.deadZone, 0...200),
      summary: "A translation of at most this much has no direction.",
      source: "S6; SwipeClean ±20 pt"
    ),
    SettingRow(
      name: "commit.ratio",
      unit: "",
      storage: .number(\.commitRatio, 0.01...2),
      summary: "A release beyond this translation commits, in deck widths.",
      source: "S8; SwipeClean dragThresholdRatio"
    ),
    SettingRow(
      name: "decision.right",
      unit: "",
      storage: .name(\.decisionRight),
      summary: "The name of the decision that a swipe to the right makes.",
      source: "S6"
    ),
    SettingRow(
      name: "decision.left",
      unit: "",
      storage: .name(\.decisionLeft),
      summary: "The name of the decision that a swipe to the left makes.",
      source: "S6"
    ),
    SettingRow(
      name: "fly.duration",
      unit: "s",
      storage: .number(\.flyDuration, 0.01...10),
      summary: "How long a decided card takes to leave.",
      source: "S10; SwipeClean cardFlyAway easeOut 0.3"
    ),
    SettingRow(
      name: "fly.distance",
      unit: "",
      storage: .number(\.flyDistance, 0.5...10),
      summary: "The translation that a decided card leaves to, in deck widths; more where the surface needs it.",
      source: "S10; SwipeClean screenWidth · 1.5"
    ),
    SettingRow(
      name: "snap.response",
      unit: "s",
      storage: .number(\.snapResponse, 0.05...5),
      summary: "Response of the spring that returns an undecided card.",
      source: "S11; SwipeClean cardSnapBack"
    ),
    SettingRow(
      name: "snap.dampingFraction",
      unit: "",
      storage: .number(\.snapDampingFraction, 0.05...10),
      summary: "Damping fraction of the spring that returns an undecided card.",
      source: "S11; SwipeClean cardSnapBack"
    ),
    SettingRow(
      name: "snap.carriesVelocity",
      unit: "",
      storage: .flag(\.snapCarriesVelocity),
      summary: "Whether a returning card starts with the finger's velocity.",
      source: "M2"
    ),
    SettingRow(
      name: "snap.maximumVelocity",
      unit: "pt/s",
      storage: .number(\.snapMaximumVelocity, 0...100_000),
      summary: "The most of the finger's velocity that a returning card starts with.",
      source: "Android ViewConfiguration MAXIMUM_FLING_VELOCITY 8000"
    ),
    SettingRow(
      name: "promote.delay",
      unit: "s",
      storage: .number(\.promoteDelay, 0...5),
      summary: "How long after a decision the cards behind move up, unless the next card is touched before.",
      source: "S12; SwipeClean sleep 150 ms"
    ),
    SettingRow(
      name: "promote.duration",
      unit: "s",
      storage: .number(\.promoteDuration, 0.01...10),
      summary: "How long the cards behind take to move up.",
      source: "S12"
    ),
  ]

  /// The row with this name.
  package static func row(named name: String) -> SettingRow? {
    rows.first { $0.name == name }
  }
}

extension SettingRow {
  /// The setting's value as it is shown to clients, lengths in points.
  package func value(in settings: DeckSettings, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    switch storage {
    case .count(let path, _): .number(Double(settings[keyPath: path]))
    case .number(let path, _): .number(settings[keyPath: path])
    case .length(let path, _): .number(settings[keyPath: path].points(perMillimetre: pointsPerMillimetre))
    case .flag(let path): .flag(settings[keyPath: path])
    case .name(let path): .text(settings[keyPath: path])
    }
  }
}
