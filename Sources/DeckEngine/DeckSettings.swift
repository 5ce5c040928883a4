/// Everything that can be tuned in a deck; `SettingsTable` names, bounds and documents each member.
package struct DeckSettings: Hashable, Sendable {
  package var visible = 3
  package var cardAspect = 0.75
  package var cardPadding = Length.points(20)
  package var depthScale = 0.05
  package var depthOffset = Length.points(4)
  package var dragDistance = Length.points(10)
  package var edgeMargin = Length.points(0)
  package var maximumContacts = 0
  package var dragVertical = 0.3
  package var rotationMaximum = 15.0
  package var rotationSpan = 0.5
  package var deadZone = Length.points(20)
  package var commitRatio = 0.3
  package var decisionRight = "keep"
  package var decisionLeft = "delete"
  package var flyDuration = 0.3
  package var flyDistance = 1.5
  package var snapResponse = 0.4
  package var snapDampingFraction = 0.7
  package var snapCarriesVelocity = true
  package var snapMaximumVelocity = 8000.0
  package var promoteDelay = 0.15
  package var promoteDuration = 0.2

  /// The settings of the preset `swipeclean`.
  package init() {}
}

/// A named set of defaults.
package enum Preset: String, CaseIterable, Hashable, Sendable {
  case swipeclean

  /// The settings that a deck of this preset starts from.
  package var settings: DeckSettings {
    switch self {
    case .swipeclean: DeckSettings()
    }
  }

  /// The kind of deck that the preset describes.
  package var kind: String {
    switch self {
    case .swipeclean: "swipe"
    }
  }
}
