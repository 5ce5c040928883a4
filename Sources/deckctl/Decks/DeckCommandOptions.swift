import ArgumentParser
import DeckProtocol

/// The options of every command to a deck, and how it is sent and reported.
struct DeckCommandOptions: ParsableArguments {
  @OptionGroup var command: CommandOptions
  @OptionGroup var choice: DeckChoice

  /// Sends a command to the named deck, and reports the result; `terms` name its parameters in an error.
  func perform(_ deckCommand: DeckCommand, terms: FieldTerms = [:]) throws {
    let method = deckCommand.method
    let unnamed = method.format.parameters.members.map(\.name).filter { !terms.have($0) }
    precondition(unnamed.isEmpty, "the command line has no terms for \(unnamed) of \(method.rawValue)")
    try command.perform(method.rawValue, deck: choice.deck, terms: terms) { deckCommand.writeParameters(to: &$0) }
  }
}
