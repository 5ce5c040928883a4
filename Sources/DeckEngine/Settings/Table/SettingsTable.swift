/// Every setting there is.
///
/// The configuration file, the wire and the documentation are made from it. A source names the row of SPEC.md and,
/// where the default is somebody's, the constant that has it: Koloda's in seed 002 or in the library and the example
/// that it describes, SwipeClean's in seed 003.
package enum SettingsTable {
  package static let rows: [SettingRow] =
    layout + stretched + touch + drag + commit + fly + snap + promotion + feedback + appearance + edits

  /// The row with this name.
  package static func row(named name: String) -> SettingRow? {
    byName[name]
  }

  /// Whether there are settings below `name`, as `fly.duration` is below `fly`.
  package static func hasGroup(named name: String) -> Bool {
    rows.contains { $0.name.hasPrefix("\(name).") }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
}
