import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `The cards of a carousel` {
  private static let count = 5

  /// Five cards with the one at `index` current.
  private static func pile(centering index: Int) -> CarouselPile {
    var pile = CarouselPile([])
    pile.show(sampleCards("abcde"), centering: index)
    return pile
  }

  /// Expects that a shift leads from each card's index before an edit to its index after it, and back.
  private static func expectAgreement(centering index: Int, _ edit: (inout CarouselPile) -> IndexShift) {
    var pile = pile(centering: index)
    let before = pile.cards
    let shift = edit(&pile)
    for (index, card) in before.enumerated() {
      #expect(shift.newIndex(of: index) == pile.index(of: card.id), "\(shift) of \(index)")
    }
    for (index, card) in pile.cards.enumerated() {
      #expect(shift.oldIndex(of: index) == before.firstIndex { $0.id == card.id }, "\(shift) to \(index)")
    }
    let current = pile.index(of: before[index].id) ?? shift.newIndex(of: index)
    if let current { #expect(pile.current == current && pile.middle == current, "\(shift)") }
  }

  @Test
  func `keep their positions and the center through every edit`() {
    for center in 0..<Self.count {
      for index in 0...Self.count {
        Self.expectAgreement(centering: center) { $0.insert(sampleCards("xy"), at: index) }
      }
      for source in 0..<Self.count {
        for target in 0..<Self.count { Self.expectAgreement(centering: center) { $0.move(source, to: target) } }
        for end in source + 1...Self.count { Self.expectAgreement(centering: center) { $0.remove(source..<end) } }
      }
    }
  }

  @Test
  func `leave the center to the next one, or to the last`() {
    for (range, current) in [(1..<3, "d"), (1..<5, "a"), (2..<3, "d")] {
      var pile = Self.pile(centering: 2)
      _ = pile.remove(range)
      #expect(pile.cards[pile.current].id == current)
      #expect(pile.isArriving)
    }
  }

  @Test
  func `await no arrival once all are removed, and one when the first are inserted`() {
    var pile = Self.pile(centering: 2)
    _ = pile.remove(0..<5)
    #expect(pile.current == 0 && pile.middle == 0 && !pile.isArriving)
    _ = pile.insert(sampleCards("xy"), at: 0)
    #expect(pile.current == 0 && pile.isArriving)
    let arrivals = (0..<2).map { _ in pile.arrive(at: 0)?.id }
    #expect(arrivals == ["x", nil])
  }

  @Test
  func `pass the center before one of them arrives`() {
    var pile = Self.pile(centering: 0)
    let passes = [1, 1, 2].map { pile.pass($0) }
    #expect(passes == [true, false, true])
    #expect(pile.current == 0)
    let arrived = pile.arrive(at: 2)
    #expect(arrived?.id == "c" && pile.current == 2)
  }

  @Test
  func `scroll on after a restoration to where they were to rest`() {
    let cards = sampleCards("abc")
    let all = CardSequence(cards)
    let state = DeckState(deck: "main", kind: .carousel, cards: all, configured: all, current: 1, scroll: 9)
    let pile = CarouselPile(state)
    #expect(pile.current == 1 && pile.middle == 2 && pile.isArriving)
    let empty = CarouselPile(DeckState(deck: "main", kind: .carousel, cards: [], configured: [], isArriving: true))
    #expect(empty == CarouselPile([]))
  }
}
