import ArgumentParser
import DeckProtocol

/// Returns to the first card.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Go back to the first card.",
    discussion: "Example: deckctl reset"
  )

  @OptionGroup var options: DeckCommandOptions

  func run() throws {
    try options.perform(.reset)
  }
}
