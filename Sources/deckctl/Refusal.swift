import DeckProtocol

/// An error that the daemon answered with, in the terms of the wire.
struct Refusal: Error {
  var message: String
  /// The field's path in the request, such as `params.cards[3].id`; empty where the request as a whole is meant.
  var field: String
  /// What would have been right; empty where there is nothing to add.
  var expected: String

  /// The error of a response.
  init(_ error: JSONValue) {
    message = error["message"]?.text ?? "the daemon refused"
    field = error["data"]?["field"]?.text ?? ""
    expected = error["data"]?["expected"]?.text ?? ""
  }
}
