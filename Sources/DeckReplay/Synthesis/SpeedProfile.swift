/// How a finger's speed varies along its trajectory.
package enum SpeedProfile: Hashable, Sendable {
  /// A constant speed.
  case even
  /// A constant speed, with a pause in the middle, in seconds, which is added to the duration.
  case hesitating(pause: Double)
  /// A constant speed, and a constant deceleration to zero in this last part of the time, above 0 and at most 1.
  case braking(last: Double)

  /// The fraction of the trajectory covered after a fraction of the time in motion, both from 0 to 1.
  package func progress(after part: Double) -> Double {
    switch self {
    case .even, .hesitating: part
    case .braking(let last):
      // The speed before it brakes, so that all of the way is covered, and the way that is left.
      part <= 1 - last
        ? part / (1 - last / 2) : 1 - (1 - part) * (1 - part) / (2 * last) / (1 - last / 2)
    }
  }
}
