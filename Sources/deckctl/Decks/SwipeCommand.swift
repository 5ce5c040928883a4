import ArgumentParser
import DeckProtocol
import MessageText

/// Decides the front card as a finger would.
struct SwipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swipe",
    abstract: "Swipe the front card away.",
    discussion: "Refused where --card names another card than the one in front. Example: deckctl swipe right"
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: "Where to: \(Direction.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: CompletionWords.directions,
    transform: Self.direction(named:)
  )
  var direction: Direction

  @Option(help: ArgumentHelp("Only if this card is in front.", valueName: "id"))
  var card: String?

  @Flag(help: "Do not ask whether the card may be swiped.")
  var force = false

  private static func direction(named name: String) throws -> Direction {
    guard let direction = Direction(rawValue: name) else {
      let directions = Suggestion.oneOf(Direction.allCases.map(\.rawValue), insteadOf: name)
      throw ValidationError("expected \(directions); --deck names a deck")
    }
    return direction
  }

  func run() throws {
    try options.perform(
      .swipe(.init(direction, force: force, card: card)),
      terms: ["direction": "<direction>", "force": "--force", "card": "--card"]
    )
  }
}
