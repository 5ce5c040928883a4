package import JSON

/// An event as deckd wrote it, of whatever type.
package struct ActionEvent: Equatable, Sendable {
  package var sequence: UInt64
  package var type: String
  /// The event as JSON, and what that says.
  package var source: [UInt8]
  package var members: JSONValue

  /// The event that the `params` of a notification have; `nil` if they are none.
  package init?(_ parameters: JSONValue.Member) {
    guard case .object = parameters.value, let type = parameters.value["type"]?.text,
      let sequence = parameters.value["seq"]?.natural
    else { return nil }
    (self.sequence, self.type, source, members) = (sequence, type, Array(parameters.source), parameters.value)
  }
}
