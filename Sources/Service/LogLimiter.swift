package import Kinetics

/// Holds back messages that repeat, and floods: a log on a panel's flash memory has a bounded rate.
package struct LogLimiter: Sendable {
  /// What becomes of a message.
  package enum Admission: Equatable, Sendable {
    /// It is written; `heldBack` messages before it, alike or beyond the total rate, were not.
    case write(heldBack: Int)
    case holdBack
  }

  /// Messages that are alike, since their period began.
  private struct Repetition {
    var start: Instant
    var written = 0
    var heldBack = 0
  }

  /// As in systemd's `LogRateLimitIntervalSec=`, but far below its burst: a person reads this log.
  private static let period = Duration.seconds(30)
  /// How often a message is written in a period, enough to see that it repeats.
  private static let mostAlike = 5
  /// How many messages are written in a period, whatever they say: three a second.
  private static let most = 90
  /// How many different messages are distinguished.
  private static let mostKinds = 64

  private var kinds: [String: Repetition] = [:]
  private var all = Repetition(start: Instant(microseconds: 0))

  /// A limiter that has seen nothing yet.
  package init() {}

  /// Decides on a message; those with the same text are alike, whatever their values.
  package mutating func admit(_ text: String, at now: Instant) -> Admission {
    // What was held back of the whole is reported once, by the first message after it.
    var heldBack = 0
    if now >= all.start.advanced(by: Self.period) {
      heldBack = all.heldBack
      all = Repetition(start: now)
    }
    guard all.written < Self.most else {
      all.heldBack += 1
      return .holdBack
    }
    var kind = kinds[text] ?? Repetition(start: now)
    if now >= kind.start.advanced(by: Self.period) {
      heldBack += kind.heldBack
      kind = Repetition(start: now)
    }
    defer { kinds[text] = kind }
    guard kind.written < Self.mostAlike else {
      kind.heldBack += 1
      return .holdBack
    }
    kind.written += 1
    all.written += 1
    if kinds[text] == nil, kinds.count >= Self.mostKinds,
      let oldest = kinds.min(by: { $0.value.start < $1.value.start })
    {
      kinds[oldest.key] = nil
    }
    return .write(heldBack: heldBack)
  }
}
