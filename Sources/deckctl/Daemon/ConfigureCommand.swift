import ArgumentParser
import DeckProtocol
import JSON

/// Changes settings of a deck at run time.
struct ConfigureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "configure",
    abstract: "Give settings of a deck other values.",
    discussion: """
      Settings are named as in the configuration file. A value is a number, true, false or text ("text" in quotes where \
      it would be something else); null stands for the file's own. Either all are taken or none. They hold until the \
      daemon ends, also when it reads its configuration again. Each is printed with the value that it had.

      Example: deckctl configure main commit.threshold=0.4 "snap.spring=response 0.3, dampingFraction 0.8"
      """
  )

  @OptionGroup var options: DeckCommandOptions

  @Argument(
    help: ArgumentHelp(
      "The deck, which may be left out when there is one; then settings.",
      valueName: "deck|name=value"
    ),
    completion: CompletionWords.settings
  )
  var words: [String]

  func validate() throws {
    if deck != nil, options.choice.deck != nil { throw ValidationError("--deck names the deck; leave out the word.") }
    guard !settings.isEmpty else { throw ValidationError("expected a setting such as commit.threshold=0.4.") }
    var seen: Set<String> = []
    for word in settings {
      guard let setting = NamedValue(word) else {
        throw ValidationError("\"\(word)\": expected a setting such as commit.threshold=0.4.")
      }
      if setting.name == "preset" {
        throw ValidationError("preset: no setting; a deck's preset is named in the configuration (deckctl reload).")
      }
      if !seen.insert(setting.name).inserted { throw ValidationError("\(setting.name): expected it once.") }
    }
  }

  func run() throws {
    let deck = options.choice.deck ?? deck
    let (daemon, isListed) = (options.command.daemon, !options.command.json)
    let connection = try daemon.connect()
    func values() throws -> JSONValue? {
      try daemon.ask(connection, "deck.get", deck: deck).as(Reply.Subscribed.self).snapshot?
        .member(\.model.settings)?.value
    }
    let before = isListed ? try values() : nil
    let answer = try daemon.ask(connection, "deck.configure", deck: deck, terms: ["settings": .member]) { json in
      json.member("settings") { json in
        for setting in settings.compactMap(NamedValue.init) {
          json.key(setting.name)
          json.raw(setting.json)
        }
      }
    }
    options.command.report(answer)
    guard isListed, let after = try values() else { return }
    for setting in settings.compactMap(NamedValue.init) {
      guard let new = after.member(setting.name)?.plainText else { continue }
      print("\(setting.name): \(new)" + (before?.member(setting.name).map { ", was \($0.plainText)" } ?? ""))
    }
  }

  /// The deck: the first word, if it is not a setting.
  private var deck: String? { words.first.flatMap { $0.contains("=") ? nil : $0 } }
  private var settings: ArraySlice<String> { words.dropFirst(deck == nil ? 0 : 1) }
}
