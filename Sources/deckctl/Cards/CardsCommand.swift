import ArgumentParser
import DeckEngine
import DeckProtocol
import JSON

/// Lists a deck's cards.
struct CardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cards",
    abstract: "List a deck's cards in their order.",
    discussion: """
      Prints each card's index, id and data, and which card is in front or open and which are decided. --json prints the \
      cards as load takes them, one a line: jq -s makes a file of them. Example: deckctl cards --from 100 --count 20
      """
  )

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var choice: DeckChoice

  @Option(help: ArgumentHelp("The index of the first one; default: 0.", valueName: "index"))
  var from = 0

  @Option(help: ArgumentHelp("How many; default: all that follow.", valueName: "cards"))
  var count: Int?

  @Flag(help: "Print JSON, one card a line.")
  var json = false

  func validate() throws {
    if from < 0 { throw ValidationError("--from: expected an index, 0 or more, not \(from).") }
    if let count, count < 1 { throw ValidationError("--count: expected 1 or more, not \(count).") }
  }

  func run() throws {
    let connection = try daemon.connect()
    var next: Int? = from
    var left = count
    let terms: FieldTerms = ["from": "--from", "count": "--count"]
    let deck = json ? nil : try daemon.ask(connection, "deck.get", deck: choice.deck).as(Reply.Subscribed.self).snapshot
    while let first = next, left != 0 {
      let answer = try daemon.ask(connection, "deck.cards", deck: choice.deck, terms: terms) { request in
        request.member("from", first)
        if let left { request.member("count", left) }
      }
      let page = try ReceivedCards.read(answer.value)
      for (place, card) in page.cards.enumerated() {
        print(json ? Self.json(card) : Self.line(first + place, card.card, of: deck))
      }
      next = page.next
      left = left.map { $0 - page.cards.count }
    }
  }

  private static func line(_ index: Int, _ card: Card, of deck: Received<DeckSnapshot>?) -> String {
    let words = [
      "\(index)", card.id, deck.flatMap { role(index, card, of: $0) },
      card.data.map { String(decoding: $0, as: UTF8.self) },
    ]
    return words.compactMap(\.self).joined(separator: "  ")
  }

  /// What sets a card apart from the others.
  private static func role(_ index: Int, _ card: Card, of deck: Received<DeckSnapshot>) -> String? {
    if deck[\.model.open] == card.id { return "open" }
    guard deck.hasFrontCard, let current = deck[\.model.counts.current] else { return nil }
    if index == current { return "front" }
    return index < current && deck[\.model.kind] == DeckKind.swipe.rawValue ? "decided" : nil
  }

  private static func json(_ card: ReceivedCard) -> String {
    var json = JSONWriter()
    card.write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
