package import DeckProtocol
package import Kinetics

extension DeckMotion.Course {
  /// The wire format of a motion.
  package init(_ motion: Motion) {
    self.init(MotionExpression(motion))
  }

  /// The wire format of an expression.
  init(_ formula: MotionExpression) {
    switch formula {
    case .constant(let value): self = .set(value)
    case .graph(let graph, let source):
      guard let line = graph.straight else {
        self = .piecewise(Self(source, line: .identity), points: Self.points(of: graph))
        return
      }
      self.init(source, line: line)
    }
  }

  /// The wire format of a source that is scaled and shifted.
  private init(_ source: MotionExpression.Source, line: PiecewiseLinear.Segment) {
    switch source {
    case .motion(let motion): self.init(motion, line: line)
    case .sum(let summands):
      var summands = summands.map { MotionExpression(line.slope) * $0 }
      summands[0] = summands[0] + MotionExpression(line.offset)
      self = .sum(summands.map { Self($0) })
    case .product(let left, let right):
      let product = Self.product([Self(MotionExpression(line.slope) * left), Self(right)])
      self = line.offset == 0 ? product : .sum([product, .set(line.offset)])
    }
  }

  /// The wire format of a scaled and shifted motion, which is one of the same kind.
  private init(_ motion: Motion, line: PiecewiseLinear.Segment) {
    switch motion {
    case .fixed(let value): self = .set(line.value(at: value))
    case .spring(let motion):
      let pieces = motion.pieces.enumerated().map { index, piece in
        Spring.Piece(
          start: piece.start.microseconds,
          from: line.value(at: index == 0 ? motion.from : motion.target + piece.displacement),
          velocity: line.slope * piece.velocity,
          // Normalized to a mass of 1: only the ratios matter.
          stiffness: piece.spring.naturalFrequency * piece.spring.naturalFrequency,
          damping: 2 * piece.spring.dampingFraction * piece.spring.naturalFrequency
        )
      }
      self = .spring(Spring(target: line.value(at: motion.target), pieces: pieces, end: motion.end?.microseconds))
    case .curve(let motion):
      self = .curve(
        Curve(
          from: line.value(at: motion.from),
          target: line.value(at: motion.target),
          controls: [motion.curve.x1, motion.curve.y1, motion.curve.x2, motion.curve.y2],
          start: motion.start.microseconds,
          duration: motion.duration,
          end: motion.end.microseconds
        )
      )
    case .decay(let motion):
      self = .decay(
        Decay(
          from: line.value(at: motion.from),
          target: line.value(at: motion.target),
          velocity: line.slope * motion.velocity,
          rate: motion.deceleration.decayRate,
          start: motion.start.microseconds,
          end: motion.end.microseconds
        )
      )
    }
  }

  /// Returns the points of the graph, without those that the wire format cannot distinguish.
  private static func points(of graph: PiecewiseLinear) -> [Point] {
    var points: [Point] = []
    for (input, output) in graph.points {
      if let last = points.last, input - last.input < 1e-8 { continue }
      points.append(Point(input: input, output: output))
    }
    return points
  }
}

extension PiecewiseLinear.Segment {
  fileprivate static let identity = PiecewiseLinear.Segment(start: 0, slope: 1, offset: 0)
}
