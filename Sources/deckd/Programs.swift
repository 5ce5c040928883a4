import deckctl

/// The programs that are one file: the daemon, its tools and its services share most of their code, and each by itself
/// would have the Swift runtime once more.
///
/// The others are links to `deckd`. Which one runs is said by the name it was started by.
@main
enum Programs {
  static func main() {
    let path = CommandLine.arguments.first ?? ""
    switch path.split(separator: "/").last {
    case "deckctl": DeckctlCommand.main()
    case "deckd-actions": DeckdActionsCommand.main()
    case "deckd-web": DeckdWebCommand.main()
    default: DeckdCommand.main()
    }
  }
}
