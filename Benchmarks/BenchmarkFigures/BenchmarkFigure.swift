import Foundation
import Glibc

/// A measured figure, as `make bench` collects it.
package struct BenchmarkFigure: Encodable {
  /// What a figure is held to.
  package enum Limit {
    case atMost(Double)
    case atLeast(Double)
  }

  private enum CodingKeys: String, CodingKey {
    case benchmark, name, value, unit, reference, atMost, atLeast
  }

  package var name: String
  package var value: Double
  package var unit: String
  /// What a ratio is relative to.
  package var reference: String?
  package var limit: Limit?

  package init(_ name: String, _ value: Double, unit: String, reference: String? = nil, limit: Limit? = nil) {
    (self.name, self.value, self.unit, self.reference, self.limit) = (name, value, unit, reference, limit)
  }

  /// The figure in words: `1.02 × a spring, relative to the same formula in C (1.05 or less): yes`.
  package var text: String {
    let ratio = reference.map { ", relative to \($0)" } ?? ""
    let verdict =
      switch limit {
      case .atMost(let limit): " (\(Self.short(limit)) or less): \(value <= limit ? "yes" : "no")"
      case .atLeast(let limit): " (\(Self.short(limit)) or more): \(value >= limit ? "yes" : "no")"
      case nil: ""
      }
    return "\(Self.short(value)) \(unit.isEmpty ? "" : unit + " ")\(name)\(ratio)\(verdict)"
  }

  /// A number with two decimals at most.
  private static func short(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(BenchmarkRecord.benchmark, forKey: .benchmark)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encodeIfPresent(reference, forKey: .reference)
    switch limit {
    case .atMost(let limit): try container.encode(limit, forKey: .atMost)
    case .atLeast(let limit): try container.encode(limit, forKey: .atLeast)
    case nil: break
    }
  }
}

/// The file to which `make bench` has every benchmark append its figures, one JSON object a line.
///
/// `DECKD_BENCH_RECORD` names it; without it nothing is recorded. Benchmarks/bench.py reads it, and writes the same way
/// for those in Python.
package enum BenchmarkRecord {
  /// The benchmark that runs: the program's name without its ending.
  static var benchmark: String {
    let program = CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? ""
    return program.replacingOccurrences(of: "-benchmark", with: "")
  }

  /// A distribution, from which the page draws a curve: its percentiles.
  private struct Distribution: Encodable {
    var benchmark = BenchmarkRecord.benchmark
    var distribution: String
    var unit: String
    /// The percentiles 0.5, 1.5, … 99.5.
    var percentiles: [Double]
  }

  /// Prints a figure, and appends it.
  package static func report(
    _ name: String,
    _ value: Double,
    unit: String,
    reference: String? = nil,
    limit: BenchmarkFigure.Limit? = nil
  ) {
    let figure = BenchmarkFigure(name, value, unit: unit, reference: reference, limit: limit)
    print("  \(figure.text)")
    // At once: a benchmark takes minutes.
    fflush(nil)
    append(figure)
  }

  /// Appends a figure.
  package static func add(
    _ name: String,
    _ value: Double,
    unit: String,
    reference: String? = nil,
    limit: BenchmarkFigure.Limit? = nil
  ) {
    append(BenchmarkFigure(name, value, unit: unit, reference: reference, limit: limit))
  }

  /// Appends a distribution of values, which are in order of size.
  package static func add(distribution name: String, _ values: [Double], unit: String) {
    guard !values.isEmpty else { return }
    let percentiles = (0..<100).map { values[values.count * (2 * $0 + 1) / 200] }
    append(Distribution(distribution: name, unit: unit, percentiles: percentiles))
  }

  private static func append(_ line: some Encodable) {
    guard let path = ProcessInfo.processInfo.environment["DECKD_BENCH_RECORD"] else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    guard let data = try? encoder.encode(line), let file = fopen(path, "a") else {
      return print("cannot record a figure in \(path) (errno \(errno))")
    }
    let bytes = Array(data) + [UInt8(ascii: "\n")]
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
