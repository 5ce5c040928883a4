import ArgumentParser
import DeckProtocol
import JSON

/// Removes cards from a deck.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take cards out of the deck.",
    discussion: "Example: deckctl remove 3 --count 2"
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(help: "The index of the first of them, from 0.")
  var at: Int

  @Option(help: "How many.")
  var count = 1

  func validate() throws {
    guard at >= 0 else { throw ValidationError("<at>: expected an index from 0.") }
    guard count >= 1 else { throw ValidationError("--count: expected at least 1.") }
    // The daemon's limit; the sum of two such numbers is an Int.
    let largest = JSONValue.largestInteger
    guard at <= largest else { throw ValidationError("<at>: expected an index up to \(largest).") }
    guard count <= largest else { throw ValidationError("--count: expected at most \(largest).") }
  }

  func run() throws {
    try options.perform(.remove(.init(at..<at + count)), terms: ["at": "<at>", "count": "--count"])
  }
}
