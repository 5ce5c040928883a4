public import DeckProtocol

/// Everything that a deck shows at one moment, in the deck's coordinates.
public struct DeckPlaces: Hashable, Sendable {
  /// The visible cards, in the order in which they are drawn; one that leaves may no longer be in the deck.
  public var cards: [PlacedCard] = []
  /// How close a card is to a decision; `nil` while no card approaches one.
  public var overlay: DeckFrame.Overlay?
  /// The detail of a stack's open card, with its index among the cards as `order`; `nil` while no open card is visible.
  public var detail: DeckFrame.Detail?
  /// How far a stack is fanned out; 0 or `nil` while it is not.
  public var fan: DeckFrame.Fan?

  /// An empty deck.
  public init() {}
}

/// A card's rectangle, before `scale` and `rotation` about its anchor.
public struct PlacedCard: Hashable, Sendable {
  /// The card's id.
  public var id: String
  /// The rectangle's left edge, in points.
  public var x = 0.0
  /// The rectangle's upper edge, in points.
  public var y = 0.0
  /// In points, before `scale`.
  public var width = 0.0
  /// In points, before `scale`.
  public var height = 0.0
  /// 1 is the rectangle's own size.
  public var scale = 1.0
  /// Degrees, clockwise positive.
  public var rotation = 0.0
  /// The fixed point of scale and rotation, as a fraction of the width.
  public var anchorX = 0.5
  /// The fixed point of scale and rotation, as a fraction of the height.
  public var anchorY = 0.5
  /// A card is drawn over those with a smaller `z`.
  public var z = 0.0
  /// From 0, invisible, to 1, opaque.
  public var opacity = 1.0
  /// How far a finger has lifted the card, for a shadow: 0…1; `nil` for a card that is not lifted.
  public var lift: Double?

  /// A card without an extent.
  public init(id: String) {
    self.id = id
  }
}
