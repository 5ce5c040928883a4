import DeckEngine
package import DeckProtocol
package import JSON

/// A command that is run for an event: one table of `[[actions]]`.
package struct ActionSection: Equatable, Sendable {
  /// What becomes of an event that comes while the command still runs for an earlier one.
  package enum Overlap: Hashable, Sendable {
    case drop
    /// It waits for the end of the command.
    case queue
    /// Its command runs beside the earlier one.
    case beside
  }

  /// What the log calls the action; unique in the file.
  package var name = ""
  /// The type of the events, perhaps one that this version does not know.
  package var event = ""
  /// All of them have to be met.
  package var conditions: [ActionCondition] = []
  /// The program and its arguments; at least the program.
  package var command: [String] = []
  /// In seconds.
  package var timeout = 10.0
  package var overlap = Overlap.drop
  /// The most runs per second.
  package var rate = 5.0

  /// An action without an event and a command.
  package init() {}

  /// The command as the file has it.
  package var commandText: String { "[\(command.map(SettingText.quoted).joined(separator: ", "))]" }

  /// Whether the command is to run for an event of this type with these members.
  package func matches(_ type: String, _ members: JSONValue) -> Bool {
    type == event && conditions.allSatisfy { $0.isMet(by: members) }
  }

  /// Whether a text can be the type of an event: a known one, or two words with a dot, as those of newer daemons are.
  static func isEventType(_ text: String) -> Bool {
    DeckEvent.TypeName(rawValue: text) != nil
      || text.utf8.count <= 64 && text.wholeMatch(of: /[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*/) != nil
  }
}

/// A member of an event with the values that it may have.
package struct ActionCondition: Equatable, Sendable {
  /// The member's name; of a member of an object, the object's name comes first.
  package var path: [String]
  /// At least one.
  package var values: [DeckSnapshot.Setting]

  /// Whether an event has the member with one of the values.
  package func isMet(by members: JSONValue) -> Bool {
    let value =
      switch path.reduce(Optional(members), { $0?[$1] }) {
      case .string(let text): DeckSnapshot.Setting.text(text)
      case .number(let number): DeckSnapshot.Setting.number(number)
      case .boolean(let flag): DeckSnapshot.Setting.flag(flag)
      case .null, .array, .object, nil: DeckSnapshot.Setting?.none
      }
    return value.map(values.contains) ?? false
  }
}
