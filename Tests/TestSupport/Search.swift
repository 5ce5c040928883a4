import Foundation

/// How far a random test searches.
///
/// `make test` runs a slice of each long search; `make soak` sets `DECKD_SOAK` and runs all of it, seed after seed.
public enum Search {
  /// `slice`, or `whole` under `make soak`.
  public static func length(slice: Int, whole: Int) -> Int { isWhole ? whole : slice }

  private static let isWhole = ProcessInfo.processInfo.environment["DECKD_SOAK"] == "1"
}
