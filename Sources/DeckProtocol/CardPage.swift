/// Some of a deck's cards, one after the other: what `deck.cards` answers.
public struct CardPage: Hashable, Sendable {
  /// A page ends before it has more bytes than this, except that it always has its first card.
  ///
  /// A quarter of the longest line that a client may send, so that an answer never fills what may wait for a client.
  public static let sizeLimit = LineFraming.defaultLimit / 4

  /// The cards that are wanted; their indices are those that the cards have in the deck.
  public var cards: ArraySlice<Card>
  /// How many cards the deck has.
  public var total: Int
  /// The number of the last event that the page includes.
  public var sequence: UInt64

  /// Cards of a deck of `total` after the event numbered `sequence`.
  public init(cards: ArraySlice<Card>, total: Int, sequence: UInt64) {
    self.cards = cards
    self.total = total
    self.sequence = sequence
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      var end = cards.startIndex
      json.key("cards")
      json.array { json in
        let start = json.bytes.count
        while end < cards.endIndex {
          var next = JSONWriter()
          cards[end].write(to: &next)
          guard end == cards.startIndex || json.bytes.count - start + next.bytes.count < Self.sizeLimit else { break }
          json.raw(next.bytes)
          end += 1
        }
      }
      json.member("from", cards.startIndex)
      json.member("count", total)
      if end < total { json.member("next", end) }
      json.member("seq", sequence)
    }
  }
}

extension Card {
  /// Writes the card as a client gives one.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      if let data {
        json.key("data")
        json.raw(data)
      }
      if let allowed {
        json.key("allowed")
        json.array(allowed) { $0.value($1.rawValue) }
      }
      if let threshold { json.member("threshold", threshold) }
      if let draggable { json.member("draggable", draggable) }
      if let swipeable { json.member("swipeable", swipeable) }
      if let loaded { json.member("loaded", loaded) }
      if let label { json.member("label", label) }
      if let hint { json.member("hint", hint) }
    }
  }
}
