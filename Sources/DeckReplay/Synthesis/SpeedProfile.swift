/// How a finger's speed varies along its trajectory.
package enum SpeedProfile: Hashable, Sendable {
  /// A constant speed.
  case even
  /// A constant speed, with a pause in the middle, in seconds, which is added to the duration.
  case hesitating(pause: Double)
  /// A constant deceleration, from twice the mean speed to zero at the end.
  case braking

  /// The fraction of the trajectory covered after a fraction of the time in motion, both from 0 to 1.
  package func progress(after part: Double) -> Double {
    switch self {
    case .even, .hesitating: part
    // The integral of 2(1 − t).
    case .braking: part * (2 - part)
    }
  }
}
