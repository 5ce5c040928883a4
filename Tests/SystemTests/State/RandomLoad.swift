import TestSupport

/// Random commands and touches for a deck of each kind.
struct RandomLoad {
  static let configuration = """
    [[surfaces]]
    name = "a"
    [[surfaces]]
    name = "b"
    [[decks]]
    id = "swipe"
    surface = "a"
    preset = "swipeclean"
    count = 20
    [[decks]]
    id = "stack"
    surface = "b"
    preset = "wallet"
    count = 8
    [decks.settings]
    appear.toFrontEnds = false
    """

  /// Returns a ledger of these decks in their initial state.
  static func ledger() -> EventLedger {
    EventLedger(decks: [
      "swipe": KeptDeck(cards: (0..<20).map { "card-\($0)" }),
      "stack": KeptDeck(cards: (0..<8).map { "card-\($0)" }),
    ])
  }

  private var generator: SeededGenerator
  private var names = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// Makes a client do something; only the client that keeps the ledger loads, so that the order is known.
  mutating func act(_ client: ResumingClient, _ ledger: EventLedger, loads: Bool) throws {
    let deck = number(0...2) == 0 ? "stack" : "swipe"
    let cards = ledger.decks[deck]?.cards ?? []
    let card = cards.randomElement(using: &generator) ?? "none"
    let index = number(0...max(cards.count - 1, 0))
    switch number(0...19) {
    case 0 where loads, 1 where loads && cards.count > 60:
      let count = number(1...30)
      try client.load(deck, newCards(count), current: deck == "stack" ? 0 : number(0...count / 2))
    case 1...3: try client.insert(deck, newCards(number(1...4)), at: index)
    case 4, 5: try client.command("deck.remove", #"{"deck":"\#(deck)","at":\#(index)}"#)
    case 6: try client.command("deck.move", #"{"deck":"stack","card":"\#(card)","to":\#(index)}"#)
    case 7: try client.command("deck.select", #"{"deck":"stack","card":"\#(card)"}"#)
    case 8: try client.command("deck.dismiss", #"{"deck":"stack"}"#)
    case 9: try client.command("deck.update", #"{"deck":"\#(deck)","cards":[{"id":"\#(card)","data":\#(index)}]}"#)
    case 10...12: try client.command("deck.undo", #"{"deck":"swipe"}"#)
    case 13 where loads: try client.command("deck.reset", #"{"deck":"swipe"}"#)
    case 14 where !loads: try swipeByFinger(client)
    default:
      let direction = number(0...1) == 0 ? "left" : "right"
      try client.command("deck.swipe", #"{"deck":"swipe","direction":"\#(direction)"}"#)
    }
  }

  private mutating func newCards(_ count: Int) -> [String] {
    names += count
    return (names - count..<names).map { "c\($0)" }
  }

  private mutating func swipeByFinger(_ client: ResumingClient) throws {
    let end = number(0...1) == 0 ? 20 : 380
    for (phase, x) in [("down", 200), ("moved", (200 + end) / 2), ("moved", end), ("up", end)] {
      let contact = #"{"id":0,"phase":"\#(phase)","x":\#(x),"y":400}"#
      try client.command("input.inject", #"{"surface":"a","contacts":[\#(contact)]}"#)
    }
  }
}
