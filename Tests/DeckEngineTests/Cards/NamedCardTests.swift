import DeckEngine
import DeckProtocol
import Testing

/// Commands that name a card.
struct NamedCardTests {
  /// A command of each method that has a `card`, about one that the deck does not have.
  private static let commands: [ClientRequest.MethodName: DeckCommand] = [
    .deckSwipe: .swipe(.init(.left, card: "none")),
    .deckUndo: .undo(.init(card: "none")),
    .deckSelect: .select(.init(card: "none")),
    .deckScroll: .scroll(.init(to: .card("none"))),
    .deckMove: .move(.init(card: "none", to: 0)),
    .cardLoaded: .markLoaded(.init(of: .one("none"))),
    .detailLayout: .layOutDetail(.init(card: "none", length: 100)),
  ]

  @Test(arguments: Preset.allCases)
  func `are refused by every kind of deck if it does not have the card`(_ preset: Preset) throws {
    for method in ClientRequest.MethodName.allCases {
      guard method.format.parameters.members.contains(where: { $0.name == "card" }) else { continue }
      let command = try #require(Self.commands[method], "\(method.rawValue) takes a card: add a command here")
      var bench = try EngineBench(preset: preset)
      bench.rest()
      bench.command(command, at: bench.rest())
      let answer = try #require(bench.answers.last)
      guard case .failed = answer else {
        Issue.record("\(method.rawValue) is \(answer), though there is no such card")
        continue
      }
    }
  }
}
