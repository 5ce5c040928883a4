import RealModule

/// A damped spring: m·ẍ + c·ẋ + k·x = 0, or ẍ + 2ζω₀ẋ + ω₀²x = 0 with x the displacement from the target.
///
/// It has no position of its own; `state(after:displacement:velocity:)` gives its trajectory from any start, in the
/// unit of the displacement. ω₀ = √(k/m) in rad/s, ζ = c / (2√(km)) without unit.
public struct Spring: Equatable, Hashable, Sendable {
  /// The mass m on the spring, without unit: 1 unless specified.
  public let mass: Double

  /// The stiffness k, in 1/s² for a unit mass.
  public let stiffness: Double

  /// The damping coefficient c, in 1/s for a unit mass.
  public let damping: Double

  /// The period of the undamped spring, 2π/ω₀, in seconds: how quickly it responds.
  public let response: Double

  /// The fraction ζ of critical damping: 0 swings forever, 1 comes to rest the soonest without passing its target.
  public let dampingFraction: Double

  /// The undamped angular frequency ω₀, in rad/s.
  public let naturalFrequency: Double

  /// The perceptual duration in seconds, as `init(duration:bounce:)` takes it: the response.
  public var duration: Double { response }

  /// The bounce, as `init(duration:bounce:)` takes it: 1 − ζ, or 1/ζ − 1 above ζ = 1.
  public var bounce: Double { dampingFraction > 1 ? 1 / dampingFraction - 1 : 1 - dampingFraction }

  /// ω₀·√|1 − ζ²| in rad/s: the frequency of the swing below ζ = 1, half the difference of both decay rates above.
  ///
  /// Stored because a square root is a noticeable part of evaluating a spring.
  let splitting: Double

  /// A spring of unit mass as SwiftUI describes it: k = (2π/r)², c = 4πζ/r.
  ///
  /// - Parameters:
  ///   - response: r, the undamped period in seconds, greater than 0.
  ///   - dampingFraction: ζ, 0 or more.
  /// - Throws: `SpringError` for a parameter outside its range.
  public init(response: Double, dampingFraction: Double) throws(SpringError) {
    try SpringError.check(.response, response, .positive)
    try SpringError.check(.dampingFraction, dampingFraction, .notNegative)
    self.init(validResponse: response, validDampingFraction: dampingFraction)
    try checkConstants()
  }

  /// A spring of unit mass from a perceptual duration and a bounce, as in SwiftUI since iOS 17.
  ///
  /// The response is the duration; ζ = 1 − b, or 1/(1 + b) for a bounce below 0.
  ///
  /// - Parameters:
  ///   - duration: seconds, greater than 0.
  ///   - bounce: b, greater than −1 and at most 1: 0 is critically damped, 1 swings forever.
  /// - Throws: `SpringError` for a parameter outside its range.
  public init(duration: Double, bounce: Double) throws(SpringError) {
    try SpringError.check(.duration, duration, .positive)
    try SpringError.check(.bounce, bounce, .above(-1, atMost: 1))
    try self.init(response: duration, dampingFraction: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce)
  }

  /// The spring with which what was released at `velocity` moves by `way`, so that it does not run away from the finger
  /// (M8).
  ///
  /// It is critically damped, and this spring is its limit: it is no stiffer, and may be as fast as this one is that moves
  /// by `rest` from rest. Its ω₀ is 2.5·|v|/|way|: with 1 it would decelerate evenly as a decay does, which takes long; with
  /// 2.5 it is at most 1.075 times as fast as the finger. Whatever the finger did, it is at most 1.132 times as fast as the
  /// larger of the finger's speed and of what it reaches from rest, ω₀·|way|/e.
  ///
  /// - Parameters:
  ///   - velocity: v, in units per second.
  ///   - way: from where it is to its target, in the same units.
  ///   - rest: a distance, in the same units, 0 or more.
  /// - Returns: the spring of the movement.
  public func fitted(to velocity: Double, over way: Double, fromRest rest: Double) -> Spring {
    let speed = velocity * way > 0 ? 2.5 * velocity.magnitude : 0
    let fitted = max(speed, naturalFrequency * rest) / way.magnitude
    guard fitted < naturalFrequency, fitted > 0 else {
      return Spring(validResponse: response, validDampingFraction: 1)
    }
    return Spring(validFrequency: fitted, validDampingFraction: 1)
  }

