import Glibc

/// How far a long command is, in one line of a terminal that is written over and over.
///
/// Nothing is shown where standard error is no terminal, and nothing of a command that ends at once.
struct ProgressLine {
  /// A person notices no shorter wait.
  private static let patience = Duration.milliseconds(500)
  private static let clearing = "\r\u{1B}[K"

  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var isShown = false

  /// Shows `text` in place of what was shown before.
  mutating func show(_ text: String) {
    guard isTerminal, isShown || start.duration(to: .now) > Self.patience else { return }
    isShown = true
    StandardError.write(Self.clearing + text)
  }

  /// Takes the line away.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    StandardError.write(Self.clearing)
  }
}
