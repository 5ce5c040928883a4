import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `The effects of an input` {
  private let counts = DeckCounts(current: 0, count: 1, undoDepth: 0)

  @Test
  func `have their events numbered and stamped`() {
    var effects = EffectBuffer(at: .seconds(1))
    effects.restart(after: 41)
    effects.publish(.deckReset, deck: "a", counts: counts)
    effects.advance(to: .seconds(2))
    effects.advance(to: .seconds(1.5))
    effects.publish(.deckExhausted, deck: "b", counts: counts)
    let events = effects.drain().compactMap { effect -> DeckEvent? in
      if case .notify(.event(let event)) = effect { event } else { nil }
    }
    #expect(events.map(\.sequence) == [42, 43])
    #expect(events.map(\.time) == [1_000_000, 2_000_000])
    #expect(events.map(\.deck) == ["a", "b"])
    #expect(effects.sequence == 43)
  }

  @Test
  func `end with the questions, each once`() {
    var effects = EffectBuffer(at: .zero)
    let question = DelegateQuestion(deck: "main", card: "a", index: 0, subject: .shouldDrag)
    effects.ask(1, question)
    effects.answer(7, .done(sequence: 0))
    #expect(effects.drain() == [.answer(ticket: 7, .done(sequence: 0)), .ask(ticket: 1, question)])
    #expect(effects.drain() == [])
  }

  @Test
  func `get the memory of those before, unless that is much`() {
    var effects = EffectBuffer(at: .zero)
    effects.publish(.deckReset, deck: "a", counts: counts)
    var drained = effects.drain()
    drained.reserveCapacity(100)
    let capacity = drained.capacity
    effects.reuse(consume drained)
    drained = effects.drain()
    #expect(drained.isEmpty && drained.capacity == capacity)
    drained.reserveCapacity(100_000)
    effects.reuse(consume drained)
    #expect(effects.drain().capacity == 0)
  }

  @Test
  func `always include events`() {
    var effects = EffectBuffer(at: .zero)
    effects.interest = [.frames]
    #expect(effects.interest == [.frames, .events])
  }
}
