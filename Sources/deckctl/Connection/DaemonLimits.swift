import DeckClient
import DeckProtocol

/// A daemon's limits, as `daemon.status` reports them.
struct DaemonLimits {
  let ofRequests: RequestParts.Limits
  let cards: Int
  let cardData: Int
  let deckData: Int

  /// The limits of a daemon; one that is missing is not checked here but by the daemon.
  init(_ limits: Received<DaemonStatus.Limits>?) {
    ofRequests = RequestParts.Limits(limits)
    cards = limits?.cards ?? .max
    cardData = limits?.cardData ?? .max
    deckData = limits?.deckData ?? .max
  }
}
