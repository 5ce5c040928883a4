extension DeckFrame {
  /// What a finger does to a card.
  public struct Drag: Hashable, Sendable {
    /// The id of the card under the finger.
    public var card: String
    /// The finger's translation to the right since it went down, in points, slop included.
    public var dx: Double
    /// The finger's translation downwards since it went down, in points, slop included.
    public var dy: Double
    /// The direction that a release would be judged on; `nil` in the dead zone, and in a stack.
    public var direction: Direction?
    /// 0…1; at 1 a release commits.
    public var progress: Double
    /// The card's place before the drag, while the card is put in order; else `nil`.
    public var from: Int?
    /// The place that a release would give the card, while the card is put in order; else `nil`.
    public var proposed: Int?

    /// A drag of `card` by (`dx`, `dy`) points; `from` and `proposed` only where the card is put in order.
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

    func writeMembers(to json: inout JSONWriter) {
      json.member("card", card)
      json.member("dx", dx)
      json.member("dy", dy)
      if let direction { json.member("direction", direction.rawValue) }
      json.member("progress", progress)
      json.member("percent", 100 * progress)
      if let from { json.member("from", from) }
      if let proposed { json.member("proposed", proposed) }
    }
  }
}
