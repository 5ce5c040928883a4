import JSON

extension ValueSchema {
  static let deckID = ValueSchema.defined(
    Definition("deckId", "Deck id", "The name of a deck, such as \"main\".", .text())
  )
  static let cardID = ValueSchema.defined(
    Definition("cardId", "Card id", "The name of a card, unique in its deck.", .text())
  )
  static let surfaceID = ValueSchema.defined(
    Definition("surfaceId", "Surface name", "The name of a surface, such as \"main\".", .text())
  )
  static let sequence = ValueSchema.defined(
    Definition(
      "sequence",
      "Event number",
      "One sequence for the daemon, from 1, never used twice.",
      .integer(least: 1)
    )
  )
  static let lastSequence = ValueSchema.defined(
    Definition(
      "lastSequence",
      "Number of the last event",
      "0 while no event was stored.",
      .integer(least: 0)
    )
  )
  static let time = ValueSchema.defined(
    Definition(
      "time",
      "Time",
      "Microseconds of CLOCK_MONOTONIC; in a replay, since the recording's first frame.",
      .integer(least: 0)
    )
  )
  static let index = ValueSchema.defined(
    Definition("index", "Index", "A position in the deck, from 0.", .integer(least: 0))
  )
  static let total = ValueSchema.integer(least: 0)
  static let extent = ValueSchema.defined(
    Definition("extent", "Extent", "A width, a height or a scale.", .number(least: 0))
  )
  static let fraction = ValueSchema.defined(
    Definition("fraction", "Fraction", "From 0 to 1.", .number(least: 0, most: 1))
  )
  /// The kind of a deck; its values are defined by the engine.
  static let deckKind = ValueSchema.reference("deckKind")
  static let preset = ValueSchema.reference("preset")
  static let recognizer = ValueSchema.reference("recognizer")
}

/// Members that many requests and events share.
enum Common {
  /// The deck of a request, or of an event's card.
  static let deck = ValueCodec<String>.text.as(.deckID)
  static let card = ValueCodec<String>.text.as(.cardID)
  static let surface = ValueCodec<String>.text.as(.surfaceID)

  /// An index that the daemon writes; a client may send any index, and only the engine knows the deck's size.
  static let index = ValueCodec<Int>.integer(0...JSONValue.largestInteger).as(.index)

  static let total = ValueCodec<Int>.integer(0...JSONValue.largestInteger).as(.total)
  static let kind = ValueCodec<String>.text.as(.deckKind)
  static let preset = ValueCodec<String>.text.as(.preset)

  static let cardIDs = ValueCodec<[String]>(
    .list(.cardID, least: 1, most: DeckCommand.mostCards),
    expected: "an array of strings"
  ) { (fields, name) throws(ProtocolError) in
    let ids = try fields.optionalStrings(name)
    try fields.check(name, ids?.count ?? 0, most: DeckCommand.mostCards)
    return ids
  }
}

extension ValueCodec {
  /// The same values under another schema.
  func `as`(_ schema: ValueSchema) -> ValueCodec {
    ValueCodec(schema, expected: expected, read: read, write: write)
  }
}

extension ValueCodec<Double> {
  /// A length or a position that the daemon writes.
  static let coordinate = number(-1e12...1e12).as(.number())
  /// A width or a height that the daemon writes.
  static let extent = number(0...1e12).as(.extent)
  static let fraction = number(0...1).as(.fraction)
  /// A number greater than 0 that the daemon writes.
  static let positive = number(Double.leastNonzeroMagnitude...1e12).as(.numberAbove(0))
}
