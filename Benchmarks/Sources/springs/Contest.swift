/// Measures ways to do the same thing in turn, so that whatever slows the machine slows them alike.
struct Contest {
  /// One way to do it, and what it took.
  struct Contender {
    var name: String
    /// Does the thing `count` times and returns something that depends on all of them.
    var run: () -> Double
    var count: Int
    /// Nanoseconds for one, of each round.
    var times: [Double] = []

    /// The median of the rounds.
    var time: Double { median(times) }
  }

  private(set) var contenders: [Contender] = []
  /// What the contenders returned; read at the end, so that no work is left out.
  private(set) var remains = 0.0

  /// Adds a way.
  mutating func enter(_ name: String, count: Int, run: @escaping () -> Double) {
    contenders.append(Contender(name: name, run: run, count: count))
  }

  /// Runs every way `rounds` times, in turn, after a round that does not count.
  mutating func hold(rounds: Int) {
    for round in -1..<rounds {
      for place in contenders.indices {
        let start = ContinuousClock.now
        remains += contenders[place].run()
        let duration = start.duration(to: .now)
        guard round >= 0 else { continue }
        contenders[place].times.append(duration / .nanoseconds(1) / Double(contenders[place].count))
      }
    }
  }

  /// How many times as long as `second` the way `first` took: the median of the rounds' ratios.
  func ratio(_ first: String, to second: String) -> Double {
    func times(_ name: String) -> [Double] { contenders.first { $0.name == name }?.times ?? [] }
    return median(zip(times(first), times(second)).map { $0 / $1 })
  }
}

private func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}
