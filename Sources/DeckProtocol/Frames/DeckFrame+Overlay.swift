extension DeckFrame {
  /// What a front end shows over a card that approaches a decision, all of it derived from one progress.
  public struct Overlay: Hashable, Sendable {
    /// The label of the decision, such as KEEP.
    public struct Stamp: Hashable, Sendable {
      /// From 0, invisible, to 1, opaque.
      public var opacity: Double
      /// 1 is the stamp's own size.
      public var scale: Double
      /// Degrees, clockwise positive.
      public var rotation: Double

      /// A stamp, invisible at `opacity` 0.
      public init(opacity: Double, scale: Double, rotation: Double) {
        self.opacity = opacity
        self.scale = scale
        self.rotation = rotation
      }
    }

    /// The id of the card.
    public var card: String
    /// The direction of the decision; `nil` in the dead zone.
    public var direction: Direction?
    /// 0…1; at 1 a release commits.
    public var progress: Double
    /// The opacity of what is drawn over the card, 0…1.
    public var opacity: Double
    /// The label of the decision.
    public var stamp: Stamp
    /// How much the button of the decision glows, 0…1.
    public var glow: Double
    /// How much the background takes the decision's color, 0…1.
    public var wash: Double

    /// The overlay of `card`.
    public init(
      card: String,
      direction: Direction?,
      progress: Double,
      opacity: Double,
      stamp: Stamp,
      glow: Double,
      wash: Double
    ) {
      self.card = card
      self.direction = direction
      self.progress = progress
      self.opacity = opacity
      self.stamp = stamp
      self.glow = glow
      self.wash = wash
    }
  }
}

extension DeckFrame.Overlay: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("card", .cardID, "The card that the overlay is drawn on.", at: \.card),
    .init(optional: "direction", "Where the card would go; left out in the dead zone.", at: \.direction),
    .init("progress", .fraction, "0…1; at 1 a release decides the card.", at: \.progress),
    .init("opacity", .fraction, "Of what is drawn over the card.", at: \.opacity),
    .init("stamp", "The stamp of the decision, such as KEEP.", at: \.stamp),
    .init("glow", .fraction, "Of the button that makes the same decision.", at: \.glow),
    .init("wash", .fraction, "Opacity of the decision's color over the deck's background, below the cards.", at: \.wash)
  )

  package static let definition = define(
    "overlay",
    "Overlay",
    "What to draw of a decision that a card approaches or makes. One progress drives all of it; in the dead zone all of it is 0."
  )
}

extension DeckFrame.Overlay.Stamp: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("opacity", .fraction, "0 invisible, 1 opaque.", at: \.opacity),
    .init("scale", .extent, "About the stamp's center; 1 is its own size.", at: \.scale),
    .init(
      "rotation",
      "Degrees about the stamp's center, clockwise positive, in the card's frame: the card's rotation adds to it.",
      at: \.rotation
    )
  )

  package static let definition = define(
    "stamp",
    "Stamp",
    "The stamp of a decision, drawn on the card where the front end likes; it moves, turns and scales with the card."
  )
}
