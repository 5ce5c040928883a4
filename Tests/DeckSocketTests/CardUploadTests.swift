import DeckClient
import DeckProtocol
import TestSupport
import Testing

/// A deck as far as uploads change it, after `SwipeDeck`.
private struct ModelDeck: Equatable {
  var cards: [Int] = []
  /// The cards that have their data.
  var whole: Set<Int> = []
  var current = 0
  /// The indexes of decided cards.
  var decided: [Int] = []

  mutating func apply(_ part: CardUpload.Part) {
    let new = Array(part.cards)
    switch part.method {
    case .deckLoad:
      cards = new
      whole = []
      current = part.index ?? 0
      decided = Array(0..<current)
    case .deckReload:
      cards = new
      whole = []
      current = min(current, cards.count)
      decided.removeAll { $0 >= cards.count }
    case .deckInsert:
      let place = part.index ?? cards.count
      cards.insert(contentsOf: new, at: place)
      if place < current { current += new.count }
      decided = decided.map { $0 < place ? $0 : $0 + new.count }
    case .deckUpdate:
      #expect(Set(new).isSubset(of: Set(cards)))
    default:
      Issue.record("an upload has no \(part.method.rawValue)")
    }
    whole.formUnion(part.whole)
  }
}

@Suite
struct `An upload of cards` {
  /// Applies the parts, of which each fits, to a deck.
  private static func apply(
    _ parts: [CardUpload.Part],
    to deck: ModelDeck = ModelDeck(),
    whole: [Int],
    bare: [Int],
    limit: Int
  ) -> ModelDeck {
    var deck = deck
    for part in parts {
      let sizes = part.cards.map { part.whole.contains($0) ? whole[$0] : bare[$0] }
      #expect(sizes.reduce(1) { $0 + $1 + 1 } <= limit || sizes.isEmpty, "\(part)")
      deck.apply(part)
    }
    return deck
  }

  @Test func `that fits is one request`() {
    let upload = CardUpload(whole: [10, 10, 10], bare: [5, 5, 5], limit: 34)
    #expect(upload.fitsOneRequest)
    #expect(upload.load(current: 2).parts == [CardUpload.Part(.deckLoad, 0..<3, index: 2)])
    #expect(upload.reload(decided: 8, front: 7) == [CardUpload.Part(.deckReload, 0..<3)])
    #expect(upload.insert(at: 4) == [CardUpload.Part(.deckInsert, 0..<3, index: 4)])
    #expect(upload.insert(at: nil) == [CardUpload.Part(.deckInsert, 0..<3)])
    #expect(upload.update() == [CardUpload.Part(.deckUpdate, 0..<3)])
    #expect(!CardUpload(whole: [10, 10, 10], bare: [5, 5, 5], limit: 33).fitsOneRequest)
  }

  @Test func `of more cards than a request may name is divided where it updates them, and nowhere else`() {
    let sizes = [Int](repeating: 9, count: 12_000)
    let upload = CardUpload(whole: sizes, bare: sizes, limit: 1 << 20)
    let updates = [0..<5000, 5000..<10_000, 10_000..<12_000].map { CardUpload.Part(.deckUpdate, $0) }
    #expect(upload.update() == updates && upload.fitsOneRequest)
    #expect(upload.insert(at: nil) == [CardUpload.Part(.deckInsert, 0..<12_000)])
    #expect(upload.reload(decided: 0, front: 0) == [CardUpload.Part(.deckReload, 0..<12_000)])
  }

  @Test func `of no cards is a request all the same`() {
    let upload = CardUpload(whole: [], bare: [], limit: 100)
    #expect(upload.load(current: 0).parts == [CardUpload.Part(.deckLoad, 0..<0, index: 0)])
    #expect(upload.insert(at: nil).count == 1 && upload.update().count == 1)
  }

  @Test func `of many cards is divided where a request is full`() {
    let upload = CardUpload(whole: [10, 30, 30, 5], bare: [5, 5, 5, 5], limit: 44)
    #expect(
      upload.insert(at: 7) == [
        CardUpload.Part(.deckInsert, 0..<2, index: 7), CardUpload.Part(.deckInsert, 2..<4, index: 9),
      ]
    )
    #expect(upload.update() == [CardUpload.Part(.deckUpdate, 0..<2), CardUpload.Part(.deckUpdate, 2..<4)])
  }

  @Test func `gives the cards near the front their data first`() {
    let upload = CardUpload(whole: Array(repeating: 30, count: 6), bare: Array(repeating: 3, count: 6), limit: 100)
    #expect(
      upload.load(current: 2).parts == [
        CardUpload.Part(.deckLoad, 0..<6, whole: 2..<4, index: 2), CardUpload.Part(.deckUpdate, 4..<6),
        CardUpload.Part(.deckUpdate, 0..<2),
      ]
    )
  }

  @Test func `comes to what one request would`() {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    var (divided, limited) = (0, 0)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...300, using: &generator)
      let bare = (0..<count).map { _ in Int.random(in: 2...20, using: &generator) }
      let whole = bare.map { Bool.random(using: &generator) ? $0 : $0 + Int.random(in: 0...200, using: &generator) }
      let limit = max(whole.max() ?? 0, 41) + 2 + Int.random(in: 0...6000, using: &generator)
      let upload = CardUpload(whole: whole, bare: bare, limit: limit)
      let current = Int.random(in: 0...count, using: &generator)
      let load = upload.load(current: current)
      if load.parts.count > 1 { divided += 1 }

      let loaded = Self.apply(load.parts, whole: whole, bare: bare, limit: limit)
      let all = Set(0..<count)
      #expect(loaded.cards == Array(0..<count) && loaded.whole == all, "DECKD_SEED=\(seed)")
      #expect(loaded.current == current, "DECKD_SEED=\(seed)")
      if let undoable = load.undoable {
        limited += 1
        #expect(loaded.decided == Array(current - undoable..<current), "DECKD_SEED=\(seed)")
      } else {
        #expect(loaded.decided == Array(0..<current), "DECKD_SEED=\(seed)")
      }

      // Over a deck of another length, whose front card is somewhere.
      let present = Int.random(in: 0...400, using: &generator)
      let front = Int.random(in: 0...present, using: &generator)
      let before = ModelDeck(cards: Array(0..<present), current: front, decided: Array(0..<front))
      let decided = Bool.random(using: &generator) ? present : front
      guard let parts = upload.reload(decided: decided, front: front) else { continue }
      let reloaded = Self.apply(parts, to: before, whole: whole, bare: bare, limit: limit)
      var expected = before
      expected.apply(CardUpload.Part(.deckReload, 0..<count))
      #expect(reloaded == expected, "DECKD_SEED=\(seed)")
    }
    #expect(divided > 200 && limited > 20, "DECKD_SEED=\(seed)")
  }
}
