import DeckEngine

/// A row of a reference page, which has a heading that begins with the row's name.
package struct ReferenceRow: Hashable, Sendable {
  package let name: String
  /// The heading without the name.
  package let title: String
  /// The page's path from that of the settings.
  package let page: String

  /// A link to the heading, as GitHub names it.
  var link: String {
    let anchor = "\(name) \(title)".lowercased().map { $0 == " " ? "-" : $0 }
    return "[\(title)](\(page)#\(String(anchor)))"
  }

  /// Returns the row with this name; `nil` if no setting's `source` can cite it.
  package static func row(named name: String) -> ReferenceRow? { byName[name] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: pages.flatMap { page, headings in
      headings.map { heading in
        let words = heading.split(separator: " ", maxSplits: 1)
        return (String(words[0]), ReferenceRow(name: String(words[0]), title: String(words[1]), page: page))
      }
    }
  )

  /// The headings that settings cite, by page.
  private static let pages: KeyValuePairs = [
    "SwipeDecks.md": [
      "S1 Visible cards", "S2 Layout", "S3 Drag distance", "S4 Following the finger", "S5 Rotation", "S6 Directions",
      "S7 Progress", "S8 Commit", "S9 Fling", "S10 Fly-away", "S11 Snap-back", "S12 Cards behind", "S14 Overlay",
      "S15 Appearance", "S16 Undo", "S17 Commands and edits", "S18 Delegate", "S19 Rounds", "S20 Prefetch",
      "S21 Haptics", "S22 Accessibility", "S23 Stretched layout", "S24 Natural",
    ],
    "Stacks.md": [
      "W1 Stack layout", "W2 Sliding in", "W3 Opening a card", "W4 Press", "W5 Drawing order", "W6 Reordering",
      "W7 Scrolling", "W8 Fanning", "W9 Dismissing", "W10 Detail", "W11 Bounce", "W12 Stack haptics",
      "W13 Stack edits",
    ],
    "Carousel.md": ["K1 Carousel layout", "K2 Carousel scrolling", "K3 Settling"],
    "../../Kinetics/Kinetics.docc/MotionRules.md": [
      "M2 Continuity", "M4 Curves and decay", "M7 Prediction", "M8 Throws",
    ],
    "../../Gestures/Gestures.docc/Gestures.md": ["G1 Recognizers", "G7 Several fingers", "I10 Palms and noise"],
  ]
}

extension SettingRow {
  /// The names of the rows of the reference pages that have the setting.
  package var references: [String] { parts.names.split(separator: ", ").map(String.init) }

  /// Where the default comes from; empty for a figure of the project's own.
  package var origin: String { String(parts.origin) }

  private var parts: (names: Substring, origin: Substring) {
    guard let end = source.firstRange(of: "; ") else { return (source[...], "") }
    return (source[..<end.lowerBound], source[end.upperBound...])
  }
}
