extension DeckFrame {
  /// How far a stack's cards are pulled apart, in points.
  public struct Fan: Hashable, Sendable {
    /// How far the stack is pulled beyond its end, resistance included.
    public var over: Double
    /// The part of `over` that pulls the cards apart; the rest moves the cards with the finger.
    public var pull: Double
    /// The added distance between neighboring cards.
    public var spread: Double

    /// A stack whose cards are `spread` farther apart.
    public init(over: Double, pull: Double, spread: Double) {
      self.over = over
      self.pull = pull
      self.spread = spread
    }
  }
}

extension DeckFrame.Fan: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("over", "How far the stack is pulled over its end, resistance included, pt.", at: \.over),
    .init("pull", "How much of over pulls the cards apart, pt.", at: \.pull),
    .init("spread", "How much farther each card is from the one before it, pt.", at: \.spread)
  )

  package static let definition = define("fan", "Fan", "How far a stack's cards are pulled apart.")
}
