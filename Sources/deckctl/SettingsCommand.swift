import ArgumentParser
import DeckProtocol
import JSON

/// Lists a deck's settings with their values.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "List a deck's settings with their values.",
    discussion: """
      Prints each setting as configure takes it, the values that it takes, and its default where it has another value. \
      Example: deckctl settings --deck photos snap
      """
  )

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var choice: DeckChoice

  @Argument(help: ArgumentHelp("Only the settings whose names begin so, such as snap.", valueName: "prefix"))
  var prefix = ""

  func run() throws {
    let connection = try daemon.connect()
    let rows = try daemon.ask(connection, "deck.settings", deck: choice.deck).value["settings"]?.elements ?? []
    let values = try daemon.ask(connection, "deck.get", deck: choice.deck).value["snapshot"]?["settings"]
    for row in rows {
      guard let name = row["name"]?.text, name.hasPrefix(prefix) else { continue }
      let (value, initial) = (values?.member(name).map(Self.text) ?? "?", row.member("default").map(Self.text) ?? "?")
      print("\(name)=\(value)  \(Self.values(row))\(value == initial ? "" : ", default \(initial)")")
    }
  }

  /// The values that a setting takes, in a few words.
  private static func values(_ row: JSONValue) -> String {
    if let choices = row["choices"]?.elements { return choices.compactMap(\.text).joined(separator: ", ") }
    guard let least = row.member("min").map(text), let most = row.member("max").map(text) else {
      return row["type"]?.text ?? "?"
    }
    let unit = row["unit"]?.text.map { " \($0)" } ?? ""
    return "\(row["zero"] == nil ? "" : "0 or ")\(least)…\(most)\(unit)"
  }

  /// A text itself, and another value as it was written.
  private static func text(_ member: JSONValue.Member) -> String {
    member.value.text ?? String(decoding: member.source, as: UTF8.self)
  }
}
