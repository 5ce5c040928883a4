import ArgumentParser
import DeckProtocol

/// Moves a card of a stack or a carousel to another index.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Put a card of a stack or a carousel at another place.",
    discussion: "Example: deckctl move card-3 0"
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(help: "The card.")
  var card: String

  @Argument(help: "The index that it has afterwards, from 0.")
  var to: Int

  func validate() throws {
    guard to >= 0 else { throw ValidationError("<to>: expected an index from 0.") }
  }

  func run() throws {
    try options.perform(.move(.init(card: card, to: to)), terms: ["card": "<card>", "to": "<to>"])
  }
}
