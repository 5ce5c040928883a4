import DeckProtocol
import JSON

/// An error reply from the daemon, in the terms of the wire.
struct Refusal: Error {
  var message: String
  /// The field's path in the request, such as `params.cards[3].id`; empty for the request as a whole.
  var field: String
  /// What was expected; empty if the message needs no addition.
  var expected: String

  /// The error in a response.
  init(_ error: JSONValue) {
    let error = (try? .read(error)) ?? ProtocolError(.refused, "the daemon refused", field: "", expected: "")
    (message, expected) = (error.message, error.expected)
    // The state of a deck that was named rightly, or that is the only one, is nothing to correct in the request.
    field = error.code != .invalidParameters && error.field == "params.deck" ? "" : error.field
  }
}
