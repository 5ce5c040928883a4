/// How a finger spends the time of its way.
package enum SpeedProfile: Hashable, Sendable {
  /// At one speed.
  case even
  /// At one speed, but for so many seconds of standing still in the middle of the way, which the way takes longer.
  case hesitating(pause: Double)
  /// Ever slower: from twice the mean speed, the speed falls evenly to nothing at the end.
  case braking

  /// The part of the way behind the finger after a part of the time that it moves, both from 0 to 1.
  package func progress(after part: Double) -> Double {
    switch self {
    case .even, .hesitating: part
    // The integral of 2(1 − t).
    case .braking: part * (2 - part)
    }
  }
}
