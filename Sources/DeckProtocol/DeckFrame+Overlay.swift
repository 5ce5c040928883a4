extension DeckFrame {
  /// What a front end shows over a card on its way to a decision, all of it from one progress.
  public struct Overlay: Hashable, Sendable {
    /// The mark of the decision, such as KEEP.
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
    /// Where the card would go; `nil` in the dead zone.
    public var direction: Direction?
    /// 0…1; at 1 a release commits.
    public var progress: Double
    /// How much there is to be seen of what lies over the card, 0…1.
    public var opacity: Double
    /// The mark of the decision.
    public var stamp: Stamp
    /// How much the button of the decision glows, 0…1.
    public var glow: Double
    /// How much the background takes the decision's colour, 0…1.
    public var wash: Double

    /// The feedback on `card`.
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

    func writeMembers(to json: inout JSONWriter) {
      json.member("card", card)
      if let direction { json.member("direction", direction.rawValue) }
      json.member("progress", progress)
      json.member("opacity", opacity)
      json.member("stamp") { json in
        json.member("opacity", stamp.opacity)
        json.member("scale", stamp.scale)
        json.member("rotation", stamp.rotation)
      }
      json.member("glow", glow)
      json.member("wash", wash)
    }
  }
}
