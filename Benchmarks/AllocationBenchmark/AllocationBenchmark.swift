import BenchmarkFigures
import Foundation
import Glibc
import LiveDaemon

/// Measures what the release daemon allocates for a frame; in the steady state, a wakeup is one allocation.
///
/// That is the closure of the actor's `assumeIsolated`. A spring that begins is another one, and so is a tick: Dispatch
/// allocates a configuration each time that a timer is armed. The daemon itself counts, between two frames, with every library that is linked into it. The events that
/// libinput allocates and frees for each report of a panel are counted separately and printed beside it.
@main
enum AllocationBenchmark {
  static func main() {
    do {
      try measure()
    } catch {
      say("allocation-benchmark: \(error)")
      exit(1)
    }
  }

  private static func measure() throws {
    say("Allocations in \(Trial.steps) frames by deckd itself, timers that it armed, and allocations by libraries:\n")
    var total = 0
    for motion in Motion.allCases {
      let trial = Trial(motion: motion)
      try trial.run { audience, count in
        total += max(trial.unexplained(count), 0)
        let title = padded("\(motion.rawValue), \(audience.title)", 68)
        say("  \(title)\(padded("\(count.own)", 8))\(padded("\(count.timers)", 8))\(count.libraries)")
      }
    }
    say("")
    let name = "allocations by deckd in all, without wakeups, timers and springs that begin"
    BenchmarkRecord.report(name, Double(total), unit: "", limit: .atMost(0))
    if total > 0 { exit(1) }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
