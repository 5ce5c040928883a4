package import DeckProtocol

/// The cards of a deck in order, in chunks that copies share.
///
/// A deck's persistent state shares its cards until the disk has them, so that each change of an array of 100,000 cards
/// would copy all of them, for five milliseconds. Here it copies the chunks that it changes. Cards that come as an array
/// stay in it: a chunk is a slice of it.
package struct CardSequence: Sendable {
  /// How many cards a chunk has at most: a copy of it takes some ten microseconds, and 100,000 cards are 200 chunks.
  package static let chunkSize = 512

  /// None is empty.
  private var chunks: [ArraySlice<Card>] = []
  /// The index after the last card of each chunk.
  private var ends: [Int] = []
  /// How many cards the arrays have that were added since all cards were last copied: a bound of the memory, since an
  /// array stays until the last chunk of it is gone.
  package private(set) var held = 0
  /// The bytes of the data of all cards.
  package private(set) var dataSize = 0
  /// The bytes of the data that those arrays have had, like `held`.
  package private(set) var heldData = 0

  /// The cards of an array, which is shared and not copied.
  package init(_ cards: [Card]) {
    chunks = Self.chunks(of: cards)
    held = cards.count
    dataSize = cards.reduce(0) { $0 + $1.dataSize }
    heldData = dataSize
    updateEnds(from: 0)
  }

  /// How many chunks there are.
  package var chunkCount: Int { chunks.count }

  private static func chunks(of cards: [Card]) -> [ArraySlice<Card>] {
    stride(from: 0, to: cards.count, by: chunkSize).map { cards[$0..<Swift.min($0 + chunkSize, cards.count)] }
  }

  private mutating func updateEnds(from chunk: Int) {
    var end = chunk == 0 ? 0 : ends[chunk - 1]
    ends.removeSubrange(chunk...)
    for chunk in chunks[chunk...] {
      end += chunk.count
      ends.append(end)
    }
  }

  /// Returns the chunk of the card at `index`, and the card's index in the chunk.
  private func place(of index: Int) -> (chunk: Int, index: Int) {
    // Most decks have one chunk, and every touch reads some card.
    if index < ends[0] { return (0, chunks[0].startIndex + index) }
    var (low, high) = (1, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return (low, chunks[low].endIndex - (ends[low] - index))
  }
}

extension CardSequence: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.last ?? 0 }

  package subscript(index: Int) -> Card {
    get {
      precondition(indices.contains(index), "no card has the index \(index)")
      let place = place(of: index)
      return chunks[place.chunk][place.index]
    }
    set { change(index) { $0 = newValue } }
  }

  package struct Iterator: IteratorProtocol {
    fileprivate var chunks: ArraySlice<ArraySlice<Card>>.Iterator
    fileprivate var current: ArraySlice<Card>.Iterator?

    package mutating func next() -> Card? {
      if let card = current?.next() { return card }
      current = chunks.next()?.makeIterator()
      return current?.next()
    }
  }

  package func makeIterator() -> Iterator { Iterator(chunks: chunks[...].makeIterator()) }

  /// Returns the index of the card with this key.
  package func firstIndex(of key: CardKey) -> Int? {
    var start = 0
    for chunk in chunks {
      let index = chunk.withUnsafeBufferPointer { cards in
        // The hash alone rules out nearly all others, and to read it copies no card.
        cards.indices.first { cards[$0].idHash == key.hash && cards[$0].id == key.id }
      }
      if let index { return start + index }
      start += chunk.count
    }
    return nil
  }

  /// Calls `body` with the index of each card whose id is in a set, and with the id's place there.
  func eachCard(in set: CardIDSet, _ body: (_ index: Int, _ place: Int) -> Void) {
    var start = 0
    for chunk in chunks {
      chunk.withUnsafeBufferPointer { cards in
        for index in cards.indices where set.mayContain(hash: cards[index].idHash) {
          if let place = set.place(of: cards[index].key) { body(start + index, place) }
        }
      }
      start += chunk.count
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
  package init() { self.init([Card]()) }

  package mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Card>) {
    replace(range, by: Array(new))
  }

  /// Replaces the cards at these indexes by cards with the same ids.
  package mutating func update(_ new: [Card], at indexes: [Int?]) {
    for case let (card, index?) in zip(new, indexes) {
      change(index) {
        precondition($0.id == card.id, "an updated card keeps its id")
        $0 = card
      }
      heldData += card.dataSize
    }
    releaseMemory()
  }

  /// Marks the cards at these indexes as loaded.
  package mutating func markLoaded(at indexes: [Int?]) {
    for case let index? in indexes where self[index].loaded != true { change(index) { $0.loaded = true } }
  }

  private mutating func change(_ index: Int, _ edit: (inout Card) -> Void) {
    let place = place(of: index)
    dataSize -= chunks[place.chunk][place.index].dataSize
    edit(&chunks[place.chunk][place.index])
    dataSize += chunks[place.chunk][place.index].dataSize
  }

  private mutating func replace(_ range: Range<Int>, by new: [Card]) {
    guard !range.isEmpty || !new.isEmpty else { return }
    let newData = new.reduce(0) { $0 + $1.dataSize }
    (dataSize, heldData) = (dataSize + newData, heldData + newData)
    eachSlice(in: range) { cards in dataSize -= cards.reduce(0) { $0 + $1.dataSize } }
    let first = split(at: range.lowerBound)
    let end = split(at: range.upperBound)
    chunks.replaceSubrange(first..<end, with: Self.chunks(of: new))
    held += new.count
    let last = first + (new.count + Self.chunkSize - 1) / Self.chunkSize
    // The chunks that were split, with those beside them, too. Later ones first: they do not move the others.
    for place in [last + 1, last, first, first - 1] { joinChunks(around: place) }
    updateEnds(from: Swift.max(first - 2, 0))
    releaseMemory()
  }

  /// The data of cards that are gone which is not worth a copy of all cards; 1 MiB.
  private static let keptData = 1 << 20

  /// Copies all cards when what is held is much more, so that the copy is paid by the edits before it.
  private mutating func releaseMemory() {
    guard held > 4 * (count + Self.chunkSize) || heldData > 2 * dataSize + Self.keptData else { return }
    self = CardSequence(array(in: indices))
  }

  /// Splits the chunk with the card at `index`, unless that is its first one, and returns the chunk that begins with it.
  private mutating func split(at index: Int) -> Int {
    guard index < count else { return chunks.count }
    let place = place(of: index)
    let chunk = chunks[place.chunk]
    guard place.index > chunk.startIndex else { return place.chunk }
    chunks[place.chunk] = chunk[..<place.index]
    chunks.insert(chunk[place.index...], at: place.chunk + 1)
    updateEnds(from: place.chunk)
    return place.chunk + 1
  }

  /// Joins the chunk at `place` with the one before it if one can have the cards of both: otherwise edits would leave
  /// chunks of a few cards.
  private mutating func joinChunks(around place: Int) {
    guard chunks.indices.contains(place), place > 0 else { return }
    let count = chunks[place - 1].count + chunks[place].count
    guard count <= Self.chunkSize else { return }
    let joined = Array(chunks[place - 1]) + chunks[place]
    chunks.replaceSubrange(place - 1...place, with: [joined[...]])
    held += count
  }
}

// MARK: - Comparisons

extension CardSequence: Hashable, ExpressibleByArrayLiteral {
  package init(arrayLiteral cards: Card...) { self.init(cards) }

  package static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right, by: ==) }

  /// Returns whether both have equal cards in the same order; chunks that both share are not looked at.
  package func elementsEqual(_ other: CardSequence, by areEqual: (Card, Card) -> Bool) -> Bool {
    count == other.count && commonPrefix(with: other, by: areEqual) == count
  }

  package func hash(into hasher: inout Hasher) {
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
    ends == other.ends && zip(chunks, other.chunks).allSatisfy { $0.isIdentical(to: $1) }
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
  fileprivate var dataSize: Int { data?.count ?? 0 }
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
