import Glibc

/// How long `deckctl` waits for a reply of the daemon.
enum ReplyTimeout {
  /// The environment variable with the seconds to wait, for a machine that is slow or busy.
  static let variable = "DECKD_TIMEOUT"
  private static let range = 0.1...3600

  /// What the environment names, else `usual`.
  static func named(else usual: Duration) -> Duration {
    text.flatMap(Double.init).map { .seconds($0) } ?? usual
  }

  /// Why the environment's value is none; `nil` without a value.
  static var mistake: String? {
    guard let text else { return nil }
    if let seconds = Double(text), range.contains(seconds) { return nil }
    return "\(variable): expected seconds from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"."
  }

  private static var text: String? { getenv(variable).map { String(cString: $0) } }
}
