import ArgumentParser

/// The option that names a deck on the command line.
struct DeckChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("The deck; may be left out when there is one.", valueName: "id"),
    completion: CompletionWords.decks
  )
  var deck: String?
}
