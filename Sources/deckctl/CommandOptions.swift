import ArgumentParser
import DeckProtocol

/// What every command takes that changes something, and how it is given and answered.
struct CommandOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonAddress

  @Flag(help: "Print the daemon's own answer.")
  var json = false

  /// Gives the command, to a deck where one is named, and says how it came out.
  func carryOut(_ method: String, deck: String? = nil, _ parameters: (inout JSONWriter) -> Void = { _ in }) throws {
    let answer = try daemon.ask(try daemon.connect(), method, deck: deck, parameters)
    let number = Int(answer.value["seq"]?.number ?? 0)
    print(json ? String(decoding: answer.source, as: UTF8.self) : "done, event \(number)")
  }
}
