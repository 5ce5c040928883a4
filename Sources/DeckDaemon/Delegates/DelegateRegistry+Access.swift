import DeckEngine
package import DeckProtocol
import MessageText

extension DelegateRegistry {
  /// Throws if a client cannot become a deck's delegate.
  ///
  /// `asks` is whether the deck asks questions; `title` names another client for people.
  package func checkVacancy(
    of deck: String,
    for client: ObjectIdentifier,
    asks: Bool,
    title: (ObjectIdentifier) -> String?
  ) throws(ProtocolError) {
    if let delegate = self.client(of: deck), delegate != client {
      throw ProtocolError(
        .refused,
        "deck \(truncatedQuote(deck)) has a delegate",
        field: "params.deck",
        expected: "a deck without one; \(title(delegate) ?? "another client") has to leave first, "
          + "or to call delegate.unregister"
      )
    }
    guard asks else {
      throw ProtocolError(
        .refused,
        "deck \(truncatedQuote(deck)) asks nothing",
        field: "params.deck",
        expected:
          "a deck of the kind \(DeckKind.allCases.filter(\.decidesCards).map(\.rawValue).joined(separator: " or "))"
      )
    }
  }

  /// Throws unless a client is the deck's delegate.
  package func check(_ client: ObjectIdentifier, isDelegateOf deck: String) throws(ProtocolError) {
    guard self.client(of: deck) == client else {
      throw ProtocolError(
        .refused,
        "this client is not the delegate of deck \(truncatedQuote(deck))",
        field: "params.deck",
        expected: "a deck that it is registered for; delegate.register does that"
      )
    }
  }
}
