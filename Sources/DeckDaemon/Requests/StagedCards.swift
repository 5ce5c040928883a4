package import DeckProtocol
import EventLoop
import MessageText

/// The cards that clients have staged: those of a connection for a deck are a stage.
///
/// A stage outlives the command that puts it into force, which the disk may refuse: until its client begins another one
/// for the deck, or leaves. Until the deck changes, both share the memory of the cards.
package struct StagedCards {
  private struct Key: Hashable {
    var client: ObjectIdentifier
    var deck: String
  }

  private struct Stage: Sendable {
    private(set) var cards = CardSequence()
    /// The cards' keys, divided by their hashes: a single set would be hashed again as a whole whenever it grows.
    private var keys = [Set<CardKey>](repeating: [], count: 64)
    /// The number of the last addition.
    private(set) var last = 0

    func contains(_ key: CardKey) -> Bool { keys[Self.part(of: key)].contains(key) }

    mutating func add(_ new: CardSequence, number: Int) {
      cards.append(distinct: new)
      for key in new.keys { keys[Self.part(of: key)].insert(key) }
      last = number
    }

    private static func part(of key: CardKey) -> Int { Int(truncatingIfNeeded: key.hash >> 58) }

    /// About how many bytes it takes.
    var size: Int { cards.dataSize + cards.count * Self.cardSize }
    /// What a card takes besides its data, with a short id: itself, and its key.
    private static let cardSize = 250
  }

  private var stages: [Key: Stage] = [:]
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
    let key = Key(client: ObjectIdentifier(client), deck: deck)
    if from > 0 { try check(from, key, "params.from") }
    try Self.check(cards, beside: from > 0 ? stages[key] : nil, under: policy)
    if from == 0 { drop(key) }
    if !cards.isEmpty {
      additions += 1
      stages[key, default: Stage()].add(cards, number: additions)
      trim()
    }
    return from + cards.count
  }

  /// Returns the cards that a client has staged for a deck; throws unless they are `count`.
  package func cards(_ count: Int, of client: Client, for deck: String) throws(ProtocolError) -> CardSequence {
    let key = Key(client: ObjectIdentifier(client), deck: deck)
    try check(count, key, "params.staged")
    return stages[key]?.cards ?? []
  }

  /// Drops what a client that has left has staged.
  package mutating func drop(of client: Client) {
    for key in stages.keys where key.client == ObjectIdentifier(client) { drop(key) }
  }

  private func check(_ count: Int, _ key: Key, _ field: String) throws(ProtocolError) {
    let present = stages[key]?.cards.count ?? 0
    guard count != present else { return }
    throw ProtocolError(
      .refused,
      "\(field) is \(count), and this connection has staged \(pluralized(present, "card")) for the deck",
      field: field,
      expected: present == 0
        ? "deck.stage from 0: what is staged is dropped with its connection, or when others stage more than the daemon holds"
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
    var size = stages.values.reduce(0) { $0 + $1.size }
    while size > limit, stages.count > 1, let oldest = stages.min(by: { $0.value.last < $1.value.last }) {
      size -= oldest.value.size
      drop(oldest.key)
    }
  }

  private mutating func drop(_ key: Key) {
    guard let stage = stages.removeValue(forKey: key), stage.cards.count > DeckCommand.mostCards else { return }
    WorkerThread.free(consume stage)
  }
}
