/// A continuous function of one number that is linear piece by piece.
struct PiecewiseLinear: Hashable, Sendable {
  /// One piece: slope · x + offset, from `start` to the start of the next one.
  struct Segment: Hashable, Sendable {
    var start: Double
    var slope: Double
    var offset: Double

    func value(at x: Double) -> Double { slope * x + offset }
  }

  /// The largest distance of two lines, at the end of a piece, that still counts as one line: a ten-thousandth of the
  /// allowed difference of frames and motions, for a scale of a card of 1000 pt.
  private static let tolerance = 1e-9

  /// The range that the function's argument never leaves.
  let domain: ClosedRange<Double>
  /// At least one; the first starts with the domain.
  private(set) var lines: [Segment]

  /// The function whose value is its argument.
  init(identityOn domain: ClosedRange<Double>) {
    self.domain = domain
    lines = [Segment(start: domain.lowerBound, slope: 1, offset: 0)]
  }

  private init(on domain: ClosedRange<Double>) {
    self.domain = domain
    lines = []
  }

  /// The only line of a function without bends.
  var straight: Segment? { lines.count == 1 ? lines[0] : nil }

  /// The domain's ends and every bend, each with the function's value there.
  var points: [(x: Double, y: Double)] {
    let last = domain.upperBound
    return lines.map { ($0.start, $0.value(at: $0.start)) } + [(last, lines[lines.count - 1].value(at: last))]
  }

  /// The range of the function's values.
  var range: ClosedRange<Double> {
    let values = points.map(\.y)
    return (values.min() ?? 0)...(values.max() ?? 0)
  }

  func scaled(by factor: Double) -> PiecewiseLinear {
    changed { Segment(start: $0.start, slope: $0.slope * factor, offset: $0.offset * factor) }
  }

  func divided(by divisor: Double) -> PiecewiseLinear {
    changed { Segment(start: $0.start, slope: $0.slope / divisor, offset: $0.offset / divisor) }
  }

  func offset(by distance: Double) -> PiecewiseLinear {
    changed { Segment(start: $0.start, slope: $0.slope, offset: $0.offset + distance) }
  }

  /// Returns the sum of two functions of the same number.
  static func + (left: PiecewiseLinear, right: PiecewiseLinear) -> PiecewiseLinear {
    var sum = PiecewiseLinear(on: left.domain)
    let starts = Set(left.lines.map(\.start) + right.lines.map(\.start)).sorted()
    for (start, end) in zip(starts, starts.dropFirst() + [left.domain.upperBound]) {
      let (one, other) = (left.line(at: start), right.line(at: start))
      sum.append(Segment(start: start, slope: one.slope + other.slope, offset: one.offset + other.offset), until: end)
    }
    return sum
  }

  /// Applies `bends` to this function's values: ascending lines, of which the first holds from the least value on.
  func composed(with bends: [Segment]) -> PiecewiseLinear {
    var result = PiecewiseLinear(on: domain)
    for (index, line) in lines.enumerated() {
      let end = index + 1 < lines.count ? lines[index + 1].start : domain.upperBound
      let (from, to) = (line.value(at: line.start), line.value(at: end))
      let crossings = bends.dropFirst().map(\.start).filter { min(from, to) < $0 && $0 < max(from, to) }
        .map { (($0 - line.offset) / line.slope).clamped(to: line.start...end) }.sorted()
      let starts = [line.start] + crossings
      for (start, end) in zip(starts, crossings + [end]) {
        let middle = line.value(at: start + (end - start) / 2)
        let bend = bends.last { $0.start <= middle } ?? bends[0]
        result.append(
          Segment(start: start, slope: bend.slope * line.slope, offset: bend.slope * line.offset + bend.offset),
          until: end
        )
      }
    }
    return result
  }

  private func changed(_ change: (Segment) -> Segment) -> PiecewiseLinear {
    var graph = self
    graph.lines = lines.map(change)
    return graph
  }

  private func line(at x: Double) -> Segment {
    lines.last { $0.start <= x } ?? lines[0]
  }

  /// Appends a line that holds until `end`, unless the last one continues there.
  private mutating func append(_ line: Segment, until end: Double) {
    if let last = lines.last, (last.value(at: end) - line.value(at: end)).magnitude <= Self.tolerance { return }
    // A line of no length adds nothing.
    if !lines.isEmpty, end <= line.start { return }
    lines.append(line)
  }
}
