/// The error of a value that does not suit a setting.
package struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the value.
  package var problem: String
  /// The accepted values, with their range and unit.
  package var expected: String

  package var description: String {
    "\(problem); expected \(expected)"
  }
}
