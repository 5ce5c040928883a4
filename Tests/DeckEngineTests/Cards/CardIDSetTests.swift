import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `A set of card ids` {
  private static func set(_ ids: [String]) -> CardIDSet { CardIDSet(ids.map { CardKey($0) }) }

  @Test(arguments: [0, 1, 5, 300, 20_000])
  func `contains its ids and no others`(count: Int) {
    let set = Self.set((0..<count).map { "card-\($0)" })
    for number in 0..<count where !set.contains(CardKey("card-\(number)")) { Issue.record("card-\(number) is missing") }
    for number in count..<count + 20_000 where set.contains(CardKey("card-\(number)")) {
      Issue.record("card-\(number) is too many")
    }
    #expect(!set.contains(CardKey("")))
  }

  @Test
  func `finds the place of an id, that of the first of equal ones`() {
    let set = Self.set(["a", "b", "a", "caf\u{E9}", "b"])
    #expect(["a", "b", "c", "cafe\u{301}"].map { set.place(of: CardKey($0)) } == [0, 1, nil, 3] && set.duplicate == 2)
    #expect(Self.set(["a", "b"]).duplicate == nil && Self.set(["a", "b"]).place(of: CardKey("b")) == 1)
    #expect(Self.set(["K", "\u{212A}"]).duplicate == 1)
  }

  @Test
  func `finds ids that share a slot`() {
    // 64 ids have 256 slots.
    let shared = (0...).lazy.map { CardKey("card-\($0)") }.filter { $0.hash & 255 == 7 }.prefix(65)
    let keys = Array(shared)
    let set = CardIDSet(keys[..<64])
    #expect(keys[..<64].map { set.place(of: $0) } == Array(0..<64) && set.place(of: keys[64]) == nil)
    #expect(set.duplicate == nil && CardIDSet(keys[..<64] + [keys[7]]).duplicate == 64)
  }
}
