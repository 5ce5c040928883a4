/// Measures ways to do the same thing in turn, so that whatever slows the machine slows them alike.
package struct Contest {
  /// One way to do it, and what it took.
  package struct Contender {
    package var name: String
    /// Does the thing `count` times and returns something that depends on all of them.
    var run: () -> Double
    var count: Int
    /// Nanoseconds for one, of each round.
    var times: [Double] = []

    /// The median of the rounds.
    package var time: Double { median(times) }
  }

  package private(set) var contenders: [Contender] = []
  /// What the contenders returned; read at the end, so that no work is left out.
  package private(set) var remains = 0.0

  /// A contest that nobody has entered.
  package init() {}

  /// Adds a way.
  package mutating func enter(_ name: String, count: Int, run: @escaping () -> Double) {
    contenders.append(Contender(name: name, run: run, count: count))
  }

  /// Runs every way `rounds` times, in turn, after a round that does not count.
  package mutating func hold(rounds: Int) {
    for round in -1..<rounds {
      for place in contenders.indices {
        let start = ContinuousClock.now
        remains += contenders[place].run()
        // In two steps: Swift 6.2 reads two divisions in one as of a duration by a number.
        let nanoseconds = start.duration(to: .now) / .nanoseconds(1)
        guard round >= 0 else { continue }
        contenders[place].times.append(nanoseconds / Double(contenders[place].count))
      }
    }
  }

  /// How many times as long as `second` the way `first` took: the median of the rounds' ratios.
  package func ratio(_ first: String, to second: String) -> Double {
    func times(_ name: String) -> [Double] { contenders.first { $0.name == name }?.times ?? [] }
    return median(zip(times(first), times(second)).map { $0 / $1 })
  }
}

private func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

extension Contest {
  /// Prints every contender's time, under the name that `titles` has for it.
  package func printTimes(titles: [String: String] = [:]) {
    for contender in contenders {
      let title = titles[contender.name] ?? contender.name
      print("  \(title)\(String(repeating: " ", count: max(44 - title.count, 1)))\(rounded(contender.time, 2)) ns")
    }
  }

  /// Prints a ratio, and whether it is as good as it has to be.
  package static func say(_ ratio: Double, _ what: String, good: some RangeExpression<Double>) {
    print("  \(rounded(ratio, 2)) \(what): \(good.contains(ratio) ? "yes" : "no")")
  }
}

/// A number with as many places behind the point as are worth reading.
package func rounded(_ number: Double, _ places: Int) -> String {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  return "\((number * scale).rounded() / scale)"
}
