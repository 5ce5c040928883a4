package import JSON

/// A selection of a deck's cards: the result of `deck.cards`.
public struct CardPage: Hashable, Sendable {
  /// The maximum size of a page in bytes, unless its first card alone is larger.
  ///
  /// The daemon writes it in a fifth of a millisecond.
  public static let sizeLimit = 1 << 16

  /// The maximum number of cards in a page: the shortest is `{"id":"a"}`, with a comma.
  package static let mostCards = sizeLimit / 11 + 1

  /// The cards of a page.
  public enum Selection: Hashable, Sendable {
    /// The cards from an index on, in the deck's order.
    case run([Card], from: Int)
    /// The cards that were requested by id, in the order of the request.
    case chosen([Choice])
  }

  /// A card that was requested by its id.
  public struct Choice: Hashable, Sendable {
    /// The id, as it was requested.
    public var id: String
    /// The card; `nil` if the deck has none with this id.
    public var card: Card?

    /// The card with an id.
    public init(id: String, card: Card?) {
      self.id = id
      self.card = card
    }
  }

  /// The cards that were requested.
  public var selection: Selection
  /// How many cards the deck has.
  public var total: Int
  /// The number of the last event that the page includes.
  public var sequence: UInt64

  /// Cards of a deck of `total` after the event numbered `sequence`.
  public init(_ selection: Selection, total: Int, sequence: UInt64) {
    self.selection = selection
    self.total = total
    self.sequence = sequence
  }
}

extension CardPage: WireValue {
  package static let definition = Definition(
    "cardsResult",
    "Result of deck.cards",
    "Cards of the deck, no more than fit into \(sizeLimit >> 10) KiB, but always the first.",
    .object(
      ObjectSchema([
        MemberSchema(
          "cards",
          .list(.defined(Card.returned)),
          "The cards as clients gave them, and as card.loaded changed them."
        ),
        MemberSchema("from", .index, "The index of the first card; left out where ids were given.", optional: true),
        MemberSchema("count", .total, "How many cards the deck has."),
        MemberSchema(
          "next",
          .total,
          "Where the cards that follow begin: an index for from, or a position in ids; left out where there are none.",
          optional: true
        ),
        MemberSchema(
          "missing",
          .list(.cardID),
          "The ids that the deck does not have; only where ids were given.",
          optional: true
        ),
        MemberSchema("seq", .lastSequence, "The number of the last event that the cards include."),
      ])
    )
  )

  package static var schema: ValueSchema { .defined(definition) }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("cards")
      switch selection {
      case .run(let cards, let first):
        let next = first + write(cards, to: &json) { $0 }
        json.member("from", first)
        json.member("count", total)
        if next < total { json.member("next", next) }
      case .chosen(let choices):
        let next = write(choices, to: &json, card: \.card)
        json.member("count", total)
        if next < choices.count { json.member("next", next) }
        json.key("missing")
        json.array(choices[..<next].lazy.filter { $0.card == nil }) { $0.value($1.id) }
      }
      json.member("seq", sequence)
    }
  }

  /// Writes the cards of elements up to the size limit, and returns how many elements that are.
  private func write<Element>(
    _ elements: [Element],
    to json: inout JSONWriter,
    card: (Element) -> Card?
  ) -> Int {
    var end = 0
    json.array { json in
      let start = json.bytes.count
      var next = JSONWriter()
      while end < elements.count {
        if let card = card(elements[end]) {
          next.removeAll()
          Card.codec.write(card, to: &next)
          let isFirst = json.bytes.count == start
          guard isFirst || json.bytes.count - start + next.bytes.count < Self.sizeLimit else { break }
          json.raw(next.bytes[...])
        }
        end += 1
      }
    }
    return end
  }
}
