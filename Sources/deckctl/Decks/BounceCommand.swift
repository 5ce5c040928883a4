import ArgumentParser
import DeckProtocol

/// Bounces a stack's cards.
struct BounceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounce",
    abstract: "Let a stack's cards jump, one after the other.",
    discussion: "Example: deckctl bounce"
  )

  @OptionGroup var options: DeckCommandOptions

  func run() throws {
    try options.perform(.bounce)
  }
}
