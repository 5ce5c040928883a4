/// Cards in order, in chunks that copies share.
///
/// A deck's persistent state shares its cards until the disk has them, so that each change of an array of 100,000 cards
/// would copy all of them, for five milliseconds. Here it copies the chunks that it changes. A chunk is an array of its
/// own: no memory of cards that are gone stays, and cards that come as a sequence are not copied again.
public struct CardSequence: Sendable {
  /// How many cards a chunk has at most: a copy of it takes some ten microseconds, and 100,000 cards are 200 chunks.
  package static let chunkSize = 512

  /// The cards; no chunk is empty, and none could be joined with the next one.
  ///
  /// Every touch reads some card: what that takes is inlined in other modules.
  @usableFromInline private(set) var chunks: [[Card]] = []
  /// The index after the last card of each chunk.
  @usableFromInline private(set) var ends: [Int] = []
  private var sums = CardSums()
  /// Whether the ids are known to differ, so that nobody has to compare 100,000 of them.
  package private(set) var hasDistinctIDs = false

  /// The cards of an array, whose ids were compared.
  package init(distinct cards: [Card]) {
    self.init(cards)
    hasDistinctIDs = true
  }

  /// The cards of an array.
  public init(_ cards: [Card]) {
    chunks =
      cards.count <= Self.chunkSize
      ? [cards].filter { !$0.isEmpty }
      : stride(from: 0, to: cards.count, by: Self.chunkSize).map {
        Array(cards[$0..<Swift.min($0 + Self.chunkSize, cards.count)])
      }
    sums = CardSums(cards[...])
    updateEnds(from: 0)
  }

  /// The bytes of the data of all cards.
  package var dataSize: Int { sums.dataSize }
  /// At least the bytes of the data of any card.
  package var largestData: Int { sums.largestData }
  /// Whether any card declares whether its content is loaded.
  package var declaresLoaded: Bool { sums.declaring > 0 }
  /// How many chunks there are.
  package var chunkCount: Int { chunks.count }

  private mutating func updateEnds(from chunk: Int) {
    var end = chunk == 0 ? 0 : ends[chunk - 1]
    ends.removeSubrange(chunk...)
    for chunk in chunks[chunk...] {
      end += chunk.count
      ends.append(end)
    }
  }

  /// Returns the chunk of the card at `index`, and the card's index in the chunk.
  @inlinable
  func place(of index: Int) -> (chunk: Int, index: Int) {
    // Most decks have one chunk.
    index < ends[0] ? (0, index) : laterPlace(of: index)
  }

  /// Returns the place of a card that is not in the first chunk.
  @usableFromInline
  func laterPlace(of index: Int) -> (chunk: Int, index: Int) {
    var (low, high) = (1, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return (low, index - ends[low - 1])
  }
}

extension CardSequence: RandomAccessCollection, MutableCollection {
  /// 0, the index of the first card.
  @inlinable public var startIndex: Int { 0 }
  /// The number of cards.
  @inlinable public var endIndex: Int { ends.last ?? 0 }

  /// The card at `index`; a change copies the cards of one chunk.
  public subscript(index: Int) -> Card {
    @inlinable
    get {
      precondition(index >= 0 && index < endIndex, "no card has such an index")
      let place = place(of: index)
      return chunks[place.chunk][place.index]
    }
    set { change(index) { $0 = newValue } }
  }

  /// The cards from the first to the last.
  public struct Iterator: IteratorProtocol {
    fileprivate var chunks: IndexingIterator<[[Card]]>
    fileprivate var current: IndexingIterator<[Card]>?

    /// Returns the next card; `nil` after the last one.
    public mutating func next() -> Card? {
      if let card = current?.next() { return card }
      current = chunks.next()?.makeIterator()
      return current?.next()
    }
  }

  /// Returns an iterator over all cards.
  public func makeIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }

  /// Returns the index of the card with this key.
  package func firstIndex(of key: CardKey) -> Int? {
    var start = 0
    for chunk in chunks {
      let index = chunk.withUnsafeBufferPointer { cards in
        // The hash alone rules out nearly all others.
        cards.indices.first { cards[$0].idHash == key.hash && cards[$0].id == key.id }
      }
      if let index { return start + index }
      start += chunk.count
    }
    return nil
  }

  /// Calls `body` with the cards of each chunk, and with the index of the first of them.
  package func eachChunk(_ body: (_ start: Int, _ cards: UnsafeBufferPointer<Card>) -> Void) {
    for (chunk, end) in zip(chunks, ends) {
      chunk.withUnsafeBufferPointer { body(end - chunk.count, $0) }
    }
  }

