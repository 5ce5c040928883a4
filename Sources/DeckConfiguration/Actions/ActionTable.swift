import DeckEngine
import DeckProtocol
import MessageText

/// The keys of the file of actions, for its reader and its documentation.
package enum ActionTable {
  /// The keys of `[[actions]]`, as the documentation describes them.
  package static var keys: [SectionKey] { action.map(\.key) }

  static let file: [SectionRow<[ActionSection]>] = [
    SectionRow(
      "actions",
      takes: "an array of tables, [[actions]]",
      default: nil,
      example: "[[actions]]",
      summary: "The commands, each for a type of event.",
      members: keys
    ) { reader, node, expected, actions in
      actions = reader.actions(node, expected: expected)
    }
  ]

  static let action: [SectionRow<ActionSection>] = [
    SectionRow(
      "on",
      at: \.event,
      takes: EventTypeParser(),
      default: nil,
      example: "\"card.swiped\"",
      summary: "The type of the events."
    ),
    SectionRow(
      "where",
      takes: "a table of an event's members, such as { deck = \"main\", direction = [\"left\", \"right\"] }",
      default: "every event of the type",
      example: "{ direction = \"left\" }",
      summary: "Members that the event must have, each with its value or an array of possible values. A member of an "
        + "object is named with it: `surface.name`."
    ) { reader, node, expected, action in
      action.conditions = reader.conditions(node, expected: expected)
    },
    SectionRow(
      "run",
      takes: "an array of the program and its arguments, such as [\"/usr/bin/logger\", \"swiped\"]",
      default: nil,
      example: "[\"/usr/bin/logger\", \"swiped\"]",
      summary: "The program, by its absolute path or by its name in the fixed PATH, and its arguments. No shell reads "
        + "them."
    ) { reader, node, expected, action in
      action.command = reader.command(node, expected: expected)
    },
    SectionRow(
      "name",
      at: \.name,
      takes: TextForm(expectation: "a name of 1…64 characters", noun: "a name") { SettingText.isName($0) ? $0 : nil },
      default: "the type with the number of the action, such as \"card.swiped 1\"",
      example: "\"lamp\"",
      summary: "What the log calls the action."
    ),
    SectionRow(
      "timeout",
      at: \.timeout,
      takes: NumberCodec.number(0.1...3600, "s"),
      default: SettingText.number(ActionSection().timeout),
      summary: "How long the command may run. Then its process group gets SIGTERM, and SIGKILL a second later."
    ),
    SectionRow(
      "overlap",
      at: \.overlap,
      takes: OverlapParser(),
      default: "false",
      summary: "What becomes of an event that comes while the command still runs: it is dropped (false), waits with at "
        + "most 15 others (\"queue\"), or its command runs beside at most 7 others of the action (true)."
    ),
    SectionRow(
      "rate",
      at: \.rate,
      takes: NumberCodec.number(0.01...100, "a second"),
      default: SettingText.number(ActionSection().rate),
      summary: "The most runs per second. Events beyond are dropped, and the log has their number."
    ),
  ]
}

/// The type of an event, perhaps one of a newer daemon.
private struct EventTypeParser: SettingParser {
  let expectation = "an event type such as \"card.swiped\""

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> String {
    guard case .text(let text) = given else { throw mismatch(given) }
    guard ActionSection.isEventType(text) else {
      var error = error("\(SettingText.quoted(text)) is not an event type")
      error.expected += Suggestion.hint(for: text, among: DeckEvent.typeNames)
      throw error
    }
    return text
  }
}

/// What becomes of an event during the command.
private struct OverlapParser: SettingParser {
  let expectation = "false, true or \"queue\""

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> ActionSection.Overlap
  {
    switch given {
    case .flag(let isBeside): return isBeside ? .beside : .drop
    case .text("queue"): return .queue
    case .text(let text): throw error("\(SettingText.quoted(text)) is unknown")
    case .number: throw mismatch(given)
    }
  }
}
