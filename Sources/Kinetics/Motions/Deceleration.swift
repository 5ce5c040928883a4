import RealModule

/// How an object without a force on it slows down: the fraction of its speed that it keeps each millisecond.
public struct Deceleration: Equatable, Hashable, Sendable {
  /// The deceleration of a scroll: 0.998 per millisecond.
  public static let normal = Deceleration(validRate: KineticsDefaults.normalDeceleration)

  /// The deceleration of a paging scroll: 0.99 per millisecond.
  public static let fast = Deceleration(validRate: KineticsDefaults.fastDeceleration)

  /// The fraction of the speed that is left after a millisecond, between 0 and 1.
  public let rate: Double

  /// A deceleration that keeps `rate` of the speed each millisecond.
  ///
  /// - Parameter rate: greater than 0 and less than 1.
  /// - Throws: `DecelerationError` for any other rate.
  public init(rate: Double) throws(DecelerationError) {
    let rule = ParameterRule.between(0, and: 1)
    guard rule.accepts(rate) else { throw .invalid(rate: rate, expected: rule) }
    self.init(validRate: rate)
  }

  private init(validRate rate: Double) {
    self.rate = rate
  }

  /// The exponential rate λ = −1000·ln(rate), in 1/s: the speed at time t is v·e^(−λt).
  public var decayRate: Double {
    -1000 * Double.log(rate)
  }

  /// Returns how far an object at `velocity`, in pt/s, is projected to travel: v/1000 · rate/(1 − rate), in points.
  ///
  /// Source: `project(initialVelocity:decelerationRate:)` in WWDC18 session 803, "Designing Fluid Interfaces". It sums
  /// steps of whole milliseconds, so it is 0.1 % short of where `DecayMotion` comes to rest; for an actual release, use
  /// that motion's `target`.
  public func projectedTravel(velocity: Double) -> Double {
    velocity / 1000 * rate / (1 - rate)
  }

  /// `projectedTravel(velocity:)` of both axes.
  public func projectedTravel(velocity: Vector) -> Vector {
    Vector(dx: projectedTravel(velocity: velocity.dx), dy: projectedTravel(velocity: velocity.dy))
  }
}

/// An error thrown when a deceleration cannot be created.
public enum DecelerationError: Error, Equatable, Sendable {
  /// The rate breaks its rule.
  case invalid(rate: Double, expected: ParameterRule)
}

extension DecelerationError: CustomStringConvertible {
  /// What the rate must be and what it was.
  public var description: String {
    switch self {
    case .invalid(let rate, let rule): "a deceleration's rate per millisecond must be \(rule), not \(rate)"
    }
  }
}
