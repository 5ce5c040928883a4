import JSON

/// A new value for one of a deck's settings.
public struct SettingChange: Hashable, Sendable {
  /// Dotted, as in the configuration file.
  public var name: String
  /// `nil` for the configuration's own value.
  public var value: DeckSnapshot.Setting?

  /// A change of the setting with this name.
  public init(_ name: String, to value: DeckSnapshot.Setting?) {
    self.name = name
    self.value = value
  }
}

extension SettingChange {
  /// Settings by name, at least one; the engine knows which settings exist and what values they accept.
  static let values = ValueCodec<[SettingChange]>(
    .map(["number", "boolean", "string", "null"], isEmpty: false),
    expected: expected,
    read: { (fields, name) throws(ProtocolError) in
      guard let members = try fields.optionalMembers(name, expected) else { return nil }
      guard !members.isEmpty else { throw fields.wrong(name, "\(expected), not an empty one") }
      var changes: [SettingChange] = []
      for member in members {
        let value = DeckSnapshot.Setting(member.value)
        guard value != nil || member.value == .null else {
          var found = "not \(member.value.kind)"
          if case .array = member.value { found += "; directions are a string such as \"left, right\"" }
          throw fields.wrong(
            "\(name).\(member.key)",
            "a number, true, false, a string, or null for its own value, \(found)"
          )
        }
        changes.append(SettingChange(member.key, to: value))
      }
      return changes
    },
    write: { changes, json in
      json.object { json in
        for change in changes {
          json.key(change.name)
          if let value = change.value { value.write(to: &json) } else { json.raw("null".utf8) }
        }
      }
    }
  )

  private static let expected = "an object of settings such as {\"commit.threshold\": 0.4}"
}
