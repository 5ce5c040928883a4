import ArgumentParser
import DeckProtocol

/// The options of every command to a deck, and how it is sent and reported.
struct DeckCommandOptions: ParsableArguments {
  @OptionGroup var command: CommandOptions
  @OptionGroup var choice: DeckChoice

  /// Sends the command to the named deck, and reports the result; `terms` name its fields in an error.
  func perform(
    _ method: String,
    terms: FieldTerms = [:],
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    try command.perform(method, deck: choice.deck, terms: terms, parameters)
  }
}
