import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `A pile of cards to decide` {
  /// A pile after these decisions.
  private func pile(_ names: String, loops: Bool = false, _ decisions: Direction...) -> SwipePile {
    var pile = SwipePile(sampleCards(names), loops: loops)
    for direction in decisions { pile.decide(direction) }
    return pile
  }

  private func decided(_ pile: SwipePile) -> [String] { pile.history.map { pile.cards[$0.index].id } }

  @Test
  func `runs out after its last card`() {
    let pile = pile("ab", .left, .right)
    #expect(pile.front == nil)
    #expect(pile.current == 2)
    #expect(!pile.isArriving)
    #expect(pile.indexes(upTo: 3) == [])
  }

  @Test
  func `starts over at its end if it loops`() {
    let pile = pile("abc", loops: true, .left, .right)
    #expect(pile.indexes(upTo: 5) == [2, 0, 1])
    #expect(self.pile("ab", loops: true, .left, .right).front?.id == "a")
  }

  @Test(arguments: [false, true])
  func `returns through every decision to where it began`(loops: Bool) {
    var pile = pile("abc", loops: loops, .left, .right, .left)
    let undone = (0..<4).map { _ in pile.undo() }
    #expect(undone.map { $0?.index } == [2, 1, 0, nil])
    #expect(undone.map { $0?.direction } == [.left, .right, .left, nil])
    #expect(pile.current == 0)
    #expect(pile.history.isEmpty)
  }

  @Test
  func `keeps its decisions with their cards through insertions`() {
    for index in 0...4 {
      var pile = pile("abcd", .left, .right)
      pile.insert(sampleCards("xy"), at: index)
      #expect(decided(pile) == ["a", "b"], "\(index)")
      #expect(pile.front?.id == (index == 2 ? "x" : "c"), "\(index)")
    }
  }

  @Test
  func `forgets the decisions about removed cards, and counts them`() {
    for first in 0..<5 {
      for end in first + 1...5 {
        var pile = pile("abcde", .left, .right)
        let before = pile.history
        let counts = pile.remove(first..<end)
        #expect(decided(pile) == ["a", "b"].filter { card in pile.cards.contains { $0.id == card } })
        #expect(counts == DecisionCounts(before, about: first..<end))
        #expect(pile.front == pile.cards.first { $0.id >= "c" }, "\(first)..<\(end)")
      }
    }
  }

  @Test
  func `awaits the arrival of a front card that another one becomes`() {
    var pile = pile("abc")
    #expect(!pile.isArriving)
    _ = pile.remove(0..<1)
    #expect(pile.isArriving)
    pile.confirmArrival()
    pile.insert(sampleCards("x"), at: 1)
    #expect(!pile.isArriving)
    pile.insert(sampleCards("y"), at: 0)
    #expect(pile.isArriving)
  }

  @Test
  func `counts the cards before the one that it is loaded at as decided without a direction`() {
    var pile = pile("a")
    pile.load(sampleCards("bcd"), current: 2)
    #expect(decided(pile) == ["b", "c"])
    #expect(pile.history.allSatisfy { $0.direction == nil })
    #expect(pile.front?.id == "d")
  }

  @Test
  func `keeps the directions of cards that a reload leaves in place`() {
    var pile = pile("abc", .left, .right, .left)
    pile.reload(sampleCards("ax"))
    #expect(pile.history.map(\.direction) == [.left, nil])
    #expect(pile.current == 2)
  }

  @Test
  func `forgets all rounds but the last when it stops looping`() {
    var pile = pile("ab", loops: true, .left, .right, .left)
    pile.loops = false
    #expect(pile.history.map(\.index) == [0])
    #expect(pile.front?.id == "b")
  }

  @Test
  func `shows its first card when an empty end begins to loop`() {
    var pile = pile("ab", .left, .right)
    pile.loops = true
    #expect(pile.front?.id == "a")
    #expect(pile.isArriving)
  }
}
