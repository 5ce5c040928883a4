extension DeckFrame {
  /// How far a stack's cards are pulled apart, in points.
  public struct Fan: Hashable, Sendable {
    /// How far the stack is pulled over its end, resistance included.
    public var over: Double
    /// How much of `over` pulls the cards apart; they follow the finger by the rest.
    public var pull: Double
    /// How much farther each card is from the one before it.
    public var spread: Double

    /// A stack whose cards are `spread` farther apart.
    public init(over: Double, pull: Double, spread: Double) {
      self.over = over
      self.pull = pull
      self.spread = spread
    }

    func writeMembers(to json: inout JSONWriter) {
      json.member("over", over)
      json.member("pull", pull)
      json.member("spread", spread)
    }
  }
}
