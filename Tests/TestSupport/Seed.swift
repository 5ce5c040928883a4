import Foundation

// Tests of every module use it; without this, each would have to import DeckEngine for it.
@_exported public import struct DeckEngine.SeededGenerator

/// The seed of a random test: a new one each run, or `DECKD_SEED` to run a failure again.
///
/// A test includes it in its expectations (`"DECKD_SEED=\(seed)"`), so that a failure prints it.
public enum Seed {
  /// The run's seed.
  public static let value = given ?? .random(in: 0 ... .max)

  /// A seed that is the same each run, for long tests: new seeds belong in a separate search, `DECKD_SEED=$RANDOM swift
  /// test --filter …`.
  public static let steady = given ?? 7

  private static let given = ProcessInfo.processInfo.environment["DECKD_SEED"].flatMap { UInt64($0) }
}
