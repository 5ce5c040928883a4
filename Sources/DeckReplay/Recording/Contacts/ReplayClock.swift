import DeckProtocol
import Kinetics
import MessageText

/// The time of a replay: a recording's own intervals, without backward steps.
///
/// The first hardware frame is at time 0. If the system's clock was set during a recording, or the recording was
/// edited, it has stamps before those of earlier lines. No time passes at such a step, and the clock continues from
/// there: if it stopped until the old stamp was reached, all touches until then would occur at one moment.
struct ReplayClock {
  /// An event stamped earlier than its predecessor.
  private struct StepBack {
    var line: Int
    var microseconds: Int64
  }

  /// The largest number of microseconds that JSON readers represent exactly.
  private static let limit: Int64 = 1 << 53

  private var lastStamp: Instant?
  private var lastFrame: Instant?
  private var elapsed: Int64 = 0
  private var firstStep: StepBack?
  private var stepCount = 0

  /// Compares an event's stamp with its predecessor's.
  mutating func observe(_ event: EvdevEvent) {
    if let lastStamp, event.time < lastStamp {
      stepCount += 1
      firstStep =
        firstStep ?? StepBack(line: event.line, microseconds: lastStamp.microseconds - event.time.microseconds)
    }
    lastStamp = event.time
  }

  /// The replay time of the recording's next hardware frame, which ended at `stamp`.
  mutating func time(ofFrameAt stamp: Instant) -> Instant {
    let interval = stamp.microseconds - (lastFrame ?? stamp).microseconds
    elapsed = min(elapsed + max(interval, 0), Self.limit)
    lastFrame = stamp
    return Instant(microseconds: elapsed)
  }

  /// A note about backward steps; `nil` if there were none.
  var note: String? {
    guard let firstStep else { return nil }
    let (seconds, fraction) = firstStep.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let size = "\(seconds).\(padded(fraction, to: 6)) s"
    let others = stepCount == 1 ? "" : ", the first of \(stepCount) steps"
    return "line \(firstStep.line): the clock steps back by \(size)\(others); no time passes there"
  }
}
