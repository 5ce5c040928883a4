import Foundation

/// Which sanitizer the tests and the programs they run are built with (Tests/Sanitizers).
public enum Sanitizer {
  /// How many times longer than usual a test waits for what must happen: programs are slower under a sanitizer.
  public static let patience = environment["DECKD_PATIENCE"].flatMap(Int.init) ?? 1

  /// Whether it is AddressSanitizer.
  public static let isAddress = environment["DECKD_SANITIZER"] == "address"

  private static let environment = ProcessInfo.processInfo.environment
}
