import DeckEngine
import Kinetics
import Testing

@Suite
struct `The open card of a stack` {
  private let layout = sampleLayout()

  /// A transition in which cards opened one after another, 50 ms apart.
  private func opened(_ indexes: Int...) -> HeroTransition {
    var hero = HeroTransition()
    for (order, index) in indexes.enumerated() {
      hero.open(index, card: "card-\(index)", in: layout, count: 5, at: .seconds(0.05 * Double(order)))
    }
    return hero
  }

  /// Performs everything that is due.
  private func rest(_ hero: inout HeroTransition) {
    while let due = hero.end { hero.advance(to: due, in: layout) }
  }

  @Test
  func `is the newest; the card before it closes`() {
    var hero = opened(1, 3)
    #expect(hero.openIndex == 3)
    #expect(Set(hero.indexes) == [1, 3])
    rest(&hero)
    #expect(Array(hero.indexes) == [3])
    #expect(hero.openIndex == 3)
  }

  @Test
  func `opens once, also when it opens again while it closes`() {
    let hero = opened(1, 3, 1)
    #expect(hero.openIndex == 1)
    #expect(Array(hero.indexes) == [3, 1])
  }

  @Test
  func `is over the others and leaves them transparent`() {
    let hero = opened(1)
    #expect(hero.order(of: 1) == 0)
    #expect(hero.order(of: 2) == nil)
    #expect(hero.targetOpacity(of: 1) == 1)
    #expect(hero.targetOpacity(of: 2) == 0)
  }

  @Test
  func `leaves nothing behind when it has closed`() {
    var hero = opened(1)
    rest(&hero)
    #expect(hero.movesStack)
    hero.close(by: layout.own.openSpring, in: layout, at: .seconds(2))
    #expect(hero.openIndex == nil)
    rest(&hero)
    #expect(Array(hero.indexes).isEmpty)
    #expect(!hero.movesStack)
  }

  @Test
  func `follows its card through edits`() {
    var hero = opened(1)
    hero.remap(by: .insertion(at: 0, count: 2), from: 5, to: 7)
    #expect(hero.openIndex == 3)
    hero.remap(by: .move(from: 3, to: 0), from: 7, to: 7)
    #expect(hero.openIndex == 0)
    hero.remap(by: .removal(0..<1), from: 7, to: 6)
    #expect(hero.openIndex == nil)
    rest(&hero)
    #expect(Array(hero.indexes).isEmpty)
  }

  @Test
  func `returns when a finger that dragged it down is cancelled`() {
    var hero = opened(1)
    rest(&hero)
    hero.drag(to: 40)
    #expect(hero.dismissal == .fixed(40))
    hero.cancelDismissal(in: layout, at: .seconds(2))
    #expect(hero.isAnimating)
    rest(&hero)
    #expect(hero.dismissal == .fixed(0))
    #expect(hero.openIndex == 1)
  }

  @Test
  func `cannot be dragged while no card is open`() {
    var hero = HeroTransition()
    hero.drag(to: 40)
    #expect(hero.dismissal == .fixed(0))
    #expect(hero.end == nil)
  }
}
