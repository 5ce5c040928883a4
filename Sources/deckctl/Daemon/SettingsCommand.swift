import ArgumentParser
import DeckConfiguration
import DeckEngine
import DeckProtocol
import Glibc
import JSON
import MessageText

/// Lists a deck's settings with their values.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "List a deck's settings: value, range, unit, default and meaning.",
    discussion: """
      Prints each setting as configure takes it, the values that it takes with their unit, its default, and below it a \
      sentence on what it does. --preset lists those of a preset without a daemon, with a scale of 6.4 pt/mm.

      --json prints each setting as a line: what deck.settings says of it, and its value.

      Examples: deckctl settings --deck photos snap; deckctl settings --preset wallet '*.spring'
      """
  )

  /// The scale of a surface without a panel.
  private static let pointsPerMillimetre = 6.4

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var choice: DeckChoice

  @Argument(
    help: ArgumentHelp(
      "Only the settings whose names begin so, such as snap; * stands for any characters.",
      valueName: "pattern"
    ),
    completion: .list(SettingsTable.rows.map(\.name))
  )
  var pattern = ""

  @Option(help: "The settings of a preset, without a daemon.")
  var preset: Preset?

  @Flag(help: "Print JSON, one setting a line.")
  var json = false

  func validate() throws {
    if preset != nil, choice.deck != nil {
      throw ValidationError("--preset lists settings without a deck; leave --deck out.")
    }
  }

  func run() throws {
    let rows = try preset.map { try Self.rows(of: $0) } ?? rowsOfDeck()
    let shown = rows.filter { Glob("\(pattern)*").matches($0.name) }
    guard !shown.isEmpty else {
      let hint = Suggestion.hint(for: pattern, among: rows.map(\.name))
      // configure takes a deck at this place.
      let other = hint.isEmpty ? "; a deck is named with --deck" : hint
      throw Failure("no setting's name begins with \"\(pattern)\"\(other)")
    }
    let style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)
    let width = TerminalStyle.width(of: STDOUT_FILENO)
    for row in shown { print(json ? row.json : row.text(style, width: width)) }
  }

  private func rowsOfDeck() throws -> [ListedSetting] {
    let connection = try daemon.connect()
    let list = try daemon.ask(connection, "deck.settings", deck: choice.deck).as(Reply.SettingList.self)
    let deck = try daemon.ask(connection, "deck.get", deck: choice.deck).as(Reply.Subscribed.self).snapshot
    let values = deck?.member(\.model.settings)?.value
    return list.settings.compactMap { row in row.name.map { ListedSetting($0, row, value: values?.member($0)) } }
  }

  private static func rows(of preset: Preset) throws -> [ListedSetting] {
    try SettingsTable.rows(for: preset.kind).map { row in
      var json = JSONWriter()
      row.description(default: preset.settings, pointsPerMillimetre: pointsPerMillimetre).write(to: &json)
      let description = Received<SettingDescription>(try JSONReader.read(json.bytes))
      return ListedSetting(row.name, description, value: description.member(\.initial))
    }
  }
}

/// A setting with its value, as text and as JSON.
private struct ListedSetting {
  let name: String
  private let row: Received<SettingDescription>
  private let value: JSONValue.Member?

  /// A setting that `deck.settings` describes, with its value in a deck.
  init(_ name: String, _ row: Received<SettingDescription>, value: JSONValue.Member?) {
    (self.name, self.row, self.value) = (name, row, value)
  }

  /// Two lines for a person, broken where the terminal ends.
  func text(_ style: TerminalStyle, width: Int?) -> String {
    let (value, initial) = (value?.plainText ?? "?", row.member(\.initial)?.plainText ?? "?")
    let setting = "\(name)=\(value)"
    let line = WrappedText.lines("\(setting)  \(values), default \(initial)", width: width, indent: 4)
    // A setting that is itself broken stays plain.
    let painted = line.hasPrefix(setting) ? style.paint(setting, .bold) + line.dropFirst(setting.count) : line
    return row.summary.map { "\(painted)\n\(WrappedText.lines("    \($0)", width: width, indent: 4))" }
      ?? painted
  }

  /// One line for a program.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      guard case .object(let members) = row.json else { return }
      for member in members {
        json.key(member.key)
        json.raw(member.source)
        guard member.key == "name", let value else { continue }
        json.key("value")
        json.raw(value.source)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The values that it takes, in a few words.
  private var values: String {
    let choices = row[\.values.choices]
    if !choices.isEmpty { return choices.joined(separator: ", ") }
    guard let least = row.member(\.values.limits?.lowerBound), let most = row.member(\.values.limits?.upperBound) else {
      return row[\.values.type] ?? "?"
    }
    let unit = row.unit.map { " \($0)" } ?? ""
    return "\(row[\.values.alsoZero] ?? false ? "0 or " : "")\(least.plainText)…\(most.plainText)\(unit)"
  }
}
