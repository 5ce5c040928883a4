import DeckProtocol
import Kinetics

/// The time of a replay: a recording's own intervals, without its steps back.
///
/// The first hardware frame is at time 0. A recording that was made while the system's clock was set, or that was
/// edited, has stamps before those of earlier lines. No time passes at such a step and the clock runs on from there:
/// were time to stand still until the old stamp is reached, the fingers would do everything until then at one moment.
struct ReplayClock {
  /// An event stamped before the one that it follows.
  private struct StepBack {
    var line: Int
    var microseconds: Int64
  }

  /// As far as JSON readers have whole microseconds.
  private static let limit: Int64 = 1 << 53

  private var lastStamp: Instant?
  private var lastFrame: Instant?
  private var elapsed: Int64 = 0
  private var firstStep: StepBack?
  private var stepCount = 0

  /// Compares the stamp of an event with that of the event before it.
  mutating func observe(_ event: EvdevEvent) {
    if let lastStamp, event.time < lastStamp {
      stepCount += 1
      firstStep =
        firstStep ?? StepBack(line: event.line, microseconds: lastStamp.microseconds - event.time.microseconds)
    }
    lastStamp = event.time
  }

  /// The time in the replay of the hardware frame that ended at `stamp`, the next one of the recording.
  mutating func time(ofFrameAt stamp: Instant) -> Instant {
    let interval = stamp.microseconds - (lastFrame ?? stamp).microseconds
    elapsed = min(elapsed + max(interval, 0), Self.limit)
    lastFrame = stamp
    return Instant(microseconds: elapsed)
  }

  /// What is to be said about the clock; `nil` where it never stepped back.
  var note: String? {
    guard let firstStep else { return nil }
    let (seconds, fraction) = firstStep.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let size = "\(seconds).\(padded(fraction, to: 6)) s"
    let others = stepCount == 1 ? "" : ", the first of \(stepCount) steps"
    return "line \(firstStep.line): the clock steps back by \(size)\(others); no time passes there"
  }
}
