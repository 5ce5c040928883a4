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

  /// Equivalent ids are the same, whatever their bytes: U+212A is equivalent to K, which is ASCII.
  @Test(arguments: [("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}"), ("\u{212A}", "K"), ("K", "\u{212A}")])
  func `contains equivalent ids`(known: String, asked: String) {
    #expect(CardIDSet(["a", known]).contains(asked))
    #expect(CardIDSet([known]).contains(asked) && !CardIDSet([known]).contains("a"))
  }
}
