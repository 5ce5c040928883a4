/// A mistake in a script, with its location.
package struct ScriptError: Error, CustomStringConvertible {
  private let place: String
  private let message: String

  /// A mistake at `place`, a file and a line.
  package init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  package var description: String { "\(place): \(message)" }
}
