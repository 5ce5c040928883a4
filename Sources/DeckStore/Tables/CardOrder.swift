/// Sort keys for a deck's cards, with gaps between them.
///
/// An inserted card takes a number between its neighbors', so one row changes instead of every row behind it. When a
/// gap is too small, all cards get new numbers.
enum CardOrder {
  /// Allows 32 insertions in succession at the same position, and 2³¹ cards in a deck.
  static let step: Int64 = 1 << 32

  /// Numbers for `count` cards without neighbors.
  static func places(_ count: Int) -> [Int64] {
    (0..<count).map { (Int64($0) + 1) * step }
  }

  /// Numbers above `lower` and below `upper`, keeping those that are given; `nil` when a gap is too small.
  static func filled(_ places: [Int64?], above lower: Int64?, below upper: Int64?) -> [Int64]? {
    var filled: [Int64] = []
    filled.reserveCapacity(places.count)
    var index = 0
    while index < places.count {
      if let place = places[index] {
        filled.append(place)
        index += 1
        continue
      }
      let end = places[index...].firstIndex { $0 != nil } ?? places.count
      let next = end < places.count ? places[end] : upper
      guard let numbers = between(filled.last ?? lower, next, count: end - index) else { return nil }
      filled += numbers
      index = end
    }
    return filled
  }

  /// `count` numbers above `lower` and below `upper`, ascending.
  private static func between(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
    switch (lower, upper) {
    case (nil, nil): return places(count)
    case (let lower?, nil):
      guard !lower.addingReportingOverflow(Int64(count) * step).overflow else { return nil }
      return (0..<count).map { lower + (Int64($0) + 1) * step }
    case (nil, let upper?):
      guard !upper.subtractingReportingOverflow(Int64(count) * step).overflow else { return nil }
      return (0..<count).map { upper - Int64(count - $0) * step }
    case (let lower?, let upper?):
      let (room, overflow) = upper.subtractingReportingOverflow(lower)
      let gap = overflow ? step : room / Int64(count + 1)
      return gap > 0 ? (0..<count).map { lower + (Int64($0) + 1) * gap } : nil
    }
  }
}
