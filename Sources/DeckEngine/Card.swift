package import DeckProtocol

/// What a deck holds: an id, and whatever its owner says about it.
package struct Card: Hashable, Sendable {
  package var id: String
  /// JSON of the owner's, kept byte for byte; `nil` for none.
  package var data: [UInt8]?
  /// The directions that the card may be swiped in; earlier ones win ties.
  package var allowed: [Direction]

  /// A card that may be swiped to the left and to the right unless said otherwise.
  package init(id: String, data: [UInt8]? = nil, allowed: [Direction] = [.left, .right]) {
    self.id = id
    self.data = data
    self.allowed = allowed
  }
}
