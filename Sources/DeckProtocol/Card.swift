/// What a deck holds: an id, whatever its owner says about it, and how it may be swiped.
public struct Card: Hashable, Sendable {
  /// The card's name, unique in its deck.
  public var id: String
  /// JSON of the owner's, kept byte for byte; `nil` for none.
  public var data: [UInt8]?
  /// The directions that the card may be swiped in; earlier ones win ties.
  public var allowed: [Direction]
  /// The progress that a release needs to commit, 0.01…1; `nil` for the deck's own.
  public var threshold: Double?

  /// A card that may be swiped to the left and to the right unless said otherwise.
  public init(
    id: String,
    data: [UInt8]? = nil,
    allowed: [Direction] = [.left, .right],
    threshold: Double? = nil
  ) {
    self.id = id
    self.data = data
    self.allowed = allowed
    self.threshold = threshold
  }
}
