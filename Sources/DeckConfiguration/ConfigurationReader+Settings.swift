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
    let isSetting = SettingsTable.row(named: key) != nil || SettingsTable.hasGroup(named: key)
    return isSetting ? "\(SectionTable.Deck.settings.name).\(key)" : nil
  }

  /// The values by their dotted names; a table that no group of settings is called by counts as a value.
  private func leaves(_ members: [TOMLNode.Member], below group: String) -> [(name: String, node: TOMLNode)] {
    members.flatMap { member in
      // A quoted key with a dot in it is no way to write a dotted key.
      let key = member.key.contains(".") ? SettingText.quoted(member.key) : member.key
      let name = group.isEmpty ? key : "\(group).\(key)"
      if case .table(let members) = member.node.value, SettingsTable.hasGroup(named: name) {
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
    // A group by itself means one of its settings, however near another name is.
    if !SettingsTable.hasGroup(named: name), let meant = Suggestion.nearest(to: unquoted, among: names) {
      reportUnknown(node, hint: "did you mean \"\(meant)\"?")
      return
    }
    reportUnknown(node, hint: "expected one of \(neighbours(of: name).joined(separator: ", "))")
  }

  /// The settings and groups of settings in the nearest group that there is around `name`, a group as `fly.rotation.…`.
  private func neighbours(of name: String) -> [String] {
    var group = name.split(separator: ".")
    while !group.isEmpty, !SettingsTable.hasGroup(named: group.joined(separator: ".")) { group.removeLast() }
    let prefix = group.map { "\($0)." }.joined()
    var neighbours: [String] = []
    for name in SettingsTable.rows.map(\.name) where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let neighbour = rest.firstIndex(of: ".").map { "\(prefix)\(rest[..<$0]).…" } ?? name
      if !neighbours.contains(neighbour) { neighbours.append(neighbour) }
    }
    return neighbours
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
