import ArgumentParser
import DeckProtocol

/// What every command to a deck takes, and how it is given and answered.
struct DeckCommandOptions: ParsableArguments {
  @OptionGroup var command: CommandOptions
  @OptionGroup var choice: DeckChoice

  /// Gives the command to the deck that is named, and says how it came out; `terms` name its fields in an error.
  func perform(
    _ method: String,
    terms: FieldTerms = [:],
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    try command.perform(method, deck: choice.deck, terms: terms, parameters)
  }
}
