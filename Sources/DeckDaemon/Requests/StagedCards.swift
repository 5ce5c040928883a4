package import DeckProtocol
import EventLoop
import MessageText

/// The cards that clients have staged: those of a connection for a deck are a stage.
///
/// A stage outlives the command that puts it into force, which the disk may refuse: until its client begins another one
/// for the deck, or leaves. Until the deck changes, both share the memory of the cards.
package struct StagedCards {
  private struct Stage: Sendable {
    private(set) var cards = CardSequence()
    /// The cards' keys, divided by their hashes: a single set would be hashed again as a whole whenever it grows.
    private var keys = [Set<CardKey>](repeating: [], count: 64)
    /// The number of the last addition.
    private(set) var last = 0

    func contains(_ key: CardKey) -> Bool { keys[Self.part(of: key)].contains(key) }

    mutating func add(_ new: CardSequence, number: Int) {
      cards.append(distinct: new)
      for card in new {
        keys[Self.part(of: card.key)].insert(card.key)
        let texts = card.id.utf8.count + (card.label?.utf8.count ?? 0) + (card.hint?.utf8.count ?? 0)
        size += Self.cardSize + card.dataSize + texts
      }
      last = number
    }

    private static func part(of key: CardKey) -> Int { Int(truncatingIfNeeded: key.hash >> 58) }

    /// About how many bytes it takes.
    private(set) var size = 0
    /// What a card takes besides its data and its texts: itself, and its key.
    private static let cardSize = 250
  }

  private var stages: [ObjectIdentifier: [String: Stage]] = [:]
  /// The bytes of all stages.
  private var size = 0
  /// How many times cards were staged.
  private var additions = 0
  /// How many bytes all stages may take.
  private let limit: Int

  /// No stages; those of all clients may take `limit` bytes: three decks of 100,000 cards, by default.
  package init(limit: Int = 1 << 26) { self.limit = limit }

  /// Adds cards to the `from` ones that a client has staged for a deck; 0 drops these first.
  ///
  /// If all stages together would be too large, the ones dropped are those to which nothing was added for longest.
  ///
  /// - Returns: how many cards are staged now.
  package mutating func add(
    _ cards: CardSequence,
    from: Int,
    of client: Client,
    for deck: String,
    under policy: AccessPolicy
  ) throws(ProtocolError) -> Int {
    let id = ObjectIdentifier(client)
    if from > 0 { try check(from, of: id, for: deck, "params.from") }
    try Self.check(cards, beside: from > 0 ? stages[id]?[deck] : nil, under: policy)
    if from == 0 { drop(deck, of: id) }
    guard !cards.isEmpty else { return from }
    additions += 1
    let before = size - (stages[id]?[deck]?.size ?? 0)
    stages[id, default: [:]][deck, default: Stage()].add(cards, number: additions)
    size = before + (stages[id]?[deck]?.size ?? 0)
    trim()
    return from + cards.count
  }

  /// Returns the cards that a client has staged for a deck; throws unless they are `count`.
  package func cards(_ count: Int, of client: Client, for deck: String) throws(ProtocolError) -> CardSequence {
    let id = ObjectIdentifier(client)
    try check(count, of: id, for: deck, "params.staged")
    return stages[id]?[deck]?.cards ?? []
  }

  /// Drops what a client that has left has staged.
  package mutating func drop(of client: Client) {
    for deck in (stages[ObjectIdentifier(client)] ?? [:]).keys { drop(deck, of: ObjectIdentifier(client)) }
  }

  private func check(_ count: Int, of client: ObjectIdentifier, for deck: String, _ field: String) throws(ProtocolError)
  {
    let present = stages[client]?[deck]?.cards.count ?? 0
    guard count != present else { return }
    throw ProtocolError(
      .refused,
      "\(field) is \(count), and this connection has staged \(pluralized(present, "card")) for the deck",
      field: field,
      expected: present == 0
        ? "deck.stage from 0: what is staged is dropped with its connection, "
          + "or when others stage more than the daemon holds"
        : "\(present), or deck.stage from 0 to begin again"
    )
  }

  private static func check(
    _ cards: CardSequence,
    beside stage: Stage?,
    under policy: AccessPolicy
  ) throws(ProtocolError) {
    let stage = stage ?? Stage()
    try policy.denial(ofStaging: cards, beside: stage.cards).check()
    guard let index = cards.firstIndex(where: { stage.contains($0.key) }) else { return }
    throw ProtocolError(
      .refused,
      "a card twice",
      field: "params.cards[\(index)].id",
      expected: "an id that is not staged yet, not \(truncatedQuote(cards[index].id)) again"
    )
  }

  /// Drops the oldest stages until the rest, or the newest, takes no more than the limit.
  private mutating func trim() {
    while size > limit {
      let all = stages.flatMap { client, decks in decks.map { (client, deck: $0.key, last: $0.value.last) } }
      guard all.count > 1, let oldest = all.min(by: { $0.last < $1.last }) else { break }
      drop(oldest.deck, of: oldest.0)
    }
  }

  private mutating func drop(_ deck: String, of client: ObjectIdentifier) {
    guard let stage = stages[client]?.removeValue(forKey: deck) else { return }
    if stages[client]?.isEmpty == true { stages[client] = nil }
    size -= stage.size
    if stage.cards.count > DeckCommand.mostCards { WorkerThread.free(consume stage) }
  }
}
