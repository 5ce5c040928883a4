import ArgumentParser
import DeckProtocol
import JSON

/// Reloads the daemon's configuration.
struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Have the daemon read its configuration file again.",
    discussion: """
      What changed takes effect with nothing lost: decks keep their cards, their place in them and what can be undone. \
      When anything is wrong with the file, nothing changes, and every error is reported by its line (exit code 1).
      """
  )

  @OptionGroup var daemon: DaemonAddress

  @Flag(help: "Print the daemon's own answer.")
  var json = false

  func run() throws {
    let answer = try daemon.ask(try daemon.connect(), "daemon.reload", deck: nil)
    if json { return print(String(decoding: answer.source, as: UTF8.self)) }
    print("reloaded")
    let reloaded = answer.as(Reply.Reloaded.self)
    for key in reloaded.restart { print("restart needed: \(key)") }
    for deck in reloaded.kept {
      print("\(deck) keeps its cards; \"deckctl load --deck \(deck)\" shows those of the file")
    }
  }
}
