import ArgumentParser
import DeckProtocol

/// Marks the contents of cards as loaded.
struct LoadedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loaded",
    abstract: "Say that what cards show is there, for which a round waits.",
    discussion: "Example: deckctl loaded IMG_2041 IMG_2042"
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(help: "The cards.")
  var cards: [String]

  func run() throws {
    try options.perform(
      .markLoaded(.init(of: .several(cards))),
      terms: ["card": .none, "cards": "<cards>", "bytes": .none]
    )
  }
}
