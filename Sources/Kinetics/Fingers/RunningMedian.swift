/// The median of all the numbers added, in constant space.
///
/// It keeps the numbers nearest to the median in order, and only counts the others below and above. It is exact up to
/// `capacity` numbers, and beyond that as long as the median stays among those kept.
struct RunningMedian: Sendable {
  /// Numbers kept.
  ///
  /// A hundred numbers drawn from one distribution move their median by some five positions (√n/2), a thousand by
  /// sixteen, half of this.
  private static let capacity = 32

  /// In order; the rest is room.
  ///
  /// On the heap, since what contains it is handed on for each touch.
  private var kept = [Int64](repeating: 0, count: capacity)
  private var keptCount = 0
  private var below = 0
  private var above = 0

  /// The median, the smaller of the middle two for an even count; `nil` before the first number.
  var value: Int64? {
    guard keptCount > 0 else { return nil }
    return kept[min(max(medianIndex, 0), keptCount - 1)]
  }

  /// How many numbers were added.
  var count: Int {
    below + keptCount + above
  }

  private var medianIndex: Int {
    (count - 1) / 2 - below
  }

  /// Adds `number`.
  mutating func add(_ number: Int64) {
    if keptCount == Self.capacity {
      if number < kept[0] {
        below += 1
        return
      }
      if number > kept[keptCount - 1] {
        above += 1
        return
      }
      makeRoom()
    }
    var index = keptCount
    // One check whether the array is its own, not one for each step.
    var kept = kept.mutableSpan
    while index > 0, kept[index - 1] > number {
      kept[index] = kept[index - 1]
      index -= 1
    }
    kept[index] = number
    keptCount += 1
  }

  /// Drops the number at the end that is farther from the median.
  private mutating func makeRoom() {
    if medianIndex >= keptCount / 2 {
      for index in 1..<keptCount { kept[index - 1] = kept[index] }
      below += 1
    } else {
      above += 1
    }
    keptCount -= 1
  }
}

extension RunningMedian: Equatable {
  static func == (left: RunningMedian, right: RunningMedian) -> Bool {
    left.below == right.below && left.above == right.above && left.keptCount == right.keptCount
      && (0..<left.keptCount).allSatisfy { left.kept[$0] == right.kept[$0] }
  }
}
