import Foundation

/// Random numbers that a seed decides, so that a failing test can be run again.
///
/// SplitMix64, by Sebastiano Vigna after Guy Steele, Doug Lea and Christine Flood, "Fast splittable pseudorandom number
/// generators" (2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The sequence that belongs to `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}

/// The seed of a random test: a new one each run, or `DECKD_SEED` to run a failure again.
///
/// A test says it in its expectations (`"DECKD_SEED=\(seed)"`), so that a failure prints it.
public enum Seed {
  /// The run's seed.
  public static let value =
    ProcessInfo.processInfo.environment["DECKD_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
}
