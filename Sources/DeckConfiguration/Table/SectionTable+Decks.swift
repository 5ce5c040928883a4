import DeckEngine
import DeckProtocol
import Kinetics

extension SectionTable {
  /// The keys of `[[decks]]`.
  static let deck: [SectionRow<DeckDraft>] = [
    SectionRow(
      "id",
      at: \.id,
      takes: .name(),
      default: nil,
      example: "\"main\"",
      summary: "The id by which clients refer to the deck."
    ),
    SectionRow(
      "surface",
      at: \.surface,
      takes: .name(),
      default: "the first surface",
      example: "\"main\"",
      summary: "The surface that the deck is on."
    ),
    SectionRow(
      "preset",
      at: \.preset,
      takes: .choice("preset"),
      default: "\"\(Preset.usual.rawValue)\"",
      summary: "The preset whose settings the deck starts from: "
        + "\(Preset.allCases.map(\.rawValue).joined(separator: ", "))."
    ),
    SectionRow(
      "area",
      takes: "a table such as { x = 0, y = 0, width = \"50%\", height = 800 }",
      default: "the whole surface",
      example: "{ x = 0, y = 0, width = 400, height = 800 }",
      summary: "The deck's rectangle on its surface: each side in points, or as a text in percent of the surface's "
        + "width or height, such as `\"50%\"`, whatever size the surface has.",
      members: area.map(\.key)
    ) { reader, node, expected, deck in
      deck.area = reader.area(node, expected: expected)
    },
    SectionRow(
      "count",
      at: \.count,
      takes: .count(0...100_000, "cards"),
      default: "10",
      summary: "Number of cards to create, `card-0`, `card-1` …; an alternative to `cards`."
    ),
    SectionRow(
      "cards",
      takes: "an array of tables such as { id = \"a\" }",
      default: "see `count`",
      example:
        "[{ id = \"a\", data = { title = \"First\" }, allowed = [\"left\", \"right\"] }, { id = \"b\", threshold = 0.5 }]",
      summary: "The deck's cards, the front card first.",
      members: card.map(\.key)
    ) { reader, node, expected, deck in
      deck.cards = reader.cards(node, expected: expected)
    },
    SectionRow(
      "cardsFile",
      at: \.cardsFile,
      takes: TextForm(expectation: "the path of a file") { $0 },
      default: "none",
      example: "\"cards.json\"",
      summary:
        "A file with the cards, instead of `cards` and `count`: a JSON array as for deck.load. It is read at startup, "
        + "on a reload, and by deck.load without cards; a relative path starts at this file's directory."
    ),
    SectionRow(
      "settings",
      takes: "a table of settings, [decks.settings]",
      default: "those of the preset",
      example: "[decks.settings]",
      summary: "Settings that differ from the preset's; see the settings."
    ) { _, node, _, deck in
      deck.settings = node
    },
  ]

  /// The keys of a deck's `area`.
  static let area: [SectionRow<DeckArea>] = [
    side("x", at: \.x, from: 0, example: "0", "The left edge, relative to the surface's."),
    side("y", at: \.y, from: 0, example: "0", "The upper edge, relative to the surface's."),
    side("width", at: \.width, from: 1, example: "400", "The width."),
    side("height", at: \.height, from: 1, example: "800", "The height."),
  ]

  private static func side(
    _ name: String,
    at path: any WritableKeyPath<DeckArea, SurfaceLength> & Sendable,
    from least: Double,
    example: String,
    _ summary: String
  ) -> SectionRow<DeckArea> {
    SectionRow(
      name,
      at: path,
      takes: SurfaceLengthParser(least: least),
      default: nil,
      example: example,
      summary: summary
    )
  }

  /// The keys of a deck's `cards`.
  static let card: [SectionRow<Card>] = [
    SectionRow(
      "id",
      at: \.id,
      takes: .name(1...256),
      default: nil,
      example: "\"a\"",
      summary: "The id by which clients refer to the card; unique in a deck."
    ),
    SectionRow(
      "data",
      takes: "any value",
      default: "none",
      example: "{ title = \"First\" }",
      summary: "Arbitrary data for clients, which get it as JSON: keys sorted by their bytes, dates as RFC 3339 text."
    ) { _, node, _, card in
      card.data = CardData.json(node)
    },
    SectionRow(
      "allowed",
      takes: "an array of directions such as [\"left\", \"right\"]",
      default: "what a delegate says, or `[\"left\", \"right\"]`",
      example: "[\"left\", \"right\"]",
      summary: "The directions in which the card may be swiped; earlier ones win ties. "
        + "They are left, right, up, down, topLeft, topRight, bottomLeft, bottomRight."
    ) { reader, node, expected, card in
      card.allowed = reader.directions(node, expected: expected)
    },
    SectionRow(
      "threshold",
      at: \.threshold,
      takes: .number(0.01...1),
      default: "what a delegate says, or `commit.threshold` of the deck",
      example: "0.5",
      summary: "The progress at which a release of this card commits."
    ),
    SectionRow(
      "draggable",
      at: \.draggable,
      takes: .flag,
      default: "what a delegate says, or `true`",
      example: "false",
      summary: "Whether a finger can drag the card."
    ),
    SectionRow(
      "swipeable",
      at: \.swipeable,
      takes: .flag,
      default: "what a delegate says, or `true`",
      example: "false",
      summary: "Whether the card can be decided."
    ),
    SectionRow(
      "loaded",
      at: \.loaded,
      takes: .flag,
      default: "`true`",
      example: "false",
      summary: "Whether the card's content is loaded: `false` holds a round until a client sends `card.loaded`."
    ),
    SectionRow(
      "label",
      at: \.label,
      takes: .name(1...1000),
      default: "the id",
      example: "\"Sea\"",
      summary: "The card's name for screen readers."
    ),
    SectionRow(
      "hint",
      at: \.hint,
      takes: .name(0...1000),
      default: "`accessibility.hint` of the deck",
      example: "\"Tap to zoom\"",
      summary: "The card's hint for screen readers: what can be done with it."
    ),
  ]
}
