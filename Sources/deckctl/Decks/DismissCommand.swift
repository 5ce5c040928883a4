import ArgumentParser
import DeckProtocol

/// Closes a stack's open card, or cancels a swipe that waits for the delegate.
struct DismissCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Close a stack's open card, or cancel a swipe that waits for the delegate.",
    discussion: "Example: deckctl dismiss"
  )

  @OptionGroup var options: DeckCommandOptions

  func run() throws {
    try options.perform(.dismiss)
  }
}
