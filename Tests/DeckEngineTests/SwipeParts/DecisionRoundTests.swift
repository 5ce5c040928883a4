import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `A round of decisions` {
  private static let deadline = Instant.seconds(8)

  /// Cards of which these are loaded and the others are not.
  private func pile(_ names: String, loaded: Set<String> = []) -> SwipePile {
    let cards = names.map { name in
      var card = Card(id: String(name))
      card.loaded = loaded.contains(card.id)
      return card
    }
    return SwipePile(CardSequence(cards), loops: false)
  }

  private func held(_ pile: SwipePile) -> DecisionRound {
    DecisionRound(pile, isEnabled: true, first: 2, heldUntil: Self.deadline)
  }

  @Test
  func `has no phase in a deck without rounds`() {
    var round = DecisionRound(pile("abc"), isEnabled: false, first: 2, heldUntil: Self.deadline)
    #expect(round.phase(of: pile("abc")) == nil)
    #expect(round.heldUntil == nil)
    let published = round.update(pile("abc"), first: 2, at: .zero)
    #expect(published == nil)
  }

  @Test
  func `is held until its first cards are loaded, and ends with its last decision`() {
    var (pile, phases) = (pile("abc"), [RoundPhase?]())
    var round = held(pile)
    func update() { phases.append(round.update(pile, first: 2, at: .zero)) }
    update()
    pile.markLoaded(at: [0])
    update()
    pile.markLoaded(at: [1])
    update()
    for _ in 0..<3 { pile.decide(.left) }
    update()
    update()
    #expect(phases == [.loading, nil, .active, .ended, nil])
  }

  @Test
  func `begins when its time is over`() {
    let pile = pile("abc")
    var round = held(pile)
    let phases = [0, 7.9, 8].map { round.update(pile, first: 2, at: .seconds($0)) }
    #expect(phases == [.loading, nil, .active])
    #expect(round.heldUntil == nil)
  }

  @Test
  func `is not held for cards that do not say whether they are loaded`() {
    let pile = SwipePile(sampleCards("abc"), loops: false)
    var round = held(pile)
    #expect(round.phase(of: pile) == .active)
    let published = round.update(pile, first: 2, at: .zero)
    #expect(published == nil)
  }

  @Test
  func `publishes changes from the first card on that says whether it is loaded`() {
    var pile = SwipePile(sampleCards("a"), loops: false)
    var round = held(pile)
    let new = self.pile("x", loaded: ["x"]).cards
    round.prepare(toInsert: new, into: pile)
    pile.insert(new, at: 1)
    let before = round.update(pile, first: 2, at: .zero)
    for _ in 0..<2 { pile.decide(.left) }
    let after = round.update(pile, first: 2, at: .zero)
    #expect(before == nil)
    #expect(after == .ended)
  }

  @Test
  func `stays silent after a restoration if it was silent`() {
    let pile = pile("ab", loaded: ["a", "b"])
    var (silent, known) = (held(pile), held(pile))
    silent.resume(after: nil)
    known.resume(after: .loading)
    let phases = [silent.update(pile, first: 2, at: .zero), known.update(pile, first: 2, at: .zero)]
    #expect(phases == [nil, .active])
    #expect(known.published == .active)
  }
}
