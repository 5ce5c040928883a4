extension DeckFrame {
  /// A finger's effect on a card.
  public struct Drag: Hashable, Sendable {
    /// The id of the card under the finger.
    public var card: String
    /// The finger's translation to the right since it went down, in points, slop included.
    public var dx: Double
    /// The finger's translation downwards since it went down, in points, slop included.
    public var dy: Double
    /// The direction that a release would be evaluated in; `nil` in the dead zone, and in a stack.
    public var direction: Direction?
    /// 0…1; at 1 a release commits.
    public var progress: Double
    /// The card's index before the drag, while the card is being reordered; else `nil`.
    public var from: Int?
    /// The index that a release would give the card, while the card is being reordered; else `nil`.
    public var proposed: Int?

    /// A drag of `card` by (`dx`, `dy`) points; `from` and `proposed` only while the card is being reordered.
    public init(
      card: String,
      dx: Double,
      dy: Double,
      direction: Direction?,
      progress: Double,
      from: Int? = nil,
      proposed: Int? = nil
    ) {
      self.card = card
      self.dx = dx
      self.dy = dy
      self.direction = direction
      self.progress = progress
      self.from = from
      self.proposed = proposed
    }
  }
}

extension DeckFrame.Drag: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("card", .cardID, "The card that the finger moves.", at: \.card),
    .init("dx", "The finger's translation to the right since it came down, pt.", at: \.dx),
    .init("dy", "The finger's translation downwards since it came down, pt.", at: \.dy),
    .init(
      optional: "direction",
      "The direction of a release now, the nearest that the card allows; left out in the dead zone, and in a stack.",
      at: \.direction
    ),
    .init("progress", .fraction, "0…1; at 1 a release decides the card. 0 in a stack.", at: \.progress),
    .init("percent", .number(least: 0, most: 100), "100 × progress.") { 100 * $0.progress },
    .init(optional: "from", .index, "The card's index before the drag; only while the stack is reordered.", at: \.from),
    .init(
      optional: "proposed",
      .index,
      "The index that a release would give the card; only while the stack is reordered.",
      at: \.proposed
    )
  )

  package static let definition = define("drag", "Drag", "How a finger moves a card.")
}
