import DeckProtocol
import Testing

@Suite
struct `The key of a card` {
  /// Of each pair, the ids are canonically equivalent and have different bytes.
  @Test(arguments: [
    ("caf\u{E9}", "cafe\u{301}"), ("\u{212A}1", "K1"), ("a\u{37E}", "a;"), ("\u{1FEF}", "`"),
    ("\u{212B}", "A\u{30A}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ("\u{F900}", "\u{8C48}"), ("\u{212A}\u{E9}", "Ke\u{301}"),
  ])
  func `equals that of an equivalent id`(one: String, other: String) {
    #expect(Array(one.utf8) != Array(other.utf8))
    #expect(CardKey(one) == CardKey(other) && CardKey(one).hash == CardKey(other).hash)
    #expect(Card(id: one).key == CardKey(other))
  }

  /// Else the ids would have to be compared.
  @Test
  func `has a hash of its own`() {
    var ids: [String] = []
    for number in 0..<2000 {
      ids += ["\(number)", "12-\(number)", "card-\(number)", "\(number) caf\u{E9}", "caf\u{E9}-\(number)"]
      ids += [String(repeating: "\u{212A}", count: 100) + "\(number)", String(repeating: "0", count: number)]
    }
    let distinct = Set(ids)
    #expect(Set(distinct.map { CardKey($0).hash }).count == distinct.count)
  }

  @Test
  func `follows the id`() {
    var card = Card(id: "a")
    card.id = "b"
    #expect(card.key == CardKey("b") && card == Card(id: "b"))
    #expect([Card(id: "a"), card].firstIndex(of: CardKey("b")) == 1)
    #expect(![card].contains(CardKey("a")))
  }
}
