import BenchmarkFigures
import Foundation
import Glibc
import LiveDaemon

/// Counts what the release daemon executes and touches for one report of a finger, where no noise can reach.
///
/// A panel reports every 8 ms. In between the processor sleeps, and what the next report needs has to be fetched again:
/// the time from a touch to its frame grows with the number of distinct cache lines and pages. With the path of a file
/// as its argument, it also writes which instructions of the daemon were executed, and how often.
@main
enum ColdPathBenchmark {
  static func main() {
    do {
      try measure()
    } catch {
      say("cold-path-benchmark: \(error)")
      exit(1)
    }
  }

  private static func measure() throws {
    let trial = try Trial()
    say("What deckd executes and touches for one report of a finger that drags a card (median of \(Trial.steps)):\n")
    say(line("", Figure.allCases.map(\.title)))
    var excess: [String] = []
    for audience in Audience.all {
      let medians = try trial.run(audience)
      if CommandLine.arguments.count > 1, let profile = trial.last?.profile {
        try Data(profile.utf8).write(to: URL(filePath: "\(CommandLine.arguments[1]).\(audience.count)"))
      }
      say(line(audience.title, medians.map { "\($0)" }))
      say(line("  limit", audience.limits.map { "\($0)" }))
      for (figure, (median, limit)) in zip(Figure.allCases, zip(medians, audience.limits)) {
        let most = Double(limit) * (1 + Audience.margin) + Audience.slack
        let name = "\(figure.title) per touch, \(audience.title)"
        BenchmarkRecord.add(name, Double(median), unit: "", limit: .atMost(most.rounded(.down)))
        guard Double(median) > most else { continue }
        excess.append("\(audience.title): \(median) \(figure.title), \(limit) recorded")
      }
    }
    let percent = Int((Audience.margin * 100).rounded())
    say("\n  within \(percent) % and \(Int(Audience.slack)) of the limits: \(excess.isEmpty ? "yes" : "no")")
    for line in excess { say("  \(line)") }
    if !excess.isEmpty { exit(1) }
  }

  private static func line(_ title: String, _ columns: [String]) -> String {
    let name = title + String(repeating: " ", count: max(18 - title.count, 0))
    return "  " + name + row(columns.map { ($0, 16) })
  }
}
