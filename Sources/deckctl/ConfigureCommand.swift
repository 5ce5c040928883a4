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
      daemon ends, also when it reads its configuration again.

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
      guard let setting = Self.setting(word) else {
        throw ValidationError("\"\(word)\": expected a setting such as commit.threshold=0.4.")
      }
      if !seen.insert(setting.name).inserted { throw ValidationError("\(setting.name): expected it once.") }
    }
  }

  func run() throws {
    let deck = options.choice.deck ?? deck
    try options.command.perform("deck.configure", deck: deck, terms: ["settings": .member]) { json in
      json.member("settings") { json in
        for setting in settings.compactMap(Self.setting) { json.member(setting.name, raw: setting.json) }
      }
    }
  }

  /// The deck: the first word, if it is not a setting.
  private var deck: String? { words.first.flatMap { $0.contains("=") ? nil : $0 } }
  private var settings: ArraySlice<String> { words.dropFirst(deck == nil ? 0 : 1) }

  /// The setting in a word, with its value as JSON: the text itself if it is a single JSON value, else a JSON string.
  private static func setting(_ word: String) -> (name: String, json: [UInt8])? {
    guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return nil }
    let value = String(word[word.index(after: sign)...])
    if let read = try? JSONReader.read(Array(value.utf8)), read.isSingle {
      return (String(word[..<sign]), Array(value.utf8))
    }
    var json = JSONWriter()
    json.value(value)
    return (String(word[..<sign]), json.bytes)
  }
}

extension JSONValue {
  fileprivate var isSingle: Bool {
    switch self {
    case .number, .boolean, .string, .null: true
    case .array, .object: false
    }
  }
}

extension JSONWriter {
  /// Writes a member whose value is already JSON.
  fileprivate mutating func member(_ name: String, raw json: [UInt8]) {
    key(name)
    raw(json)
  }
}
