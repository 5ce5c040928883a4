import DeckClient
import JSON

/// A daemon's limits, as `daemon.status` reports them.
struct DaemonLimits {
  let ofRequests: RequestParts.Limits
  let cards: Int
  let cardData: Int
  let deckData: Int

  /// The limits in `status`; one that is missing is not checked here but by the daemon.
  init(_ status: JSONValue) {
    func limit(_ name: String, otherwise: Int) -> Int {
      status["limits"]?[name]?.number.flatMap(Int.init(exactly:)) ?? otherwise
    }
    ofRequests = RequestParts.Limits(status)
    cards = limit("cards", otherwise: .max)
    cardData = limit("cardData", otherwise: .max)
    deckData = limit("deckData", otherwise: .max)
  }
}
