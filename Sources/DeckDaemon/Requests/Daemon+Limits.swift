import DeckConfiguration
import DeckEngine
import DeckProtocol

extension Daemon {
  private var limits: LimitsSection { options.configuration.limits }

  /// Throws if the client would have too many subscriptions.
  ///
  /// A subscription to all decks is always allowed: the configuration limits their number.
  func checkSubscriptions(of client: Client, to decks: Outbox.SubscribedDecks) throws(ProtocolError) {
    guard let deck = decks.deck, !client.subscriptions.contains(where: { $0.deck == deck }),
      client.subscriptions.count(where: { !$0.isOfAll }) >= limits.subscriptions
    else { return }
    throw ProtocolError(
      .refused,
      "too many subscriptions",
      field: "params.deck",
      expected: "at most \(pluralized(limits.subscriptions, "deck")) a connection (limits.subscriptions); "
        + "subscribe to all of them (\"deck\": \"*\"), or use another connection"
    )
  }

  /// Throws for a command that would make a deck exceed its limits.
  func checkLimits(of command: DeckCommand, _ deck: String) throws(ProtocolError) {
    switch command {
    case .load(let cards, _), .reload(let cards):
      // The cards of the configuration were checked when it was read.
      if let cards {
        try check(cards, besides: 0)
        try check(dataBytes: dataBytes(of: cards))
      }
      dataBudget.reset(deck)
    case .insert(let cards, _):
      try check(cards, besides: engine.position(of: deck)?.count ?? 0)
      try grow(deck, by: cards)
    case .update(let cards):
      try grow(deck, by: cards)
    case .swipe, .undo, .select, .appear, .reset, .remove, .move, .dismiss, .bounce, .scroll, .layOutDetail,
      .markLoaded, .consult, .invalidate:
      break
    }
  }

  private func check(_ cards: [Card], besides count: Int) throws(ProtocolError) {
    guard count + cards.count > limits.cards else { return }
    let present = count == 0 ? "" : ", of which it has \(count)"
    throw ProtocolError(
      .refused,
      "\(pluralized(cards.count, "card")) would be too many",
      field: "params.cards",
      expected: "at most \(pluralized(limits.cards, "card")) in a deck (limits.cards)\(present)"
    )
  }

  /// Returns the bytes of the cards' data; throws for a card with too much.
  private func dataBytes(of cards: [Card]) throws(ProtocolError) -> Int {
    var sum = 0
    for (index, card) in cards.enumerated() {
      let bytes = card.data?.count ?? 0
      guard bytes <= limits.cardData else {
        throw ProtocolError(
          .refused,
          "\(pluralized(bytes, "byte")) of data would be too many",
          field: "params.cards[\(index)].data",
          expected: "at most \(pluralized(limits.cardData, "byte")) for a card (limits.cardData)"
        )
      }
      sum += bytes
    }
    return sum
  }

  private func check(dataBytes bytes: Int) throws(ProtocolError) {
    guard bytes > limits.deckData else { return }
    throw ProtocolError(
      .refused,
      "the deck would have \(pluralized(bytes, "byte")) of data",
      field: "params.cards",
      expected: "at most \(pluralized(limits.deckData, "byte")) for all of its cards (limits.deckData)"
    )
  }

  /// Checks the data that a deck would have with more cards, or with replaced ones.
  private func grow(_ deck: String, by cards: [Card]) throws(ProtocolError) {
    let bytes = try dataBytes(of: cards)
    let total = dataBudget.add(
      bytes,
      to: deck,
      limit: limits.deckData,
      count: engine.dataBytes(of: deck),
      exact: engine.dataBytes(of: deck) - engine.dataBytes(of: deck, ids: cards.map(\.id)) + bytes
    )
    if let total { try check(dataBytes: total) }
  }
}
