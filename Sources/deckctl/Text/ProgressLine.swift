import Glibc

/// The progress of a long command, in one line of a terminal that is updated in place.
///
/// Nothing is shown if standard error is not a terminal, or if the command ends at once.
struct ProgressLine {
  /// The delay before the line appears: users do not notice a shorter wait.
  private static let patience = Duration.milliseconds(500)
  private static let clearing = "\r\u{1B}[K"

  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var isShown = false

  /// Shows `text` in place of the previous text.
  mutating func show(_ text: String) {
    guard isTerminal, isShown || start.duration(to: .now) > Self.patience else { return }
    isShown = true
    StandardError.write(Self.clearing + text)
  }

  /// Removes the line.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    StandardError.write(Self.clearing)
  }
}
