import DeckEngine
import DeckProtocol

/// The tables of the documentation, made from those that the daemon reads and writes messages by.
enum ProtocolTables {
  /// The blocks of the protocol page, by their names.
  static var blocks: KeyValuePairs<String, String> {
    [
      "requests": requests,
      "notifications": notifications,
      "events": events,
      "drag": members(of: DeckFrame.Drag.schema),
      "cards": cards,
      "enumerations": enumerations,
    ]
  }

  private static var requests: String {
    table(
      ["method", "params", "result", "what it does"],
      ClientRequest.MethodName.allCases.map { name in
        [
          "`\(name.rawValue)`", names(name.format.parameters), results(of: name), name.format.summary,
        ]
      }
    )
  }

  private static var notifications: String {
    table(
      ["topic", "method", "params", "contents"],
      NotificationName.allCases.map { name in
        [
          name.topic.map { "`\($0.rawValue)`" } ?? "", "`\(name.rawValue)`",
          name == .event ? "`seq`, `t`, `deck`, `type`, and the type's own" : names(name.parameters), name.summary,
        ]
      }
    )
  }

  private static var events: String {
    table(
      ["event", "members", "when"],
      DeckEvent.TypeName.allCases.map { type in
        let counts = type.format.hasCounts ? [MemberSchema("counts", .flag, "")] : []
        let own = type.format.members.map(name) + counts.map { _ in "counts" }
        return ["`\(type.rawValue)`", own.joined(separator: ", "), type.format.summary]
      }
    )
  }

  private static var cards: String {
    table(["member", "value", "meaning"], Card.codec.schema.members.map { [name($0), value($0.value), $0.summary] })
  }

  private static var enumerations: String {
    let rows = [
      rows(Direction.self), rows(DeckPhase.self), rows(RoundPhase.self), rows(CardRole.self),
      rows(DeckEvent.Reset.Reason.self), rows(GesturePhase.self), rows(SurfaceGestureKind.self),
      rows(DeckEvent.Waking.Cause.self), rows(TouchNote.Contact.Phase.self),
      rows(HapticKind.self), rows(DelegateTopic.self), rows(Explanation.Outcome.self), rows(Access.self),
      rows(Grant.self), rows(CalibrationNote.Phase.self),
    ]
    return table(["enumeration", "value", "meaning"], rows.flatMap(\.self))
  }

  private static func rows<Name: WireName>(_: Name.Type) -> [[String]] {
    Name.allCases.enumerated().map { index, name in
      [index == 0 ? Name.definition.title.lowercased() : "", "`\(name.rawValue)`", name.meaning]
    }
  }

  /// A table of the members of an object.
  static func members(of schema: ValueSchema) -> String {
    guard let object = object(schema) else { return "" }
    return table(["member", "value", "meaning"], object.members.map { [name($0), value($0.value), $0.summary] })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |".replacing("|  |", with: "| |") }.joined(separator: "\n")
  }

  // MARK: Names and values

  /// The members of a method's result; some of a result that several have are only of one of them.
  private static func results(of method: ClientRequest.MethodName) -> String {
    let members = object(method.format.result.schema)?.members ?? []
    return members.filter { member in
      !member.summary.hasPrefix("Only of ") || member.summary.hasPrefix("Only of \(method.rawValue)")
    }
    .map(name).joined(separator: ", ")
  }

  private static func names(_ object: ObjectSchema) -> String { object.members.map(name).joined(separator: ", ") }

  private static func names(_ schema: ValueSchema) -> String {
    if case .defined(let definition) = schema, case .any = definition.schema {
      return "`deck`, `card?`, `property?`, `kind`, `t`, `direction?`, the constants of a formula, `end?`"
    }
    return object(schema).map(names) ?? ""
  }

  private static func name(_ member: MemberSchema) -> String { "`\(member.name)\(member.isOptional ? "?" : "")`" }

  private static func object(_ schema: ValueSchema) -> ObjectSchema? {
    switch schema {
    case .object(let object): object
    case .defined(let definition): object(definition.schema)
    default: nil
    }
  }

  /// What a value may be, in a few words.
  private static func value(_ schema: ValueSchema) -> String {
    switch schema {
    case .text, .pattern, .reference, .openChoice: "text"
    case .line(let least, let most):
      "text, \(least)…\(most.map { "\($0)" } ?? "") characters, no control characters"
    case .number(let least?, let most?): "\(SettingText.number(least))…\(SettingText.number(most))"
    case .number(let least?, nil): "number ≥ \(SettingText.number(least))"
    case .number(nil, _): "number"
    case .numberAbove(let bound): "number > \(SettingText.number(bound))"
    case .integer: "integer"
    case .flag: "boolean"
    case .constant(let json): "`\(json)`"
    case .choice(let names): names.map { "`\($0)`" }.joined(separator: ", ")
    case .numbers(let numbers): numbers.map { "\($0)" }.joined(separator: ", ")
    case .list(let element, _, _, let isUnique): "array of \(value(element))\(isUnique ? ", each once" : "")"
    case .object, .map: "object"
    case .any(let schemas): schemas.map(value).joined(separator: " or ")
    case .json: "any JSON"
    case .defined(let definition):
      switch definition.schema {
      case .choice: definition.title.lowercased()
      case .object: "`\(definition.name)`"
      default: value(definition.schema)
      }
    }
  }
}
