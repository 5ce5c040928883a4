import Foundation

/// Which sanitizer the tests and the programs they run are built with (Tests/Sanitizers).
public enum Sanitizer {
  /// How many times longer than usual a test waits for what must happen: programs are slower under a sanitizer.
  public static let patience = environment["DECKD_PATIENCE"].flatMap(Int.init) ?? 1

  /// Whether it is AddressSanitizer.
  public static let isAddress = environment["DECKD_SANITIZER"] == "address"

  /// Whether the memory of a program is more than what it holds: a sanitizer keeps what was freed, and has memory of its
  /// own for each block.
  public static let keepsMemory = environment["DECKD_SANITIZER"] != nil

  private static let environment = ProcessInfo.processInfo.environment
}
