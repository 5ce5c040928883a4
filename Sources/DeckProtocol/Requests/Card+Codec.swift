package import JSON
import MessageText

extension Card {
  /// A card as clients send it and as `deck.cards` returns it.
  package static let codec = ObjectCodec<Card>(
    "a card",
    Field("id", .line(1...256), "The card's name, unique in its deck."),
    Field(
      optional: "data",
      ValueCodec(
        .any(of: [.defined(conventionalData), .json]),
        expected: "any JSON",
        read: { (fields, name) throws(ProtocolError) in
          try fields.optionalSource(name, depth: dataDepth)
        },
        write: { RawJSON($0).write(to: &$1) }
      ),
      "Any JSON, at most \(dataDepth) levels deep, such as what the pages of deckd-web draw; the daemon returns it byte for byte."
    ),
    Field(
      optional: "allowed",
      .names(Direction.self, isUnique: true),
      "The directions that the card may be swiped in, earlier ones win ties; where left out, what the delegate says, else the deck's setting allowed."
    ),
    Field(
      optional: "threshold",
      .number(thresholds),
      "The progress that a release needs to decide the card; where left out, what the delegate says, else the deck's setting commit.threshold."
    ),
    Field(
      optional: "draggable",
      .flag,
      "Whether a finger may move the card; where left out, what the delegate says, else true."
    ),
    Field(
      optional: "swipeable",
      .flag,
      "Whether the card may be decided; where left out, what the delegate says, else true."
    ),
    Field(
      optional: "loaded",
      .flag,
      "Whether the card's content is loaded; false, among the first cards, holds a round until card.loaded."
    ),
    Field(optional: "label", .line(1...1000), "What a screen reader calls the card; the id where left out."),
    Field(
      optional: "hint",
      .line(0...1000),
      "What a screen reader says can be done with the card; the deck's setting accessibility.hint where left out."
    ),
    make: {
      Card(
        id: $0,
        data: $1,
        allowed: $2,
        threshold: $3,
        draggable: $4,
        swipeable: $5,
        loaded: $6,
        label: $7,
        hint: $8
      )
    },
    write: { card, json in
      json.member("id", card.id)
      if let data = card.data {
        json.key("data")
        json.raw(data[...])
      }
      if let allowed = card.allowed {
        json.key("allowed")
        json.array(allowed) { $0.value($1.rawValue) }
      }
      if let threshold = card.threshold { json.member("threshold", threshold) }
      if let flag = card.draggable { json.member("draggable", flag) }
      if let flag = card.swipeable { json.member("swipeable", flag) }
      if let flag = card.loaded { json.member("loaded", flag) }
      if let label = card.label { json.member("label", label) }
      if let hint = card.hint { json.member("hint", hint) }
    }
  )

  /// What the pages of `deckd-web` draw of `data`: a convention, which the daemon does not check.
  private static let conventionalData = Definition(
    "cardData",
    "Card data",
    "What the pages of deckd-web draw of a card. A convention: data may be any other JSON. A text or a number is a title.",
    .any(of: [
      .object(
        ObjectSchema([
          MemberSchema("title", .any(of: [.text(), .number()]), "The title; else label, else id.", optional: true),
          MemberSchema("detail", .any(of: [.text(), .number()]), "A second line, such as a price.", optional: true),
          MemberSchema("image", .text(), "A path on the server of the page, or data:image/…", optional: true),
          MemberSchema("badge", .text(), "A word in a corner.", optional: true),
          MemberSchema("color", .pattern("^#([0-9a-fA-F]{3}){1,2}$"), "The card's ground.", optional: true),
          MemberSchema(
            "icon",
            .openChoice(["bank", "bell", "book", "coin", "cup", "plane", "train"]),
            "A drawing where there is no image.",
            optional: true
          ),
          MemberSchema("number", .any(of: [.text(), .number()]), "Such as the last digits of a card.", optional: true),
          MemberSchema("valid", .text(), "Until when a pass is valid.", optional: true),
          MemberSchema("kind", .text(), "A word above the title of a ticket.", optional: true),
          MemberSchema(
            "items",
            .any(of: [.text(), .list(.list(.any(of: [.text(), .number()]), least: 2, most: 3))]),
            "Rows of an open card, each a label, a value and perhaps a note; in a carousel a text.",
            optional: true
          ),
          MemberSchema("code", .any(of: [.text(), .number()]), "A text below stripes.", optional: true),
        ])
      ),
      .text(), .number(),
    ])
  )

