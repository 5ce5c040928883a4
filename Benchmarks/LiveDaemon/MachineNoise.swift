import Foundation
import Glibc

/// What else the machine does while something is measured.
package struct MachineNoise {
  /// The jiffies of all processors since the machine started.
  private struct Sample {
    var busy = 0.0
    var stolen = 0.0
    var all = 0.0

    init() throws {
      let stat = try String(contentsOfFile: "/proc/stat", encoding: .utf8)
      // user nice system idle iowait irq softirq steal
      let fields = stat.prefix { $0 != "\n" }.split(separator: " ").dropFirst().compactMap { Double($0) }
      guard fields.count >= 8 else { throw Missing("the processors' times in /proc/stat") }
      all = fields[..<8].reduce(0, +)
      stolen = fields[7]
      busy = all - fields[3] - fields[4] - stolen
    }
  }

  /// By how much others may use the processors of a quiet machine, as a fraction.
  private static let quiet = (busy: 0.05, stolen: 0.01)

  private let start: Sample
  /// The processors' busy fraction while this program waits: before and after the measurement.
  private var idle: [Double] = []

  /// Looks at the machine for a second, before anything is measured.
  package init() throws {
    start = try Sample()
    idle.append(try Self.busyWhileWaiting())
  }

  private static func busyWhileWaiting() throws -> Double {
    let before = try Sample()
    usleep(1_000_000)
    let after = try Sample()
    return (after.busy - before.busy) / max(after.all - before.all, 1)
  }

  /// Looks again when everything has been measured and ended; returns whether the machine was quiet, and how much it was.
  package mutating func verdict() throws -> (isQuiet: Bool, text: String) {
    let end = try Sample()
    idle.append(try Self.busyWhileWaiting())
    let stolen = (end.stolen - start.stolen) / max(end.all - start.all, 1)
    let busy = idle.max() ?? 0
    let isQuiet = busy <= Self.quiet.busy && stolen <= Self.quiet.stolen
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first ?? "?"
    let words = isQuiet ? "The machine was quiet" : "The machine was NOT quiet: the figures are those of others, too"
    return (
      isQuiet,
      "\(words). Others used \(percent(busy)) of the processors before or after, \(percent(stolen)) was stolen during "
        + "it; load \(load) at the end, with the benchmark's own."
    )
  }
}

/// Returns a fraction as percent with one decimal.
package func percent(_ fraction: Double) -> String {
  "\((fraction * 1000).rounded() / 10) %"
}
