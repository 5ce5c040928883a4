import DeckProtocol
import MessageText

/// The settings that a deck can have, and the errors for names that are not among them.
package struct SettingScope: Sendable {
  /// What is wrong with a name, and what to write instead.
  package struct Objection: Hashable, Sendable {
    package var problem: String
    /// In words that follow a semicolon.
    package var hint: String
    /// In words that follow "expected".
    package var expected: String
  }

  /// `nil` for a preset that could not be read, so that a setting of any kind may be valid.
  private let preset: Preset?
  private let rows: [SettingRow]

  /// The settings of a preset's kind; all settings without a preset.
  package init(_ preset: Preset?) {
    self.preset = preset
    rows = preset.map { SettingsTable.rows(for: $0.kind) } ?? SettingsTable.rows
  }

  /// Returns the row with this name, if the deck can have it.
  package func row(named name: String) -> SettingRow? {
    SettingsTable.row(named: name).flatMap { row in fits(row) ? row : nil }
  }

  /// Returns the objection to a name that none of the rows has.
  package func objection(to name: String) -> Objection {
    if let preset, case let kinds = otherKinds(of: name), !kinds.isEmpty { return misplaced("", kinds, in: preset) }
    return unknown(name)
  }

  /// Returns the objection that a setting, or the one that `name` abbreviates, belongs to other kinds of deck.
  private func misplaced(_ name: String, _ kinds: [DeckKind], in preset: Preset) -> Objection {
    let owners = kinds.map { "\($0.noun)s" }.joined(separator: " and ")
    return Objection(
      problem: name.isEmpty ? "a setting of \(owners)" : "\(name) is a setting of \(owners)",
      hint: "this deck's preset is \(preset.rawValue), a \(preset.kind.noun)",
      expected: "a setting of \(preset.kind.noun)s; this deck's preset is \(preset.rawValue)"
    )
  }

  private func fits(_ row: SettingRow) -> Bool {
    preset.map { row.kinds.contains($0.kind) } ?? true
  }

  /// Returns the kinds of deck that have a setting, or a group of settings, which this deck does not have.
  private func otherKinds(of name: String) -> [DeckKind] {
    guard !hasGroup(named: name) else { return [] }
    return DeckKind.allCases.filter { kind in
      SettingsTable.rows(for: kind).contains { row in
        !fits(row) && (row.name == name || row.name.hasPrefix("\(name)."))
      }
    }
  }

  private func hasGroup(named name: String) -> Bool {
    rows.contains { $0.name.hasPrefix("\(name).") }
  }

  /// Returns the objection to an unknown name, with what to write instead.
  private func unknown(_ name: String) -> Objection {
    func objection(_ hint: String, expected: String) -> Objection {
      Objection(problem: "unknown key", hint: hint, expected: expected)
    }
    let names = rows.map(\.name)
    let unquoted = name.filter { $0 != "\"" }
    if unquoted != name, names.contains(unquoted) {
      return objection("write \(unquoted) without quotes", expected: "\(unquoted) without quotes")
    }
    // A group by itself means one of its settings, however close another name is.
    let nearest = hasGroup(named: name) ? nil : Suggestion.nearest(to: unquoted, among: names)
    let shortened = rowNames(endingIn: unquoted)
    if let meant = nearest ?? (shortened.count == 1 ? shortened.first : nil) {
      let hint = "did you mean \"\(meant)\"?"
      return objection(hint, expected: "the name of a setting; \(hint)")
    }
    if shortened.isEmpty, let preset, let row = SettingsTable.rows.first(where: { !fits($0) && $0.ends(with: name) }),
      case let kinds = otherKinds(of: row.name), !kinds.isEmpty
    {
      return misplaced(row.name, kinds, in: preset)
    }
    let choices = "one of \((shortened.isEmpty ? neighbours(of: name) : shortened).joined(separator: ", "))"
    return objection("expected \(choices)", expected: choices)
  }

  /// Returns the settings whose last word is `name`, begins with it or is similar: `threshold` and `thresh` find
  /// `commit.threshold`.
  private func rowNames(endingIn name: String) -> [String] {
    guard !hasGroup(named: name), let word = name.split(separator: ".").last.map(String.init) else { return [] }
    let tails = rows.map { (name: $0.name, last: $0.name.split(separator: ".").last.map(String.init) ?? "") }
    let exact = tails.filter { $0.last == word }.map(\.name)
    // Short words, and words within a group of settings, are more likely meant literally.
    guard exact.isEmpty, word.count == name.count, word.count > 4 else { return exact }
    let begun = tails.filter { $0.last.hasPrefix(word) }.map(\.name)
    guard begun.isEmpty, word.count > 5, let meant = Suggestion.nearest(to: word, among: tails.map(\.last)) else {
      return begun
    }
    return tails.filter { $0.last == meant }.map(\.name)
  }

  /// Returns the settings and groups of settings in the nearest group around `name`; a group is written
  /// `fly.rotation.…`.
  private func neighbours(of name: String) -> [String] {
    var group = name.split(separator: ".")
    while !group.isEmpty, !hasGroup(named: group.joined(separator: ".")) { group.removeLast() }
    let prefix = group.map { "\($0)." }.joined()
    var neighbours: [String] = []
    for name in rows.map(\.name) where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let neighbour = rest.firstIndex(of: ".").map { "\(prefix)\(rest[..<$0]).…" } ?? name
      if !neighbours.contains(neighbour) { neighbours.append(neighbour) }
    }
    return neighbours
  }
}

extension SettingRow {
  /// Returns whether `word` is the last word of the name, and not all of it.
  fileprivate func ends(with word: String) -> Bool { name.hasSuffix(".\(word)") }
}
