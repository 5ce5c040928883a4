import Kinetics

/// Counts the events of an action that run nothing, for one line in the log per burst.
package struct DroppedEvents: Equatable, Sendable, CustomStringConvertible {
  /// Why an event runs nothing.
  package enum Reason: Int, CaseIterable, Hashable, Sendable {
    case stillRunning, queueIsFull, beyondRate, tooManyCommands

    fileprivate var text: String {
      switch self {
      case .stillRunning: "while its command ran"
      case .queueIsFull: "behind \(ActionSchedule.mostWaiting) that wait"
      case .beyondRate: "beyond its rate"
      case .tooManyCommands: "beside \(ActionSchedule.mostRunning) other commands"
      }
    }
  }

  /// The pause that ends a burst.
  private static let pause = Duration.seconds(1)
  /// A burst without an end is reported in parts.
  private static let longest = Duration.seconds(60)

  /// How many events were dropped in this burst.
  package private(set) var counts: [Reason: Int] = [:]
  private var first: Instant?
  private var last: Instant?

  /// How many were dropped, and why.
  package var description: String {
    Reason.allCases.compactMap { reason in counts[reason].map { "\($0) \(reason.text)" } }.joined(separator: ", ")
  }

  /// When the burst is to be reported; `nil` without one.
  var due: Instant? {
    guard let first, let last else { return nil }
    return min(last.advanced(by: Self.pause), first.advanced(by: Self.longest))
  }

  mutating func add(_ reason: Reason, at now: Instant) {
    counts[reason, default: 0] += 1
    (first, last) = (first ?? now, now)
  }
}
