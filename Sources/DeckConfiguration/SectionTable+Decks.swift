import DeckEngine

extension SectionTable {
  /// The keys of `[[decks]]`.
  enum Deck {
    static let id = SectionKey(
      name: "id",
      form: .name(SettingText.nameLength),
      fallback: nil,
      example: "\"main\"",
      summary: "The id by which clients refer to the deck."
    )
    static let surface = SectionKey(
      name: "surface",
      form: .name(SettingText.nameLength),
      fallback: "the first surface",
      example: "\"main\"",
      summary: "The surface that the deck is on."
    )
    static let preset = SectionKey(
      name: "preset",
      form: .other("one of \(Preset.allCases.map(\.rawValue).joined(separator: ", "))"),
      fallback: "\"\(Preset.swipeclean.rawValue)\"",
      example: "\"\(Preset.swipeclean.rawValue)\"",
      summary: "The preset whose settings the deck starts from: "
        + "\(Preset.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    static let area = SectionKey(
      name: "area",
      form: .other("a table such as { x = 0, y = 0, width = 400, height = 800 }"),
      fallback: "the whole surface",
      example: "{ x = 0, y = 0, width = 400, height = 800 }",
      summary: "The deck's rectangle on its surface, in points."
    )
    static let count = SectionKey(
      name: "count",
      form: .whole(0...100_000, unit: "cards"),
      fallback: "10",
      example: "10",
      summary: "Number of cards to create, `card-0`, `card-1` …; an alternative to `cards`."
    )
    static let cards = SectionKey(
      name: "cards",
      form: .other("an array of tables such as { id = \"a\" }"),
      fallback: "see `count`",
      example:
        "[{ id = \"a\", data = { title = \"First\" }, allowed = [\"left\", \"right\"] }, { id = \"b\", threshold = 0.5 }]",
      summary: "The deck's cards, the front card first."
    )
    static let cardsFile = SectionKey(
      name: "cardsFile",
      form: .other("the path of a file"),
      fallback: "none",
      example: "\"cards.json\"",
      summary:
        "A file with the cards, instead of `cards` and `count`: a JSON array as for deck.load. It is read at startup, "
        + "on a reload, and by deck.load without cards; a relative path starts at this file's directory."
    )
    static let settings = SectionKey(
      name: "settings",
      form: .other("a table of settings, [decks.settings]"),
      fallback: "those of the preset",
      example: "[decks.settings]",
      summary: "Settings that differ from the preset's; see the settings."
    )
    static let all = [id, surface, preset, area, count, cards, cardsFile, settings]
  }

  /// The keys of a deck's `area`.
  enum Area {
    static let x = edge("x", example: "0", "The left edge, relative to the surface's.")
    static let y = edge("y", example: "0", "The upper edge, relative to the surface's.")
    static let width = extent("width", example: "400", "The width.")
    static let height = extent("height", example: "800", "The height.")
    static let all = [x, y, width, height]

    private static func edge(_ name: String, example: String, _ summary: String) -> SectionKey {
      SectionKey(name: name, form: .number(0...100_000, unit: "pt"), fallback: nil, example: example, summary: summary)
    }

    private static func extent(_ name: String, example: String, _ summary: String) -> SectionKey {
      SectionKey(name: name, form: .number(1...100_000, unit: "pt"), fallback: nil, example: example, summary: summary)
    }
  }

  /// The keys of a deck's `cards`.
  enum Card {
    static let id = SectionKey(
      name: "id",
      form: .name(1...256),
      fallback: nil,
      example: "\"a\"",
      summary: "The id by which clients refer to the card; unique in a deck."
    )
    static let data = SectionKey(
      name: "data",
      form: .other("any value"),
      fallback: "none",
      example: "{ title = \"First\" }",
      summary: "Arbitrary data for clients, which get it as JSON: keys sorted by their bytes, dates as RFC 3339 text."
    )
    static let allowed = SectionKey(
      name: "allowed",
      form: .other("an array of directions such as [\"left\", \"right\"]"),
      fallback: "what a delegate says, or `[\"left\", \"right\"]`",
      example: "[\"left\", \"right\"]",
      summary: "The directions in which the card may be swiped; earlier ones win ties. "
        + "They are left, right, up, down, topLeft, topRight, bottomLeft, bottomRight."
    )
    static let threshold = SectionKey(
      name: "threshold",
      form: .number(0.01...1, unit: ""),
      fallback: "what a delegate says, or `commit.threshold` of the deck",
      example: "0.5",
      summary: "The progress at which a release of this card commits."
    )
    static let draggable = SectionKey(
      name: "draggable",
      form: .flag,
      fallback: "what a delegate says, or `true`",
      example: "false",
      summary: "Whether a finger can drag the card."
    )
    static let swipeable = SectionKey(
      name: "swipeable",
      form: .flag,
      fallback: "what a delegate says, or `true`",
      example: "false",
      summary: "Whether the card can be decided."
    )
    static let loaded = SectionKey(
      name: "loaded",
      form: .flag,
      fallback: "`true`",
      example: "false",
      summary: "Whether the card's content is loaded: `false` holds a round until a client sends `card.loaded`."
    )
    static let label = SectionKey(
      name: "label",
      form: .name(1...1000),
      fallback: "the id",
      example: "\"Sea\"",
      summary: "The card's name for screen readers."
    )
    static let hint = SectionKey(
      name: "hint",
      form: .name(0...1000),
      fallback: "`accessibility.hint` of the deck",
      example: "\"Tap to zoom\"",
      summary: "The card's hint for screen readers: what can be done with it."
    )
    static let all = [id, data, allowed, threshold, draggable, swipeable, loaded, label, hint]
  }
}
