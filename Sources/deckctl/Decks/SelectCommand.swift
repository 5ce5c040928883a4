import ArgumentParser
import DeckProtocol

/// Selects a card as a tap would.
struct SelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Choose a card, as a tap does.",
    discussion: "Example: deckctl select card-3"
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(help: "The card; in a swipe deck the one that you see in front, refused when another has come there.")
  var card: String?

  func run() throws {
    try options.perform(.select(.init(card: card)), terms: ["card": "<card>"])
  }
}
