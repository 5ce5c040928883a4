import ArgumentParser
import SystemCalls
import deckctl

/// The programs that are one file: the daemon, its tools and its services share most of their code, and each by itself
/// would have the Swift runtime once more.
///
/// The others are links to `deckd`. Which one runs is in the name that it was started by, which a packager may have
/// wrapped, as in `.deckctl-wrapped`.
@main
enum Programs {
  static func main() {
    let name = ProgramArguments.program.split(separator: "/").last ?? ""
    if name.contains("deckctl") {
      DeckctlCommand.main()
    } else if name.contains("deckd-actions") {
      DeckdActionsCommand.main()
    } else if name.contains("deckd-mqtt") {
      DeckdMQTTCommand.main()
    } else if name.contains("deckd-web") {
      DeckdWebCommand.main()
    } else if name.contains("deckd") {
      DeckdCommand.main()
    } else {
      let names = "deckd, deckctl, deckd-web, deckd-actions or deckd-mqtt"
      let message = "there is no program \"\(name)\"; start it as \(names)"
      DeckdCommand.exit(withError: ValidationError(message))
    }
  }
}
