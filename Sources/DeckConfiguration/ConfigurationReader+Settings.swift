import DeckEngine
import DeckProtocol

extension ConfigurationReader {
  /// A preset's settings with those of a table, which may be dotted or nested; millimetres are judged at this scale.
  mutating func settings(_ node: TOMLNode, of preset: Preset, pointsPerMillimetre: Double) -> DeckSettings {
    var settings = preset.settings
    guard case .table(let members) = node.value else {
      reportType(node, expected: SectionTable.Deck.settings.expectation)
      return settings
    }
    for (name, node) in leaves(members, below: "") {
      guard let row = SettingsTable.row(named: name) else {
        reportUnknownSetting(node, name)
        continue
      }
      guard let value = node.setting else {
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

  /// What somebody means who writes a setting beside the keys of its deck.
  func settingAmongKeys(_ key: String) -> String? {
    let isSetting = SettingsTable.rows.contains { $0.name == key || $0.name.hasPrefix("\(key).") }
    return isSetting ? "\(SectionTable.Deck.settings.name).\(key)" : nil
  }

  /// The values by their dotted names; a table that no group of settings is called by counts as a value.
  private func leaves(_ members: [TOMLNode.Member], below group: String) -> [(name: String, node: TOMLNode)] {
    members.flatMap { member in
      // A quoted key with a dot in it is no way to write a dotted key.
      let key = member.key.contains(".") ? SettingText.quoted(member.key) : member.key
      let name = group.isEmpty ? key : "\(group).\(key)"
      let isGroup = SettingsTable.rows.contains { $0.name.hasPrefix("\(name).") }
      if isGroup, case .table(let members) = member.node.value {
        return leaves(members, below: name)
      }
      return [(name, member.node)]
    }
  }

  private mutating func reportUnknownSetting(_ node: TOMLNode, _ name: String) {
    let names = SettingsTable.rows.map(\.name)
    let unquoted = name.filter { $0 != "\"" }
    if unquoted != name, names.contains(unquoted) {
      reportUnknown(node, hint: "write \(unquoted) without quotes")
      return
    }
    if let meant = Suggestion.nearest(to: unquoted, among: names) {
      reportUnknown(node, hint: "did you mean \"\(meant)\"?")
      return
    }
    // Others of its group, or else the groups and the settings without one.
    let group = name.split(separator: ".").first.map { "\($0)." } ?? ""
    var known = names.filter { $0.hasPrefix(group) }
    if known.isEmpty {
      for name in names {
        let first = name.firstIndex(of: ".").map { "\(name[..<$0]).…" } ?? name
        if !known.contains(first) { known.append(first) }
      }
    }
    reportUnknown(node, hint: "expected one of \(known.joined(separator: ", "))")
  }
}

extension TOMLNode {
  /// The value as one of a setting; `nil` where no setting takes such a value.
  fileprivate var setting: DeckSnapshot.Setting? {
    switch value {
    case .integer, .float: number.map(DeckSnapshot.Setting.number)
    case .string(let text): .text(text)
    case .boolean(let flag): .flag(flag)
    case .table, .array, .moment, .rejected: nil
    }
  }
}
