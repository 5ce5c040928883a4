import ArgumentParser
import DeckProtocol

/// Closes a stack's open card.
struct DismissCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Close a stack's open card.",
    discussion: "Example: deckctl dismiss"
  )

  @OptionGroup var options: DeckCommandOptions

  func run() throws {
    try options.perform(.dismiss)
  }
}
