import DeckEngine
import Testing

@Suite
struct `A set of card ids` {
  @Test(arguments: [0, 1, 5, 300, 20_000])
  func `contains its ids and no others`(count: Int) {
    let set = CardIDSet((0..<count).map { "card-\($0)" })
    for number in 0..<count where !set.contains("card-\(number)") { Issue.record("card-\(number) is missing") }
    for number in count..<count + 20_000 where set.contains("card-\(number)") {
      Issue.record("card-\(number) is too many")
    }
    #expect(!set.contains(""))
  }

  @Test
  func `finds the place of an id, that of the first of equal ones`() {
    let set = CardIDSet(["a", "b", "a", "caf\u{E9}", "b"])
    #expect(["a", "b", "c", "cafe\u{301}"].map(set.place) == [0, 1, nil, 3] && set.duplicate == 2)
    #expect(CardIDSet(["a", "b"]).duplicate == nil && CardIDSet(["a", "b"]).place(of: "b") == 1)
    #expect(CardIDSet(["K", "\u{212A}"]).duplicate == 1)
  }

  /// Two numbers, names with a number, hexadecimal ones: hashing those with a seed would take several times as long.
  @Test
  func `spreads the ids that clients number`() {
    let texts: [(Int, Int) -> String] = [
      { "\($0)-\($1)" }, { "card-\($0)-\($1)" }, { "\($0)\($1)" }, { "photos/\($0)/\($1).jpg" },
      { String($0 << 32 | $1, radix: 16) },
    ]
    for (kind, text) in texts.enumerated() {
      for list in 0..<20 where !CardIDSet((0..<5000).map { text(list, 10_000 + $0) }).isSpread {
        Issue.record("kind \(kind), list \(list)")
      }
    }
  }

  /// Whoever chooses ids with the same simple hash gets the seeded one.
  @Test
  func `finds ids that share a slot`() {
    // One of 2,048 ids has a hash whose lower 11 bits are zero.
    var shared: [String] = []
    var number = 0
    while shared.count < 300 {
      let id = "card-\(number)"
      if CardIDSet.simpleHash(of: id).map({ $0 & 0x7FF == 0 }) ?? false { shared.append(id) }
      number += 1
    }
    let set = CardIDSet(shared)
    #expect(!set.isSpread)
    #expect(shared.map(set.place) == Array(0..<300) && set.place(of: "card-x") == nil && set.duplicate == nil)
    #expect(CardIDSet(shared + [shared[7]]).duplicate == 300)
  }

  /// Equivalent ids are the same, whatever their bytes: U+212A is equivalent to K, which is ASCII.
  @Test(arguments: [("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}"), ("\u{212A}", "K"), ("K", "\u{212A}")])
  func `contains equivalent ids`(known: String, asked: String) {
    #expect(CardIDSet(["a", known]).contains(asked))
    #expect(CardIDSet([known]).contains(asked) && !CardIDSet([known]).contains("a"))
  }
}
