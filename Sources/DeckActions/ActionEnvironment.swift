import JSON

/// The environment of a command: a few variables that are always there, and the event's values.
///
/// A member `undoDepth` becomes `DECKD_UNDO_DEPTH`, and the member `name` of an object `surface` becomes
/// `DECKD_SURFACE_NAME`. Texts, numbers, `true` and `false` become values, at these two levels; anything else is in `DECKD_JSON` alone.
package struct ActionEnvironment: Sendable {
  /// Where programs are searched.
  package static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// The variables that commands have from this process, where it has them.
  package static let inherited = ["HOME", "LANG", "TZ", "XDG_RUNTIME_DIR"]

  private let common: [String: String]

  /// What commands have in common: what they inherit of `environment`, and the socket on which deckd takes requests.
  package init(_ environment: [String: String], socket: String) {
    var common = environment.filter { Self.inherited.contains($0.key) }
    (common["PATH"], common["DECKD_SOCKET"]) = (Self.path, socket)
    self.common = common
  }

  /// The variables of a command, as `NAME=value`, in the order of their names.
  package func variables(of event: ActionEvent, for action: String) -> [String] {
    var variables: [String: String] = [:]
    if case .object(let members) = event.members {
      for member in members {
        if let text = Self.text(member) { variables[Self.name([member.key])] = text }
        guard case .object(let inner) = member.value else { continue }
        for innermost in inner {
          if let text = Self.text(innermost) { variables[Self.name([member.key, innermost.key])] = text }
        }
      }
    }
    // These last: no member of an event takes their places.
    variables.merge(common) { $1 }
    variables["DECKD_ACTION"] = action
    variables["DECKD_EVENT"] = event.type
    variables["DECKD_JSON"] = String(decoding: event.source, as: UTF8.self)
    return variables.map { "\($0)=\($1)" }.sorted()
  }

  /// A member's value as a variable has it, numbers as deckd wrote them; `nil` for what no variable can have.
  private static func text(_ member: JSONValue.Member) -> String? {
    switch member.value {
    case .string(let text): text.utf8.contains(0) ? nil : text
    case .number, .boolean: String(decoding: member.source, as: UTF8.self)
    case .null, .array, .object: nil
    }
  }

  private static func name(_ path: [String]) -> String {
    (["DECKD"] + path.map(word)).joined(separator: "_")
  }

  /// `undoDepth` as `UNDO_DEPTH`; `_` stands for what a name cannot have.
  private static func word(_ key: String) -> String {
    var word = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "A"..."Z": word += word.isEmpty ? "\(scalar)" : "_\(scalar)"
      case "a"..."z", "0"..."9": word += "\(scalar)".uppercased()
      default: word += "_"
      }
    }
    return word
  }
}
