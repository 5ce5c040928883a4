import ArgumentParser
import DeckProtocol

/// Plays a deck's entry animation.
struct AppearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "appear",
    abstract: "Play the animation that the deck appears with.",
    discussion: "Example: deckctl appear"
  )

  @OptionGroup var options: DeckCommandOptions

  func run() throws {
    try options.perform(.appear)
  }
}
