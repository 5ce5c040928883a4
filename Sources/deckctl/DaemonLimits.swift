import DeckProtocol

/// What a daemon takes, as `daemon.status` says.
struct DaemonLimits {
  let line: Int
  let cards: Int
  let cardData: Int
  let deckData: Int

  /// The limits in `status`; one that is missing does not limit anything here, and the daemon says what it refuses.
  init(_ status: JSONValue) {
    func limit(_ name: String, otherwise: Int) -> Int {
      status["limits"]?[name]?.number.flatMap(Int.init(exactly:)) ?? otherwise
    }
    line = limit("line", otherwise: LineFraming.defaultLimit)
    cards = limit("cards", otherwise: .max)
    cardData = limit("cardData", otherwise: .max)
    deckData = limit("deckData", otherwise: .max)
  }
}
