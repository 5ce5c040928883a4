/// Every setting.
///
/// The configuration file, the wire format and the documentation are generated from it.
package enum SettingsTable {
  package static let rows: [SettingRow] =
    layout + stretched + stack + touch + drag + commit + fly + snap + promotion + feedback + press + reordering
    + scrolling + fan + opening + detail + dismissal + bounce + appearance + slideIn + edits
    + round + delegate + haptics + accessibility + prefetch + carousel

  /// Returns the rows that a deck of a kind has.
  package static func rows(for kind: DeckKind) -> [SettingRow] {
    byKind[kind] ?? []
  }

  /// Returns the row with this name.
  package static func row(named name: String) -> SettingRow? {
    byName[name]
  }

  /// Returns whether there are settings below `name`, as `fly.duration` is below `fly`.
  package static func hasGroup(named name: String) -> Bool {
    rows.contains { $0.name.hasPrefix("\(name).") }
  }

  private static let byKind = Dictionary(
    uniqueKeysWithValues: DeckKind.allCases.map { kind in (kind, rows.filter { $0.kinds.contains(kind) }) }
  )
  private static let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
}
