import DeckProtocol

/// The cards of a deck that a session is fetching, one request at a time.
enum CardFetch: Sendable {
  /// All cards, page by page.
  case pages(Pages)
  /// The cards that events have inserted or updated.
  case chosen(Chosen)

  /// The pages so far.
  struct Pages: Sendable {
    var cards: [ReceivedCard] = []
    /// The last event that the first page includes; `nil` before it.
    var firstSequence: UInt64?
  }

  /// Chosen cards so far.
  struct Chosen: Sendable {
    /// A card as it was after an event; `nil` if the deck did not have it.
    private struct Version: Sendable {
      var card: ReceivedCard?
      var sequence: UInt64
    }

    /// The ids of the pending request.
    var requested: [String] = []
    private var versions: [String: Version] = [:]

    /// The cards that were fetched and are there.
    var cards: [String: ReceivedCard] { versions.compactMapValues(\.card) }

    /// Takes a page, and returns the requested ids that follow it.
    mutating func take(_ page: ReceivedCards) -> [String] {
      for card in page.cards { versions[card.card.id] = Version(card: card, sequence: page.sequence) }
      for id in page.missing { versions[id] = Version(card: nil, sequence: page.sequence) }
      return page.next.map { Array(requested.dropFirst($0)) } ?? []
    }

    /// The cards that `events` change, and that were not fetched since; each once.
    func missing(for events: some Sequence<ReceivedEvent>) -> [String] {
      var ids: [String] = []
      var known: Set<String> = []
      for event in events {
        guard let card = event.changedCard, versions[card].map({ $0.sequence < event.sequence }) ?? true,
          known.insert(card).inserted
        else { continue }
        ids.append(card)
      }
      return ids
    }
  }
}
