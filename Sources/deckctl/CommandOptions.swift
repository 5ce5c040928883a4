import ArgumentParser
import DeckProtocol

/// What every command takes that changes something, and how it is given and answered.
struct CommandOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonAddress

  @Flag(help: "Print the daemon's own answer.")
  var json = false

  /// Gives the command, to a deck where one is named, and says how it came out; `terms` name its fields in an error.
  func perform(
    _ method: String,
    deck: String? = nil,
    terms: FieldTerms = [:],
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    report(try daemon.ask(try daemon.connect(), method, deck: deck, terms: terms, parameters))
  }

  /// Says how a command came out.
  func report(_ answer: DaemonAddress.Answer) {
    let number = Int(answer.value["seq"]?.number ?? 0)
    print(json ? String(decoding: answer.source, as: UTF8.self) : "done, event \(number)")
  }
}
