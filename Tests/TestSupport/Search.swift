import Foundation

/// How far a random test searches.
///
/// `make test` runs a slice of each long search, and `make quick-test` (`DECKD_QUICK`) a tenth of that; `make soak` sets
/// `DECKD_SOAK` and runs all of it, seed after seed.
public enum Search {
  /// `slice`, a tenth of it under `make quick-test`, or `whole` under `make soak`.
  public static func length(slice: Int, whole: Int) -> Int {
    isWhole ? whole : isQuick ? max(slice / 10, 1) : slice
  }

  private static let isWhole = ProcessInfo.processInfo.environment["DECKD_SOAK"] == "1"
  private static let isQuick = ProcessInfo.processInfo.environment["DECKD_QUICK"] == "1"
}
