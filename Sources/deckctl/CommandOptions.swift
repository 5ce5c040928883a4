import ArgumentParser
import DeckProtocol
import JSON

/// The options of every command that changes something, and how it is sent and reported.
struct CommandOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonAddress

  @Flag(help: "Print the daemon's own answer.")
  var json = false

  /// Sends the command, to a deck if one is named, and reports the result; `terms` name its fields in an error.
  func perform(
    _ method: String,
    deck: String? = nil,
    terms: FieldTerms = [:],
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    report(try daemon.ask(try daemon.connect(), method, deck: deck, terms: terms, parameters))
  }

  /// Reports a command's result.
  func report(_ answer: DaemonAddress.Answer) {
    let number = answer.as(Reply.Done.self).sequence ?? 0
    print(json ? String(decoding: answer.source, as: UTF8.self) : "done, event \(number)")
  }
}
