import DeckProtocol
import Glibc
import JSON
import Kinetics

/// A formula of time that is ready to be evaluated: what its constants determine is computed once.
struct MotionFormula: Hashable, Sendable {
  private indirect enum Term: Hashable, Sendable {
    case constant(Double)
    case spring(target: Double, first: Piece, later: [Piece], end: Int64?)
    case curve(CubicBezier, DeckMotion.Course.Curve)
    case decay(DeckMotion.Course.Decay)
    case sum([Term])
    case product([Term])
    case piecewise(Term, [DeckMotion.Course.Point])
  }

  private struct Piece: Hashable, Sendable {
    var start: Int64
    var from: Double
    var velocity: Double
    var spring: Spring
  }

  private let term: Term

  /// Prepares a formula; throws if it is wrong: what it does not throw about has a finite value at any time.
  init(_ course: DeckMotion.Course) throws(DeckSessionError) {
    term = try Self.term(course, depth: 1)
  }

  /// The value at `time`, in microseconds of the daemon's clock.
  func value(at time: Double) -> Double {
    Self.value(of: term, at: time)
  }

  /// The bounds of a motion's numbers, and of its values.
  private static let numbers = -Double(JSONValue.largestInteger)...Double(JSONValue.largestInteger)
  private static let positive = 1e-9...numbers.upperBound
  private static let notNegative = 0...numbers.upperBound

  private static let depthLimit = 16

  private static func check(
    _ values: Double...,
    in range: ClosedRange<Double> = numbers
  ) throws(DeckSessionError) {
    guard let wrong = values.first(where: { !range.contains($0) }) else { return }
    throw .unreadable("a motion has \(wrong), not a number from \(range.lowerBound) to \(range.upperBound)")
  }

  private static func term(_ course: DeckMotion.Course, depth: Int) throws(DeckSessionError) -> Term {
    guard depth <= depthLimit else { throw .unreadable("formulas nest more than \(depthLimit) deep") }
    let term = try unboundedTerm(course, depth: depth)
    try check(reach(of: term))
    return term
  }

  private static func unboundedTerm(_ course: DeckMotion.Course, depth: Int) throws(DeckSessionError) -> Term {
    switch course {
    case .set(let value): return .constant(value)
    case .spring(let spring):
      var pieces: [Piece] = []
      for piece in spring.pieces { pieces.append(try self.piece(piece)) }
      return .spring(target: spring.target, first: pieces[0], later: Array(pieces.dropFirst()), end: spring.end)
    case .curve(let curve):
      let c = curve.controls
      try check(curve.from, curve.target, c[1], c[3])
      try check(curve.duration, in: notNegative)
      do {
        return .curve(try CubicBezier(x1: c[0], y1: c[1], x2: c[2], y2: c[3]), curve)
      } catch {
        throw .unreadable("\(error)")
      }
    case .decay(let decay):
      try check(decay.from, decay.target, decay.velocity)
      try check(decay.rate, in: positive)
      return .decay(decay)
    case .sum(let courses): return .sum(try terms(courses, depth: depth + 1))
    case .product(let courses): return .product(try terms(courses, depth: depth + 1))
    case .piecewise(let course, let points):
      for point in points { try check(point.input, point.output) }
      return .piecewise(try term(course, depth: depth + 1), points)
    }
  }

  private static func terms(_ courses: [DeckMotion.Course], depth: Int) throws(DeckSessionError) -> [Term] {
    var terms: [Term] = []
    for course in courses { terms.append(try term(course, depth: depth)) }
    return terms
  }

  private static func piece(_ piece: DeckMotion.Course.Spring.Piece) throws(DeckSessionError) -> Piece {
    try check(piece.from, piece.velocity)
    try check(piece.stiffness, in: positive)
    try check(piece.damping, in: notNegative)
    do {
      let spring = try Spring(mass: 1, stiffness: piece.stiffness, damping: piece.damping)
      return Piece(start: piece.start, from: piece.from, velocity: piece.velocity, spring: spring)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  /// The magnitude that a term's values do not exceed.
  private static func reach(of term: Term) -> Double {
    switch term {
    case .constant(let value): return value.magnitude
    case .spring(let target, let first, let later, _):
      // Whatever its damping is, a spring's velocity takes it no further than v/ω₀.
      let distances = ([first] + later).map { piece in
        (piece.from - target).magnitude + piece.velocity.magnitude / piece.spring.naturalFrequency
      }
      return distances.reduce(0, max) + target.magnitude
    case .curve(let bezier, let curve):
      let overshoot = 1 + bezier.y1.magnitude + bezier.y2.magnitude
      return curve.from.magnitude + (curve.target - curve.from).magnitude * overshoot
    case .decay(let decay):
      return max(decay.target.magnitude, decay.from.magnitude + decay.velocity.magnitude / decay.rate)
    case .sum(let terms): return terms.reduce(0) { $0 + reach(of: $1) }
    case .product(let terms): return terms.reduce(1) { $0 * reach(of: $1) }
    case .piecewise(_, let points): return points.map(\.output.magnitude).reduce(0, max)
    }
  }

  private static func value(of term: Term, at time: Double) -> Double {
    switch term {
    case .constant(let value): return value
    case .spring(let target, let first, let later, let end):
      if let end, time >= Double(end) { return target }
      guard time > Double(first.start) else { return first.from }
      let piece = later.last { Double($0.start) <= time } ?? first
      let state = piece.spring.state(
        after: seconds(from: piece.start, to: time),
        displacement: piece.from - target,
        velocity: piece.velocity
      )
      return target + state.position
    case .curve(let bezier, let curve):
      guard time < Double(curve.end) else { return curve.target }
      guard time > Double(curve.start) else { return curve.from }
      let progress = seconds(from: curve.start, to: time) / curve.duration
      return curve.from + (curve.target - curve.from) * bezier.value(at: progress)
    case .decay(let decay):
      guard time < Double(decay.end) else { return decay.target }
      guard time > Double(decay.start) else { return decay.from }
      return decay.from - decay.velocity / decay.rate * expm1(-decay.rate * seconds(from: decay.start, to: time))
    case .sum(let terms): return terms.reduce(0) { $0 + value(of: $1, at: time) }
    case .product(let terms): return terms.reduce(1) { $0 * value(of: $1, at: time) }
    case .piecewise(let term, let points): return interpolated(value(of: term, at: time), points)
    }
  }

  private static func seconds(from start: Int64, to time: Double) -> Double {
    (time - Double(start)) / 1_000_000
  }

  private static func interpolated(_ input: Double, _ points: [DeckMotion.Course.Point]) -> Double {
    guard let next = points.firstIndex(where: { $0.input > input }) else { return points[points.count - 1].output }
    guard next > 0 else { return points[0].output }
    let (left, right) = (points[next - 1], points[next])
    return left.output + (right.output - left.output) * (input - left.input) / (right.input - left.input)
  }
}
