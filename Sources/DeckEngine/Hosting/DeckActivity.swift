import Kinetics

/// What one or more decks have to do next.
struct DeckActivity {
  /// When something is due; `nil` while nothing is.
  var deadline: Instant?
  /// Whether a contact is on a deck, or a deck moves.
  var isActive = false

  /// Adds what another deck has to do.
  mutating func add(_ other: DeckActivity) {
    deadline = earlier(deadline, other.deadline)
    isActive = isActive || other.isActive
  }
}
