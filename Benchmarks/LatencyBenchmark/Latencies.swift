import LiveDaemon

/// Delays in µs, in order of size.
struct Latencies {
  private(set) var sorted: [Double]

  init(_ values: [Double]) {
    sorted = values.sorted()
  }

  /// Those of several turns together.
  init(joining parts: [Latencies]) {
    self.init(parts.flatMap(\.sorted))
  }

  var count: Int { sorted.count }
  var median: Double { quantile(0.5) }

  /// The value that a fraction of all does not exceed.
  func quantile(_ fraction: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(Int(Double(sorted.count) * fraction), sorted.count - 1)]
  }

  /// The quantiles of a table, under their titles.
  static let columns: [(title: String, fraction: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999),
  ]

  /// A line of a table.
  func line(_ title: String) -> String {
    let name = title + String(repeating: " ", count: max(Self.titleWidth - title.count, 0))
    return "  " + name + row(Self.columns.map { ("\(Int(quantile($0.fraction).rounded()))", 8) } + [("\(count)", 9)])
  }

  /// The line above the table.
  static var heading: String {
    "  " + String(repeating: " ", count: titleWidth) + row(columns.map { ($0.title, 8) } + [("samples", 9)])
  }

  private static let titleWidth = 44
}

/// Returns the middle one of some numbers.
func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}
