/// Why a value does not suit a setting.
package struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the value that was given.
  package var problem: String
  /// The values that would do, with their range and unit.
  package var expected: String

  package var description: String {
    "\(problem); expected \(expected)"
  }
}
