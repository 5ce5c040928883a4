/// The delays of items that set off one after the other (SPEC.md M4).
public struct Stagger: Equatable, Hashable, Sendable {
  /// From which end the items set off.
  public enum Order: Equatable, Hashable, Sendable {
    /// Item 0 sets off first.
    case firstFirst
    /// The last item sets off first.
    case lastFirst
  }

  /// Seconds between one item and the next.
  public var interval: Double

  /// From which end the items set off.
  public var order: Order

  /// Seconds before the first of them sets off.
  public var lead: Double

  /// Items that set off every `interval` seconds, the first of them after `lead` seconds.
  ///
  /// A lead of one interval makes 0.1·(count − i) of SPEC.md W2: `Stagger(interval: 0.1, order: .lastFirst, lead: 0.1)`.
  public init(interval: Double, order: Order = .firstFirst, lead: Double = 0) {
    self.interval = interval
    self.order = order
    self.lead = lead
  }

  /// Seconds before item `index` of `count` sets off.
  public func delay(of index: Int, count: Int) -> Double {
    let rank =
      switch order {
      case .firstFirst: index
      case .lastFirst: count - 1 - index
      }
    return lead + interval * Double(rank)
  }
}
