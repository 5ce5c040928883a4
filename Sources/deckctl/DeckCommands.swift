import ArgumentParser
import DeckProtocol

/// Decides the front card as a finger would.
struct SwipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swipe",
    abstract: "Swipe the front card away."
  )

  @OptionGroup var daemon: DaemonAddress

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
    let result = try daemon.ask(try daemon.connect(), "deck.swipe", deck: daemon.deck) { json in
      json.member("direction", direction.rawValue)
      json.member("force", force)
    }
    print("done, event \(Int(result.value["seq"]?.number ?? 0))")
  }
}

/// Goes back to the first card.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Go back to the first card."
  )

  @OptionGroup var daemon: DaemonAddress

  func run() throws {
    let result = try daemon.ask(try daemon.connect(), "deck.reset", deck: daemon.deck)
    print("done, event \(Int(result.value["seq"]?.number ?? 0))")
  }
}