  /// Whether a card has this key.
  package func contains(_ key: CardKey) -> Bool { firstIndex(of: key) != nil }

  /// Returns the cards in `range` as an array.
  package func array(in range: Range<Int>) -> [Card] {
    var array: [Card] = []
    array.reserveCapacity(range.count)
    eachSlice(in: range) { array += $0 }
    return array
  }

  /// Returns whether the card at `index` has the id of that in `other`.
  package func hasSameID(as other: CardSequence, at index: Int) -> Bool {
    let (own, its) = (place(of: index), other.place(of: index))
    return chunks[own.chunk][own.index].idHash == other.chunks[its.chunk][its.index].idHash
      && chunks[own.chunk][own.index].id == other.chunks[its.chunk][its.index].id
  }

  /// The keys of all cards.
  package var keys: [CardKey] {
    var keys: [CardKey] = []
    keys.reserveCapacity(count)
    eachChunk { _, cards in
      for index in cards.indices { keys.append(cards[index].key) }
    }
    return keys
  }

  /// Returns the ids of the cards in `range`.
  package func ids(in range: Range<Int>) -> [String] {
    var ids: [String] = []
    ids.reserveCapacity(range.count)
    eachSlice(in: range) { cards in
      for index in cards.indices { ids.append(cards[index].id) }
    }
    return ids
  }

  /// Calls `body` with the cards in `range`, those of a chunk at a time.
  private func eachSlice(in range: Range<Int>, _ body: (ArraySlice<Card>) -> Void) {
    var next = range.lowerBound
    while next < range.upperBound {
      let cards = cards(from: next).prefix(range.upperBound - next)
      body(cards)
      next += cards.count
    }
  }
}

// MARK: - Edits

extension CardSequence: RangeReplaceableCollection {
  /// No cards.
  public init() { self.init([Card]()) }

  /// Replaces the cards in `range`; those of another sequence are shared with it.
  public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Card>) {
    replace(range, by: new as? CardSequence ?? CardSequence(Array(new)))
  }

  /// Appends cards; the caller has compared their ids with those that are there.
  package mutating func append(distinct new: CardSequence) {
    let areDistinct = isEmpty || hasDistinctIDs
    replace(count..<count, by: new)
    hasDistinctIDs = areDistinct && new.hasDistinctIDs
  }

  /// Replaces the cards at these indexes by cards with the same ids.
  package mutating func update(_ new: CardSequence, at indexes: [Int]) {
    precondition(new.count == indexes.count, "each updated card has an index")
    for (card, index) in zip(new, indexes) {
      change(index) {
        precondition($0.id == card.id, "an updated card keeps its id")
        $0 = card
      }
    }
  }

  /// Marks the cards at these indexes as loaded.
  package mutating func markLoaded(at indexes: [Int]) {
    for index in indexes where self[index].loaded != true { change(index) { $0.loaded = true } }
  }

  private mutating func change(_ index: Int, _ edit: (inout Card) -> Void) {
    let place = place(of: index)
    sums.subtract(chunks[place.chunk][place.index])
    edit(&chunks[place.chunk][place.index])
    sums.add(chunks[place.chunk][place.index])
  }

  private mutating func replace(_ range: Range<Int>, by new: CardSequence) {
    guard !range.isEmpty || !new.isEmpty else { return }
    hasDistinctIDs = false
    sums.add(new.sums)
    eachSlice(in: range) { sums.subtract(CardSums($0)) }
    let (start, end) = (boundary(at: range.lowerBound), boundary(at: range.upperBound))
    // What is left of the chunks at both ends: arrays of their own, so that the cards between are released.
    let head = start.index > 0 ? [Array(chunks[start.chunk][..<start.index])] : []
    let tail = end.index > 0 ? [Array(chunks[end.chunk][end.index...])] : []
    let pieces = head + new.chunks + tail
    chunks.replaceSubrange(start.chunk..<end.chunk + tail.count, with: pieces)
    // Where chunks meet that did not before. Later ones first: they do not move the others.
    let last = start.chunk + pieces.count
    for place in [last, last - 1, start.chunk + 1, start.chunk] { joinChunks(around: place) }
    updateEnds(from: Swift.max(start.chunk - 1, 0))
  }

  /// Returns the place of the card at `index`, or the end of the chunks.
  private func boundary(at index: Int) -> (chunk: Int, index: Int) {
    index < count ? place(of: index) : (chunks.count, 0)
  }

  /// Joins the chunk at `place` with the one before it if one can have the cards of both: otherwise edits would leave
  /// chunks of a few cards.
  private mutating func joinChunks(around place: Int) {
    guard chunks.indices.contains(place), place > 0 else { return }
    guard chunks[place - 1].count + chunks[place].count <= Self.chunkSize else { return }
    chunks[place - 1] += chunks.remove(at: place)
  }
}

