import ArgumentParser
import DeckProtocol

/// Decides the front card as a finger would.
struct SwipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swipe",
    abstract: "Swipe the front card away.",
    discussion: "Example: deckctl swipe right"
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: "Where to: \(Direction.allCases.map(\.rawValue).joined(separator: ", ")).",
    transform: Self.direction(named:)
  )
  var direction: Direction

  @Flag(help: "Do not ask whether the card may be swiped.")
  var force = false

  private static func direction(named name: String) throws -> Direction {
    guard let direction = Direction(rawValue: name) else {
      throw ValidationError("expected one of \(Direction.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return direction
  }

  func run() throws {
    try options.carryOut("deck.swipe", terms: ["direction": "<direction>", "force": "--force"]) { json in
      json.member("direction", direction.rawValue)
      json.member("force", force)
    }
  }
}
