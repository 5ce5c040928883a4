/// A generator of random numbers that a seed determines, so that results and failures can be reproduced.
///
/// SplitMix64, by Sebastiano Vigna after Guy Steele, Doug Lea and Christine Flood, "Fast splittable pseudorandom number
/// generators" (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The sequence of `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Returns a number from 0 to below 1: the 53 bits that a `Double` holds.
  package mutating func nextUnit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}