  /// The spring with which what was released at `velocity` leaves by `way`: it pulls to twice the way, from the release
  /// (M8).
  ///
  /// It is critically damped. Its ω₀ is v/way, with which it never gets faster than `velocity`, and at least what takes
  /// it that way from rest within `longest` seconds: (1 + u)·e^−u is ½ at u = 1.67835.
  ///
  /// - Parameters:
  ///   - velocity: v, in units per second, positive toward the way's end.
  ///   - way: in the same units, greater than 0.
  ///   - longest: seconds, greater than 0.
  /// - Returns: the spring of the movement.
  public static func leaving(at velocity: Double, over way: Double, within longest: Double) -> Spring {
    precondition(way > 0 && longest > 0, "what leaves has a way and a time")
    return Spring(validFrequency: max(velocity / way, 1.67835 / longest), validDampingFraction: 1)
  }

  /// This spring, or one that is stiffer, so that what moves toward its target does not pass it for its velocity alone.
  ///
  /// Critically damped, nothing passes its target that is no faster than ω₀ times the way to it. Its response is at least
  /// 1 ms: on a shorter way what moves passes its target, by less than anybody sees.
  ///
  /// - Parameters:
  ///   - velocity: in units per second, positive toward the target.
  ///   - way: from where it is to its target, in the same units.
  /// - Returns: the spring, with the same damping fraction.
  public func stopping(_ velocity: Double, within way: Double) -> Spring {
    guard way > 0, velocity > naturalFrequency * way else { return self }
    return Spring(validFrequency: velocity / way, validDampingFraction: dampingFraction)
  }

  /// A spring from its physical constants.
  ///
  /// - Parameters:
  ///   - mass: m, greater than 0.
  ///   - stiffness: k, greater than 0.
  ///   - damping: c, 0 or more.
  /// - Throws: `SpringError` for a parameter outside its range.
  public init(mass: Double, stiffness: Double, damping: Double) throws(SpringError) {
    try SpringError.check(.mass, mass, .positive)
    try SpringError.check(.stiffness, stiffness, .positive)
    try SpringError.check(.damping, damping, .notNegative)
    // Two roots, since one of a product or quotient could leave the range of a Double.
    let naturalFrequency = stiffness.squareRoot() / mass.squareRoot()
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.naturalFrequency = naturalFrequency
    response = 2 * Double.pi / naturalFrequency
    dampingFraction = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    splitting = Self.splitting(naturalFrequency, dampingFraction)
    try checkConstants()
  }

  /// The spring of unit mass between two others, with response and ζ interpolated at `progress` (0…1).
  ///
  /// Every spring between two valid ones is valid, so this cannot fail.
  init(between old: Spring, and new: Spring, at progress: Double) {
    self.init(
      validResponse: old.response + (new.response - old.response) * progress,
      validDampingFraction: old.dampingFraction + (new.dampingFraction - old.dampingFraction) * progress
    )
  }

  /// The response of the stiffest spring that is computed, in seconds: far below a frame.
  ///
  /// The shorter the way that is left, the stiffer a spring that stops within it, without a bound. With this response,
  /// what moves at 6,000 units per second passes its target by 0.4 units, v·r/(2πe), and constants stay below 10⁸.
  private static let shortestResponse = 0.001

  private init(validFrequency frequency: Double, validDampingFraction dampingFraction: Double) {
    let response = max(2 * .pi / frequency, Self.shortestResponse)
    self.init(validResponse: response, validDampingFraction: dampingFraction)
  }

  private init(validResponse response: Double, validDampingFraction dampingFraction: Double) {
    let naturalFrequency = 2 * Double.pi / response
    self.response = response
    self.dampingFraction = dampingFraction
    self.naturalFrequency = naturalFrequency
    mass = 1
    stiffness = naturalFrequency * naturalFrequency
    damping = 2 * dampingFraction * naturalFrequency
    splitting = Self.splitting(naturalFrequency, dampingFraction)
  }

  /// (1 − ζ)(1 + ζ) rather than 1 − ζ²: no digits are lost near ζ = 1, and 1 − ζ is exact there.
  private static func splitting(_ naturalFrequency: Double, _ dampingFraction: Double) -> Double {
    naturalFrequency * (1 - dampingFraction).magnitude.squareRoot() * (1 + dampingFraction).squareRoot()
  }

  /// Throws if a constant has left the range of a Double: a motion made from it would be NaN.
  private func checkConstants() throws(SpringError) {
    try SpringError.check(.response, response, .positive)
    try SpringError.check(.dampingFraction, dampingFraction, .notNegative)
    try SpringError.check(.stiffness, naturalFrequency * naturalFrequency, .positive)
    try SpringError.check(.damping, damping, .notNegative)
    // Above ζ = 1 the fast rate is up to twice ζω₀, and the gap between both rates up to that again.
    try SpringError.check(.damping, 4 * dampingFraction * naturalFrequency, .notNegative)
  }
}
