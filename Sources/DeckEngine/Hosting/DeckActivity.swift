package import Kinetics

/// What one or more decks have to do next.
package struct DeckActivity: Sendable {
  /// When something is due; `nil` while nothing is.
  package internal(set) var deadline: Instant?
  /// Whether a contact is on a deck, or a deck moves.
  package internal(set) var isActive = false

  /// Adds what another deck has to do.
  mutating func add(_ other: DeckActivity) {
    deadline = earlier(deadline, other.deadline)
    isActive = isActive || other.isActive
  }
}
