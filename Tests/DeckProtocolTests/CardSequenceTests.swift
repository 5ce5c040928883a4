import DeckEngine
import DeckProtocol
import TestSupport
import Testing

@Suite
struct `The cards of a deck` {
  private static func cards(_ range: Range<Int>) -> [Card] {
    range.map { Card(id: "card-\($0)", data: $0 % 3 == 0 ? Array("[\($0)]".utf8) : nil) }
  }

  /// A list of cards and its model, with a random edit at a time.
  private struct Subject {
    var cards: CardSequence
    var model: [Card]
    var next: Int

    init(_ count: Int) {
      model = `The cards of a deck`.cards(0..<count)
      cards = CardSequence(model)
      next = count
    }

    mutating func edit(_ random: inout SeededGenerator) {
      let place = Int.random(in: 0...model.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        let count = Bool.random(using: &random) ? 1 : Int.random(in: 0...700, using: &random)
        let new = `The cards of a deck`.cards(next..<next + count)
        next += count
        cards.insert(contentsOf: new, at: place)
        model.insert(contentsOf: new, at: place)
      case 2:
        let end = min(place + Int.random(in: 0...(Bool.random(using: &random) ? 3 : 700), using: &random), model.count)
        cards.removeSubrange(place..<end)
        model.removeSubrange(place..<end)
      case 3 where place < model.count:
        let target = Int.random(in: 0..<model.count, using: &random)
        cards.insert(cards.remove(at: place), at: target)
        model.insert(model.remove(at: place), at: target)
      case 4 where place < model.count:
        let card = Card(id: model[place].id, data: Array("1".utf8))
        cards.update([card], at: [place])
        model[place] = card
      case 5 where place < model.count:
        cards.markLoaded(at: [place])
        model[place].loaded = true
      default: break
      }
    }
  }

  @Test
  func `are those of an array that is edited in the same way, and earlier copies stay as they were`() {
    let seed = Seed.value
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      var subject = Subject([0, 1, 511, 512, 513, 1500].randomElement(using: &random) ?? 0)
      var copies: [(CardSequence, [Card])] = []
      for step in 0..<40 {
        if step % 7 == 0 { copies.append((subject.cards, subject.model)) }
        subject.edit(&random)
        let (cards, model) = (subject.cards, subject.model)
        #expect(Array(cards) == model && cards.count == model.count, "seed \(seed)")
        #expect(cards.dataSize == model.reduce(0) { $0 + ($1.data?.count ?? 0) }, "seed \(seed)")
        #expect(cards.chunkCount <= 2 * model.count / CardSequence.chunkSize + 2, "seed \(seed)")
        #expect(cards.declaresLoaded == model.contains { $0.loaded != nil }, "seed \(seed)")
        let first = Int.random(in: 0...model.count, using: &random)
        let range = first..<Int.random(in: first...model.count, using: &random)
        #expect(cards.array(in: range) == Array(model[range]) && cards.ids(in: range) == model[range].map(\.id))
        if let card = model.randomElement(using: &random) {
          let index = cards.firstIndex(of: card.key)
          #expect(index.map { model[$0] == card && cards[$0] == card } == true, "seed \(seed)")
        }
      }
      for (copy, model) in copies { #expect(Array(copy) == model, "seed \(seed)") }
    }
  }

  @Test
  func `are compared with other versions of them`() {
    let seed = Seed.value
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let old = Subject(Int.random(in: 0...2500, using: &random))
      var new = old
      for _ in 0..<Int.random(in: 0...4, using: &random) { new.edit(&random) }
      let prefix = zip(old.model, new.model).prefix { $0 == $1 }.count
      #expect(old.cards.commonPrefix(with: new.cards) == prefix, "seed \(seed)")
      let rest = min(old.model.count, new.model.count) - prefix
      let suffix = min(zip(old.model.reversed(), new.model.reversed()).prefix { $0 == $1 }.count, rest)
      #expect(old.cards.commonSuffix(with: new.cards, most: rest) == suffix, "seed \(seed)")
      #expect((old.cards == new.cards) == (old.model == new.model), "seed \(seed)")
      #expect(!old.cards.isIdentical(to: new.cards) || old.model == new.model, "seed \(seed)")
      #expect(old.cards.isIdentical(to: old.cards) && new.cards == CardSequence(new.model), "seed \(seed)")
    }
  }

  @Test
  func `are shared with a copy but for the chunks of a change`() {
    let cards = CardSequence(Self.cards(0..<100_000))
    var copy = cards
    copy.update([Card(id: "card-50000", label: "other")], at: [50_000])
    #expect(!copy.isIdentical(to: cards))
    #expect(cards.commonPrefix(with: copy) == 50_000)
    #expect(copy.sharedCount(with: cards) >= 100_000 - CardSequence.chunkSize)
    copy.insert(Card(id: "new"), at: 0)
    copy.remove(at: 70_000)
    #expect(copy.sharedCount(with: cards) >= 100_000 - 4 * CardSequence.chunkSize)
  }

  @Test
  func `are those of a sequence that was inserted, whose chunks are shared`() {
    var cards = CardSequence(Self.cards(0..<1000))
    let new = CardSequence(Self.cards(1000..<21_000))
    cards.insert(contentsOf: new, at: 300)
    #expect(Array(cards) == Self.cards(0..<300) + Self.cards(1000..<21_000) + Self.cards(300..<1000))
    #expect(cards.sharedCount(with: new) >= 20_000 - CardSequence.chunkSize)
  }

  @Test(arguments: [0..<9000, 500..<9500, 1000..<10_000, 3000..<3001, 0..<10_000])
  func `are what is left when thousands are removed`(range: Range<Int>) {
    let all = Self.cards(0..<10_000)
    var cards = CardSequence(all)
    cards.removeSubrange(range)
    #expect(Array(cards) == Array(all[..<range.lowerBound] + all[range.upperBound...]))
    // A chunk is an array of its own, and none is nearly empty.
    #expect(cards.chunkCount <= 2 * cards.count / CardSequence.chunkSize + 2)
  }
}

extension CardSequence {
  /// How many cards lie in the same memory as those of another sequence.
  fileprivate func sharedCount(with other: CardSequence) -> Int {
    var (memory, count): (Set<UnsafePointer<Card>>, Int) = ([], 0)
    other.eachChunk { if let address = $1.baseAddress { memory.insert(address) } }
    eachChunk { if let address = $1.baseAddress, memory.contains(address) { count += $1.count } }
    return count
  }
}
