/// Measures alternatives in turn, so that whatever slows the machine slows them equally.
package struct Contest {
  /// One of the alternatives, and its measured times.
  package struct Contender {
    package var name: String
    /// Does the work `count` times and returns a value that depends on every repetition.
    var run: () -> Double
    var count: Int
    /// Nanoseconds for one repetition, by round.
    var times: [Double] = []

    /// The median of the rounds.
    package var time: Double { median(times) }
  }

  package private(set) var contenders: [Contender] = []
  /// What the contenders returned; read at the end, so that the compiler removes no work.
  package private(set) var remains = 0.0

  /// A contest without contenders.
  package init() {}

  /// Adds a contender.
  package mutating func enter(_ name: String, count: Int, run: @escaping () -> Double) {
    contenders.append(Contender(name: name, run: run, count: count))
  }

  /// Runs every contender `rounds` times, in turn, after a warm-up round.
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

  /// Returns the ratio of the times of `first` and `second`: the median of the rounds' ratios.
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
}

/// Returns a number with `places` decimals.
package func rounded(_ number: Double, _ places: Int) -> String {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  return "\((number * scale).rounded() / scale)"
}
