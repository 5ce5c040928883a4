extension Fields {
  /// An object of settings by their dotted names, at least one; what they are called and take, the engine knows.
  func settingChanges(_ name: String) throws(ProtocolError) -> [SettingChange] {
    let expected = "an object of settings such as {\"commit.threshold\": 0.4}"
    guard let members = try optionalMembers(name, expected) else { throw missing(name, expected) }
    guard !members.isEmpty else { throw wrong(name, "\(expected), not an empty one") }
    var changes: [SettingChange] = []
    for member in members {
      switch member.value {
      case .number(let number): changes.append(SettingChange(member.key, to: .number(number)))
      case .boolean(let flag): changes.append(SettingChange(member.key, to: .flag(flag)))
      case .string(let text): changes.append(SettingChange(member.key, to: .text(text)))
      case .null: changes.append(SettingChange(member.key, to: nil))
      case .array, .object:
        let kind = member.value.kind
        throw wrong("\(name).\(member.key)", "a number, true, false, a string, or null for its own value, not \(kind)")
      }
    }
    return changes
  }
}
