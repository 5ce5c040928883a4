import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `A pile of cards` {
  private static let count = 5

  /// Expects that a shift leads from each card's index before an edit to its index after it.
  private static func expectAgreement(_ edit: (inout StackPile) -> IndexShift) {
    var pile = StackPile(sampleCards("abcde"))
    let before = pile.cards
    let shift = edit(&pile)
    for (index, card) in before.enumerated() {
      #expect(shift.newIndex(of: index) == pile.index(of: card.id), "\(shift) of \(index)")
    }
  }

  @Test
  func `reports where each card is after a move`() {
    for source in 0..<Self.count {
      for target in 0..<Self.count { Self.expectAgreement { $0.move(source, to: target) } }
    }
  }

  @Test
  func `reports where each card is after an insertion`() {
    for index in 0...Self.count { Self.expectAgreement { $0.insert(sampleCards("xy"), at: index) } }
  }

  @Test
  func `reports which cards a removal leaves`() {
    for first in 0..<Self.count {
      for end in first + 1...Self.count { Self.expectAgreement { $0.remove(first..<end) } }
    }
  }

  @Test
  func `forgets the content lengths of cards that leave it`() {
    var pile = StackPile(sampleCards("abc"))
    for card in ["a", "b", "c"] { pile.setContentLength(100, of: card) }
    _ = pile.remove(0..<1)
    _ = pile.insert(sampleCards("a"), at: 0)
    #expect(pile.contentLength(of: "a") == 0)
    pile.replaceCards(with: sampleCards("bd"))
    pile.replaceCards(with: sampleCards("bc"))
    #expect(pile.contentLength(of: "b") == 100)
    #expect(pile.contentLength(of: "c") == 0)
  }

  @Test
  func `ignores the content length of a card that it does not have`() {
    var pile = StackPile(sampleCards("a"))
    pile.setContentLength(100, of: "b")
    _ = pile.insert(sampleCards("b"), at: 1)
    #expect(pile.contentLength(of: "b") == 0)
  }

  @Test
  func `marks only the named cards as loaded`() {
    var pile = StackPile(sampleCards("abc"))
    pile.markLoaded(at: [0, 2])
    #expect(pile.cards.map(\.loaded) == [true, nil, true])
  }
}
