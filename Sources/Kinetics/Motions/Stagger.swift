/// The delays of items that start one after another (M4).
public struct Stagger: Equatable, Hashable, Sendable {
  /// The end from which the items start.
  public enum Order: Equatable, Hashable, Sendable {
    /// Item 0 starts first.
    case firstFirst
    /// The last item starts first.
    case lastFirst
  }

  /// Seconds between one item and the next.
  public var interval: Double

  /// The end from which the items start.
  public var order: Order

  /// Seconds before the first of them starts.
  public var lead: Double

  /// Items that start every `interval` seconds, the first of them after `lead` seconds.
  ///
  /// A lead of one interval makes 0.1·(count − i), with which the cards of a stack slide in (W2):
  /// `Stagger(interval: 0.1, order: .lastFirst, lead: 0.1)`.
  public init(interval: Double, order: Order = .firstFirst, lead: Double = 0) {
    self.interval = interval
    self.order = order
    self.lead = lead
  }

  /// Returns the seconds before item `index` of `count` starts.
  public func delay(of index: Int, count: Int) -> Double {
    let rank =
      switch order {
      case .firstFirst: index
      case .lastFirst: count - 1 - index
      }
    return lead + interval * Double(rank)
  }
}
