import DeckEngine
import Gestures

extension SectionTable {
  private static func word<Value: Sendable>(_ words: [(name: String, value: Value)], _ noun: String) -> TextForm<Value> {
    let names = words.map { SettingText.quoted($0.name) }.joined(separator: ", ")
    return TextForm(expectation: "one of \(names)", noun: noun) { text in words.first { $0.name == text }?.value }
  }

  private static let headings: [(String, Set<SurfaceGesture.Heading>)] =
    SurfaceGesture.Heading.allCases.map { ($0.rawValue, [$0]) } + [("any", Set(SurfaceGesture.Heading.allCases))]

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
      "surface",
      at: \.surface,
      takes: .name(),
      default: "the first surface",
      example: "\"main\"",
      summary: "The surface that is touched."
    ),
    SectionRow(
      "swipe",
      at: \.swipe,
      takes: word(headings, "a direction"),
      default: "no swipe",
      example: "\"up\"",
      summary: "The direction in which all fingers move; within 40° of it."
    ),
    SectionRow(
      "tap",
      at: \.tap,
      takes: .count(1...3, "taps"),
      default: "no tap",
      example: "2",
      summary: "How often the fingers come down and are lifted, without moving; each time within 0.35 s."
    ),
    SectionRow(
      "hold",
      at: \.hold,
      takes: .number(0.2...10, "s"),
      default: "no hold",
      example: "0.5",
      summary: "For how long the fingers stay down without moving."
    ),
    SectionRow(
      "pinch",
      at: \.pinch,
      takes: word(SurfaceGesture.Spread.allCases.map { ($0.rawValue, $0) }, "a pinch"),
      default: "no pinch",
      example: "\"in\"",
      summary: "Whether the fingers move together, in, or apart, out: by a factor of 1.3."
    ),
    SectionRow(
      "rotate",
      at: \.rotate,
      takes: word(SurfaceGesture.Turn.allCases.map { ($0.rawValue, $0) }, "a rotation"),
      default: "no rotation",
      example: "\"clockwise\"",
      summary: "The sense in which the fingers turn around their middle: by 30°."
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
      at: \.from,
      takes: word(GestureDraft.Place.names.map { ($0.name, $0.place) }, "an edge or a corner"),
      default: "anywhere beside the decks",
      example: "\"bottom\"",
      summary: "The edge or the corner at which all fingers come down, such as \"left\" or \"top left\". Fingers there "
        + "are never a deck's."
    ),
    SectionRow(
      "depth",
      at: \.depth,
      takes: .number(1...200, "mm"),
      default: "6 for an edge, 15 for a corner",
      example: "6",
      summary: "How far the edge or the corner reaches into the surface."
    ),
    SectionRow(
      "region",
      takes: "an array of x, y, width and height, each from 0 to 1 of the surface",
      default: "anywhere beside the decks",
      example: "[0, 0, 0.5, 1]",
      summary: "The rectangle in which all fingers come down; an alternative to `from`. Where a deck's card is, fingers "
        + "are the deck's."
    ) { reader, node, expected, gesture in
      gesture.region = reader.region(node, expected: expected)
    },
    SectionRow(
      "distance",
      at: \.distance,
      takes: .number(2...1000, "mm"),
      default: "10",
      summary: "How far a swipe goes; a fast one, of at least 100 mm/s, counts from 5 mm on."
    ),
  ]
}
