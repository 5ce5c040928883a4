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
    message = error["message"]?.text ?? "the daemon refused"
    let field = error["data"]?["field"]?.text ?? ""
    // The state of a deck that was named rightly, or that is the only one, is nothing to correct in the request.
    let isState = error["code"]?.number.map { Int($0) } != ProtocolError.Code.invalidParameters.rawValue
    self.field = isState && field == "params.deck" ? "" : field
    expected = error["data"]?["expected"]?.text ?? ""
  }
}
