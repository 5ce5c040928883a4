import DeckProtocol

/// `[limits]`: the limits on what clients can make the daemon hold.
///
/// The documentation of the protocol lists the resulting totals, under Limits.
package struct LimitsSection: Hashable, OptionalSection {
  package var clients = 1280
  package var clientsPerUser = 1024
  package var subscriptions = 64
  /// In bytes.
  package var line = LineFraming.defaultLimit
  package var depth = 64
  /// In bytes.
  package var backlog = 1 << 20
  /// In bytes, of all clients.
  package var replies = 1 << 26
  package var cards = 100_000
  /// In bytes.
  package var cardData = 1 << 14
  /// In bytes.
  package var deckData = 1 << 26

  /// The defaults.
  package init() {}
}
