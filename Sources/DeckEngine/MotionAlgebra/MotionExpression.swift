import Kinetics

/// A number of the geometry as an expression of time.
///
/// Expressions are simplified: a value that does not move is a constant, and scaling, offsets and clamps outside a
/// motion's range keep it that motion, only scaled and shifted.
enum MotionExpression: Hashable, Sendable {
  /// A motion, or a combination of expressions that move.
  indirect enum Source: Hashable, Sendable {
    case motion(Motion)
    /// No two of its summands have the same source.
    case sum([MotionExpression])
    case product(MotionExpression, MotionExpression)

    /// The range of all its values.
    var range: ClosedRange<Double> {
      switch self {
      case .motion(let motion): return motion.range
      case .sum(let summands):
        return summands.map(\.range).reduce(0...0) { $0.lowerBound + $1.lowerBound...$0.upperBound + $1.upperBound }
      case .product(let left, let right):
        let (one, other) = (left.range, right.range)
        let corners = [one.lowerBound, one.upperBound].flatMap { [$0 * other.lowerBound, $0 * other.upperBound] }
        return (corners.min() ?? 0)...(corners.max() ?? 0)
      }
    }
  }

  case constant(Double)
  /// A function of something that moves.
  case graph(PiecewiseLinear, of: Source)

  /// The value of a motion; a constant for a motion that does not move.
  init(_ motion: Motion) {
    self.init(.motion(motion))
  }

  private init(_ source: Source) {
    let range = source.range
    if range.lowerBound == range.upperBound {
      self = .constant(range.lowerBound)
    } else {
      self = .graph(PiecewiseLinear(identityOn: range), of: source)
    }
  }

  private init(_ graph: PiecewiseLinear, of source: Source) {
    if let line = graph.straight, line.slope == 0 {
      self = .constant(line.offset)
    } else {
      self = .graph(graph, of: source)
    }
  }

  /// The range of all its values.
  var range: ClosedRange<Double> {
    switch self {
    case .constant(let value): value...value
    case .graph(let graph, _): graph.range
    }
  }
}

extension MotionExpression: MotionScalar {
  init(_ constant: Double) { self = .constant(constant) }
  init(floatLiteral constant: Double) { self = .constant(constant) }
  init(integerLiteral constant: Int) { self = .constant(Double(constant)) }

  static func + (left: MotionExpression, right: MotionExpression) -> MotionExpression {
    switch (left, right) {
    case (.constant(let one), .constant(let other)): return .constant(one + other)
    case (.constant(let way), .graph(let graph, let source)), (.graph(let graph, let source), .constant(let way)):
      return MotionExpression(graph.offset(by: way), of: source)
    case (.graph(let one, let source), .graph(let other, let second)):
      if source == second { return MotionExpression(one + other, of: source) }
      return sum(left.summands + right.summands)
    }
  }

  static func - (left: MotionExpression, right: MotionExpression) -> MotionExpression { left + -1 * right }

  static func * (left: MotionExpression, right: MotionExpression) -> MotionExpression {
    switch (left, right) {
    case (.constant(let one), .constant(let other)): .constant(one * other)
    case (.constant(let factor), .graph(let graph, let source)), (.graph(let graph, let source), .constant(let factor)):
      MotionExpression(graph.scaled(by: factor), of: source)
    case (.graph, .graph): MotionExpression(.product(left, right))
    }
  }

  func divided(by divisor: Double) -> MotionExpression {
    switch self {
    case .constant(let value): .constant(value / divisor)
    case .graph(let graph, let source): MotionExpression(graph.divided(by: divisor), of: source)
    }
  }

  func clamped(to range: ClosedRange<Double>) -> MotionExpression {
    let (low, high) = (range.lowerBound, range.upperBound)
    switch self {
    case .constant(let value): return .constant(value.clamped(to: range))
    case .graph(let graph, let source):
      var bends = [PiecewiseLinear.Segment(start: low, slope: 1, offset: 0)]
      if low > -.infinity { bends.insert(PiecewiseLinear.Segment(start: -.infinity, slope: 0, offset: low), at: 0) }
      if high < .infinity { bends.append(PiecewiseLinear.Segment(start: high, slope: 0, offset: high)) }
      return MotionExpression(graph.composed(with: bends), of: source)
    }
  }

  func interpolated(_ values: (Int) -> Double) -> MotionExpression {
    switch self {
    case .constant(let value): return .constant(value.interpolated(values))
    case .graph(let graph, let source):
      let range = graph.range
      let first = Int(max(range.lowerBound.rounded(.down), 0))
      let last = max(Int(range.upperBound.rounded(.up)), first + 1)
      let known = (first...last).map(values)
      let bends = (first..<last).map { whole in
        let slope = known[whole + 1 - first] - known[whole - first]
        return PiecewiseLinear.Segment(
          start: Double(whole),
          slope: slope,
          offset: known[whole - first] - slope * Double(whole)
        )
      }
      return MotionExpression(graph.composed(with: bends), of: source)
    }
  }

  /// The expressions that this one is the sum of.
  private var summands: [MotionExpression] {
    guard case .graph(let graph, .sum(let summands)) = self, let line = graph.straight else { return [self] }
    return summands.map { .constant(line.slope) * $0 } + [.constant(line.offset)]
  }

  /// Returns the sum of expressions that are not sums; those of one source become one.
  private static func sum(_ formulas: [MotionExpression]) -> MotionExpression {
    var constant = 0.0
    var sources: [Source] = []
    var summands: [MotionExpression] = []
    for formula in formulas {
      switch formula {
      case .constant(let value): constant += value
      case .graph(_, let source):
        if let place = sources.firstIndex(of: source) {
          summands[place] = summands[place] + formula
        } else {
          sources.append(source)
          summands.append(formula)
        }
      }
    }
    for case .constant(let value) in summands { constant += value }
    summands = summands.filter { if case .graph = $0 { true } else { false } }
    let whole = summands.count == 1 ? summands[0] : summands.isEmpty ? 0 : MotionExpression(.sum(summands))
    return whole + .constant(constant)
  }
}
