import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `The plan to restore a deck` {
  private let cards = sampleCards("abc")

  /// The plan for a state of a swipe deck whose configuration has the cards a, b and c.
  private func plan(
    _ names: String,
    configured: String,
    kind: DeckKind = .swipe,
    _ change: (inout DeckState) -> Void = { _ in }
  ) -> RestorePlan {
    let (own, configured) = (sampleCards(names), sampleCards(configured))
    var state = DeckState(deck: "main", kind: kind, cards: own, configured: configured)
    change(&state)
    return RestorePlan(state, for: DeckDefinition(id: "main", surface: "panel", cards: CardSequence(cards)))
  }

  @Test
  func `is to begin from scratch without a state`() {
    let plan = RestorePlan(nil, for: DeckDefinition(id: "main", surface: "panel", cards: CardSequence(cards)))
    #expect(plan.mode == .fresh)
    #expect(plan.state.cards == CardSequence(cards) && !plan.keepsOwnCards)
  }

  @Test
  func `is to continue a deck with the cards of its configuration`() {
    let plan = plan("abc", configured: "abc") { $0.current = 2 }
    #expect(plan.mode == .unchanged)
    #expect(plan.state.current == 2 && !plan.keepsOwnCards)
  }

  @Test
  func `is to give a deck that had the configured cards the new ones`() {
    let plan = plan("ab", configured: "ab")
    #expect(plan.mode == .by(.reload(.init(cards))))
    #expect(plan.state.cards == sampleCards("ab") && !plan.keepsOwnCards)
  }

  @Test
  func `is to leave a deck its own cards, and to say so only if those of the configuration changed`() {
    #expect(plan("x", configured: "abc").mode == .unchanged)
    #expect(!plan("x", configured: "abc").keepsOwnCards)
    #expect(plan("x", configured: "ab").keepsOwnCards)
  }

  @Test
  func `is to load its own cards into a deck of another kind`() {
    let plan = plan("xyx", configured: "abc", kind: .stack) { $0.scroll = 100 }
    #expect(plan.mode == .by(.load(.init(sampleCards("xy")))))
    #expect(plan.state.kind == .swipe && plan.state.scroll == 0)
    #expect(self.plan("ab", configured: "ab", kind: .stack).mode == .fresh)
  }

  @Test
  func `corrects what a state cannot have`() {
    let plan = plan("abcb", configured: "abcb") { state in
      (state.current, state.open, state.scroll) = (9, "z", .nan)
      state.history = [.init(index: 1, direction: .left), .init(index: 3, direction: .right)]
    }
    #expect(plan.state.cards.map(\.id) == ["a", "b", "c"])
    #expect(plan.state.current == 3 && plan.state.open == nil && plan.state.scroll == 0)
    #expect(plan.state.history.map(\.index) == [1])
  }
}
