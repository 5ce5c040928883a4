import DeckProtocol
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
    let event = Received<DeckEvent>(parameters.value)
    guard let type = event.type, let sequence = event.sequence else { return nil }
    (self.sequence, self.type, source, members) = (sequence, type, Array(parameters.source), parameters.value)
  }
}
