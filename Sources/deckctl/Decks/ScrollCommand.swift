import ArgumentParser
import DeckProtocol

/// Scrolls a stack or a carousel.
struct ScrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Scroll a stack or a carousel.",
    discussion: """
      Example: deckctl scroll 120

      Example: deckctl scroll --card card-7
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: "How far from the start of the stack, in points; beyond an end, it is that end.",
    transform: { text in
      guard let points = Double(text) else { throw ValidationError("expected points; a card is --card \(text)") }
      return points
    }
  )
  var to: Double?

  @Option(help: ArgumentHelp("The card that is to be seen.", valueName: "id"))
  var card: String?

  func validate() throws {
    guard (to == nil) != (card == nil) else { throw ValidationError("expected either points or --card.") }
    try OptionRange("<to>", DeckCommand.Scroll.offsets, "points").check(to)
  }

  func run() throws {
    let target = to.map { DeckCommand.Scroll.Target.offset($0) } ?? .card(card ?? "")
    try options.perform(.scroll(.init(to: target)), terms: ["to": "<to>", "card": "--card"])
  }
}
