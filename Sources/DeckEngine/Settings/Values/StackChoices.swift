/// The direction in which a stack extends from its first card (W1).
package enum StackOrder: String, CaseIterable, Hashable, Sendable {
  /// The first card is the highest; each card lies over the one before it.
  case downwards
  /// The first card is the lowest, and over all others.
  case upwards
}

/// How a card is opened (W3).
package enum StackOpening: String, CaseIterable, Hashable, Sendable {
  /// The cards slide apart, some up and some down, and the detail comes from below.
  case slide
  /// The card becomes the header of its detail, and the others fade.
  case hero
}

/// When the other cards make space for one that is dragged (W6).
package enum StackReorder: String, CaseIterable, Hashable, Sendable {
  /// At the release.
  case atRelease
  /// While it is dragged.
  case live
}

/// The axis along which the content of an open card scrolls (W10).
package enum DetailAxis: String, CaseIterable, Hashable, Sendable {
  case vertical, horizontal
}
