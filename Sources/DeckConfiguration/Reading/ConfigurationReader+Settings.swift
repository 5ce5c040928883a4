import DeckEngine
import DeckProtocol

extension ConfigurationReader {
  /// A preset's settings with those of a table, which may be dotted or nested; millimeters are checked at this scale.
  ///
  /// Without a preset, because it could not be read, the table is only checked for settings that no deck has.
  mutating func settings(_ node: TOMLNode, of preset: Preset?, pointsPerMillimetre: Double) -> DeckSettings {
    var settings = (preset ?? .usual).settings
    guard case .table(let members) = node.value else {
      reportType(node, expected: "a table of settings, [decks.settings]")
      return settings
    }
    let scope = SettingScope(preset)
    for (name, node) in leaves(members, below: "") {
      guard let row = scope.row(named: name) else {
        reportUnknown(node) {
          if SectionTable.deck.contains(where: { $0.key.name == name }) {
            return "a key of the deck, not a setting; write it above [decks.settings]"
          }
          let objection = scope.objection(to: name)
          return "\(objection.problem); \(objection.hint)"
        }
        continue
      }
      guard let value = node.setting ?? node.text(for: row.values) else {
        reportType(node, expected: row.expectation)
        continue
      }
      do {
        try row.set(value, in: &settings, pointsPerMillimetre: pointsPerMillimetre)
      } catch {
        report(node, error.problem, expected: error.expected)
      }
    }
    return settings
  }

  /// The correct name of a setting that is written beside its deck's keys; `nil` for any other key.
  static func settingAmongKeys(_ key: String) -> String? {
    let isSetting = SettingsTable.row(named: key) != nil || SettingsTable.hasGroup(named: key)
    return isSetting ? "settings.\(key)" : nil
  }

  /// The values by their dotted names; a table whose name is not a settings group counts as a value.
  private func leaves(_ members: [TOMLNode.Member], below group: String) -> [(name: String, node: TOMLNode)] {
    members.flatMap { member in
      // A quoted key that contains a dot is not a dotted key.
      let key = member.key.contains(".") ? SettingText.quoted(member.key) : member.key
      let name = group.isEmpty ? key : "\(group).\(key)"
      if case .table(let members) = member.node.value, SettingsTable.hasGroup(named: name) {
        return leaves(members, below: name)
      }
      return [(name, member.node)]
    }
  }
}

extension TOMLNode {
  /// The text of a setting that the file may also write in parts: directions as an array of texts, a spring as a table
  /// of numbers; `nil` for any other value.
  fileprivate func text(for values: SettingDescription.Values) -> DeckSnapshot.Setting? {
    switch (values, value) {
    case (.directions, .array(let elements)):
      let words = elements.compactMap { element -> String? in
        guard case .string(let word) = element.value else { return nil }
        return word
      }
      return words.count == elements.count ? .text(words.joined(separator: ", ")) : nil
    case (.spring, .table(let members)):
      let pairs = members.compactMap { member -> String? in
        guard case .number(let number) = member.node.setting else { return nil }
        return "\(member.key) \(SettingText.number(number))"
      }
      return pairs.count == members.count ? .text(pairs.joined(separator: ", ")) : nil
    default: return nil
    }
  }
}
