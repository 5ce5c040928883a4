import DeckProtocol
import MessageText
import Testing

@Suite
struct `A suggestion` {
  private static let words = ["status", "swipe", "scroll", "select", "bounce", "deck.swipe"]

  @Test(
    arguments: [
      ("stauts", "status"), ("swip", "swipe"), ("Scroll", "scroll"), ("bounze", "bounce"), ("deck_swipe", "deck.swipe"),
      ("deckswipe", "deck.swipe"), ("deck-.swipe", "deck.swipe"), ("help", nil), ("", nil), ("statuses of", nil),
    ] as [(String, String?)]
  )
  func `is the nearest word that is near`(word: String, nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: Self.words) == nearest)
  }

  @Test func `is the first of several that are as near`() {
    #expect(Suggestion.nearest(to: "sweet", among: ["sweat", "sweep"]) == "sweat")
  }

  @Test func `for a text without end is none, and takes no time`() {
    #expect(Suggestion.nearest(to: String(repeating: "x", count: 1 << 20), among: Self.words) == nil)
  }

  @Test func `follows the list of what there is`() {
    #expect(Suggestion.oneOf(["left", "right"], insteadOf: "rihgt") == #"one of left, right; did you mean "right"?"#)
    #expect(Suggestion.oneOf(["left", "right"], insteadOf: "east") == "one of left, right")
    let many = (0..<50).map { "deck-\($0)" }
    #expect(
      Suggestion.oneOf(["left", "right"], not: "rihgt") == #"one of left, right, not "rihgt"; did you mean "right"?"#
    )
    #expect(Suggestion.oneOf(["left", "right"], not: "east") == #"one of left, right, not "east""#)
    let text = Suggestion.oneOf(many, insteadOf: "dekc-49")
    #expect(text.hasSuffix(#"deck-39 and 10 others; did you mean "deck-49"?"#), "\(text)")
  }
}