  /// Leaves nesting levels for the reply around it, so that its readers may be as strict as `JSONReader`.
  private static let dataDepth = JSONReader.depthLimit - 8
}

extension ValueCodec<CardSequence> {
  /// At least `least` and at most `most` cards, with unique ids.
  static func cards(least: Int = 0, most: Int? = nil) -> ValueCodec {
    ValueCodec(
      .list(.defined(Card.definition), least: least, most: most),
      expected: arrayOfCards,
      read: { (fields, name) throws(ProtocolError) in
        guard let elements = try fields.optionalObjects(name, arrayOfCards) else { return nil }
        guard elements.count >= least else { throw fields.wrong(name, "\(arrayOfCards), not an empty one") }
        if let most { try fields.check(name, elements.count, most: most) }
        var cards: [Card] = []
        cards.reserveCapacity(elements.count)
        var ids: Set<String> = []
        for fields in elements {
          let card = try Card.codec.read(fields)
          guard ids.insert(card.id).inserted else {
            throw fields.wrong("id", "an id of its own, not \(truncatedQuote(card.id)) again")
          }
          cards.append(card)
        }
        return CardSequence(distinct: cards)
      },
      write: { cards, json in json.array(cards) { Card.codec.write($1, to: &$0) } }
    )
  }
}

private let arrayOfCards = "an array of cards such as {\"id\": \"a\"}"

extension Card {
  fileprivate static let definition = Definition(
    "givenCard",
    "Card from a client",
    "A card of a deck. An update replaces all of it: members that are left out have their defaults again.",
    .object(codec.schema)
  )

  /// A card as `deck.cards` returns it.
  static let returned = Definition(
    "returnedCard",
    "Card of a deck",
    "A card as a client gave it; members that it left out are left out.",
    .object(codec.schema)
  )

  /// The cards of a JSON array such as `deck.load` takes; an error's field is `[3].id`.
  package static func list(_ value: JSONValue) throws(ProtocolError) -> CardSequence {
    guard case .array = value else {
      let expected = "\(arrayOfCards), not \(value.kind)"
      throw ProtocolError(.invalidParameters, "not cards", field: "", expected: expected)
    }
    let member = JSONValue.Member(key: "", value: value, source: [])
    return try ValueCodec<CardSequence>.cards().read(Fields([member], path: "", code: .invalidParameters), "") ?? []
  }

  /// Holds cards from elsewhere to the rules for those in a message; the error names the first that breaks one.
  ///
  /// Only a configuration can give a card an empty list of directions.
  package static func check(_ cards: [Card]) throws(ProtocolError) {
    var ids: Set<String> = []
    var json = JSONWriter()
    for card in cards {
      do {
        if let data = card.data { _ = try JSONReader.read(data) }
        var card = card
        if card.allowed?.isEmpty == true { card.allowed = nil }
        // JSON has no such number.
        if let threshold = card.threshold, !threshold.isFinite { card.threshold = thresholds.lowerBound - 1 }
        json.removeAll()
        codec.write(card, to: &json)
        _ = try codec.read(Fields(published: try JSONReader.read(json.bytes)))
      } catch let error as ProtocolError {
        throw error
      } catch {
        throw ProtocolError(.invalidParameters, "not JSON", field: "data", expected: "JSON: \(error)")
      }
      guard ids.insert(card.id).inserted else {
        throw ProtocolError(
          .invalidParameters,
          "a card twice",
          field: "id",
          expected: "an id of its own, not \(truncatedQuote(card.id)) again"
        )
      }
    }
  }
}