// MARK: - Comparisons

extension CardSequence: Hashable, ExpressibleByArrayLiteral {
  /// The cards of an array literal.
  public init(arrayLiteral cards: Card...) { self.init(cards) }

  /// Returns whether both have equal cards in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right, by: ==) }

  /// Returns whether both have equal cards in the same order; chunks that both share are not looked at.
  package func elementsEqual(_ other: CardSequence, by areEqual: (Card, Card) -> Bool) -> Bool {
    count == other.count && commonPrefix(with: other, by: areEqual) == count
  }

  /// Hashes every card.
  public func hash(into hasher: inout Hasher) {
    for card in self { hasher.combine(card) }
  }

  /// Returns how many cards are equal at the start of both; chunks that both share are not looked at.
  package func commonPrefix(with other: CardSequence, by areEqual: (Card, Card) -> Bool = (==)) -> Int {
    var same = 0
    while same < Swift.min(count, other.count) {
      let (own, its) = (cards(from: same), other.cards(from: same))
      let run = Swift.min(own.count, its.count)
      let equal = own.prefix(run).countOfEqual(its.prefix(run), by: areEqual)
      same += equal
      if equal < run { break }
    }
    return same
  }

  /// Returns how many cards are equal at the end of both, `most` at most; chunks that both share are not looked at.
  package func commonSuffix(with other: CardSequence, most: Int) -> Int {
    var same = 0
    while same < most {
      let (own, its) = (cards(upTo: count - same), other.cards(upTo: other.count - same))
      let run = Swift.min(own.count, its.count, most - same)
      let (last, itsLast) = (own.suffix(run), its.suffix(run))
      if !last.isIdentical(to: itsLast) {
        let equal = zip(last.reversed(), itsLast.reversed()).prefix { $0 == $1 }.count
        if equal < run { return same + equal }
      }
      same += run
    }
    return same
  }

  /// Whether both are the same memory: then they are equal, and no card has to be looked at.
  package func isIdentical(to other: CardSequence) -> Bool {
    ends == other.ends && zip(chunks, other.chunks).allSatisfy { $0[...].isIdentical(to: $1[...]) }
  }

  /// Returns the cards from an index on that are in one chunk.
  private func cards(from index: Int) -> ArraySlice<Card> {
    let place = place(of: index)
    return chunks[place.chunk][place.index...]
  }

  /// Returns the cards before an index that are in one chunk.
  private func cards(upTo index: Int) -> ArraySlice<Card> {
    let place = place(of: index - 1)
    return chunks[place.chunk][...place.index]
  }
}

extension Card {
  /// The bytes of the card's data.
  package var dataSize: Int { data?.count ?? 0 }
}

/// What is known of a list of cards without a look at them.
private struct CardSums: Sendable {
  /// The bytes of the data.
  var dataSize = 0
  /// The most that any has had.
  var largestData = 0
  /// How many declare whether their content is loaded.
  var declaring = 0

  init() {}

  init(_ cards: ArraySlice<Card>) {
    for card in cards { add(card) }
  }

  mutating func add(_ card: borrowing Card) {
    dataSize += card.dataSize
    largestData = max(largestData, card.dataSize)
    if card.loaded != nil { declaring += 1 }
  }

  mutating func subtract(_ card: borrowing Card) {
    dataSize -= card.dataSize
    if card.loaded != nil { declaring -= 1 }
  }

  mutating func add(_ other: CardSums) {
    dataSize += other.dataSize
    largestData = max(largestData, other.largestData)
    declaring += other.declaring
  }

  mutating func subtract(_ other: CardSums) {
    dataSize -= other.dataSize
    declaring -= other.declaring
  }
}

extension ArraySlice<Card> {
  /// Whether both are the same memory.
  fileprivate func isIdentical(to other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
    }
  }

  /// Returns how many cards are equal at the start of both, which have the same length.
  fileprivate func countOfEqual(_ other: Self, by areEqual: (Card, Card) -> Bool) -> Int {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { other in
        if own.baseAddress == other.baseAddress { return own.count }
        return own.indices.first { !areEqual(own[$0], other[$0]) } ?? own.count
      }
    }
  }
}
