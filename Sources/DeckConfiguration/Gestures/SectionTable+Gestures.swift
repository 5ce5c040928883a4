import DeckEngine
import Gestures

extension SectionTable {
  private static let motion = TextForm(
    expectation: "one of " + GestureDraft.motions.map { SettingText.quoted($0.name) }.joined(separator: ", "),
    noun: "what fingers do"
  ) { text in GestureDraft.motions.first { $0.name == text } }

  /// The keys of `[[gestures]]`.
  static let gesture: [SectionRow<GestureDraft>] = [
    SectionRow(
      "name",
      at: \.name,
      takes: .name(),
      default: nil,
      example: "\"home\"",
      summary: "The name of the gesture in events."
    ),
    SectionRow(
      "do",
      at: \.motion,
      takes: motion,
      default: nil,
      example: "\"swipe up\"",
      summary: "What the fingers do: " + GestureDraft.motions.map(\.name).joined(separator: ", ")
        + ". A swipe goes within 40° of its direction, a tap takes at most 0.35 s, a pinch changes the distance of the "
        + "fingers by a factor of 1.3, and a rotation turns them by 30°."
    ),
    SectionRow(
      "surface",
      at: \.surface,
      takes: .name(),
      default: "the first surface",
      example: "\"main\"",
      summary: "The surface that is touched."
    ),
    SectionRow(
      "fingers",
      at: \.fingers,
      takes: .count(1...5, "fingers"),
      default: "1; 2 for a pinch or a rotation",
      example: "1",
      summary: "How many fingers."
    ),
    SectionRow(
      "from",
      takes: "an edge or a corner, such as \"left\" or \"top left\", or x, y, width and height, each from 0 to 1",
      default: "anywhere",
      example: "\"bottom\"",
      summary: "Where all fingers come down: at an edge or a corner, such as \"left\" or \"top left\", where they are "
        + "never a deck's; or in a rectangle such as `[0, 0, 0.5, 1]`, in shares of the surface. There, and anywhere, "
        + "fingers on a deck's card are the deck's."
    ) { reader, node, expected, gesture in
      if let zone = reader.zone(node, expected: expected) { gesture.zone = zone }
    },
    SectionRow(
      "depth",
      at: \.depth,
      takes: .number(1...200, "mm"),
      default: "6 for an edge, 15 for a corner",
      example: "6",
      summary: "How far the edge or the corner reaches into the surface."
    ),
    SectionRow(
      "distance",
      at: \.distance,
      takes: .number(2...1000, "mm"),
      default: "10",
      example: "10",
      summary: "How far a swipe goes; a fast one, of at least 100 mm/s, counts from 5 mm on."
    ),
    SectionRow(
      "duration",
      at: \.duration,
      takes: .number(0.2...10, "s"),
      default: "0.5",
      example: "0.5",
      summary: "For how long the fingers of a hold stay down without moving."
    ),
  ]
}
