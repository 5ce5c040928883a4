package import DeckProtocol
import MessageText

/// Why a client may not connect, or may not do what it requests.
package enum AccessDenial: Error, Hashable {
  /// The socket's clients change nothing; `control` is the path of the control socket.
  case observesOnly(control: String)
  case mayNotInject
  /// The process has no descriptors left.
  case noDescriptors
  case clients(limit: Int)
  case clientsOfUser(limit: Int)
  case subscriptions(limit: Int)
  /// `added` cards would be too many beside the deck's `present` ones.
  case cards(Int, present: Int, limit: Int)
  /// The card at `index` has too many bytes of data.
  case cardData(bytes: Int, index: Int, limit: Int)
  case deckData(bytes: Int, limit: Int)

  /// The error for the client.
  package var error: ProtocolError {
    let (message, field, expected) = text
    return ProtocolError(.refused, message, field: field, expected: expected)
  }

  /// The error as a line, for a client that has sent no request.
  package var line: [UInt8] { Reply.failure(id: ClientRequest.unknownID, error) }

  private var text: (message: String, field: String, expected: String) {
    switch self {
    case .observesOnly(let control):
      (
        "this socket is for looking on", "method",
        "a method that changes nothing; what changes anything is served on the control socket, \(control)"
      )
    case .mayNotInject:
      (
        "this client may not put touches in", "method",
        "one of root, of deckd's own user, or of access.injectUsers or access.injectGroups"
      )
    case .noDescriptors:
      ("too many connections", "", "fewer of them; the daemon has no descriptors left (LimitNOFILE=)")
    case .clients(let limit):
      ("too many connections", "", "at most \(limit) (limits.clients); close one and connect again")
    case .clientsOfUser(let limit):
      ("too many connections", "", "at most \(limit) of one user (limits.clientsPerUser); close one and connect again")
    case .subscriptions(let limit):
      (
        "too many subscriptions", "params.deck",
        "at most \(pluralized(limit, "deck")) a connection (limits.subscriptions); "
          + "subscribe to all of them (\"deck\": \"*\"), or use another connection"
      )
    case .cards(let added, let present, let limit):
      (
        "\(pluralized(added, "card")) would be too many", "params.cards",
        "at most \(pluralized(limit, "card")) in a deck (limits.cards)"
          + (present == 0 ? "" : ", of which it has \(present)")
      )
    case .cardData(let bytes, let index, let limit):
      (
        "\(pluralized(bytes, "byte")) of data would be too many", "params.cards[\(index)].data",
        "at most \(pluralized(limit, "byte")) for a card (limits.cardData)"
      )
    case .deckData(let bytes, let limit):
      (
        "the deck would have \(pluralized(bytes, "byte")) of data", "params.cards",
        "at most \(pluralized(limit, "byte")) for all of its cards (limits.deckData)"
      )
    }
  }
}

extension AccessDenial? {
  /// Throws the denial's error, if there is one.
  func check() throws(ProtocolError) {
    if let denial = self { throw denial.error }
  }
}
