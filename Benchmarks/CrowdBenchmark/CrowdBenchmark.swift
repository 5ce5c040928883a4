import BenchmarkFigures
import CCrowd
import Foundation
import Glibc
import LiveDaemon

/// A thousand subscribers to a card that is dragged at 120 Hz, with the daemon on one processor; then the
/// same with additional clients that have subscribed and never read.
///
/// The results are printed and never a failure: on a shared machine the delays include those of other processes.
@main
enum CrowdBenchmark {
  private static let readers = 1000
  private static let stuck = [0, 1, 50]
  private static let rounds = 3

  static func main() {
    do {
      try measure()
    } catch {
      say("crowd-benchmark: \(error)")
      exit(1)
    }
  }

  private static func measure() throws {
    raiseDescriptorLimit()
    let own = try pin()
    let daemon = try LiveDaemon(configuration: configuration, processor: own?.daemon)
    let crowd = try Crowd()
    try crowd.join(readers, at: daemon.socket)
    let drag = try Drag(in: daemon.folder)
    say(
      "\(readers) subscribers to a card dragged at \(Drag.rate) Hz, \(Drag.seconds) s a round; "
        + (own.map { "deckd on processor \($0.daemon), all readers and the panel on \($0.readers)" }
          ?? "one processor for everything: the figures say little")
    )
    say("Delay: from the kernel's time of the touch to the read of its frame, over all subscribers.\n")
    say("  round  stuck   frames/s   gaps    p50 ms    p99 ms   deckd's processor")
    // The first round is a warm-up.
    var results: [[Round]] = []
    for round in 0...rounds {
      // Rotate the order, so that no case is always the first.
      let order = round == 0 ? [0] : stuck.indices.map { stuck[($0 + round) % stuck.count] }
      var ofRound: [Int: Round] = [:]
      for count in order {
        let result = try Round(drag, crowd, daemon, stuck: count)
        ofRound[count] = result
        if round > 0 { say("  " + result.line(round)) }
      }
      if round > 0 { results.append(stuck.compactMap { ofRound[$0] }) }
    }
    summarize(results)
  }

  private static func summarize(_ results: [[Round]]) {
    say("")
    // Other processes on the machine only add to a delay.
    let quietest = stuck.indices.map { place in results.map { $0[place].late }.min() ?? .nan }
    for (place, count) in stuck.enumerated() where count > 0 {
      let ratios = results.map { $0[place].late / $0[0].late }.sorted()
      let (ratio, best) = (ratios[ratios.count / 2], quietest[place] / quietest[0])
      say(
        "  \(rounded(ratio)) × the p99 without, with \(count) stuck, median of rounds from \(rounded(ratios[0])) to "
          + rounded(ratios[ratios.count - 1])
      )
      BenchmarkRecord.report(
        "p99 beside \(count) stuck client\(count == 1 ? "" : "s"), quietest round",
        best,
        unit: "×",
        reference: "the p99 without, \(rounded(quietest[0])) ms",
        limit: .atMost(1.2)
      )
    }
    let all = results.flatMap(\.self)
    let load = all.map(\.load).sorted()
    let share = 100 * load[load.count / 2]
    BenchmarkRecord.report("of one processor for deckd, median", share, unit: "%", limit: .atMost(100))
    let (gaps, slowest) = (all.map(\.gaps).reduce(0, +), all.map(\.rate).min() ?? 0)
    let name = "frames/s for the subscriber with the fewest of \(readers)"
    BenchmarkRecord.report(name, slowest, unit: "", limit: .atLeast(0.99 * Double(Drag.rate)))
    BenchmarkRecord.report("gaps in all", Double(gaps), unit: "", limit: .atMost(0))
  }

  /// Raises the limit of descriptors: the clients' sockets exceed a shell's usual limit.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Keeps the readers and the panel off the daemon's processor; `nil` if there is only one.
  private static func pin() throws -> (daemon: Int, readers: Int)? {
    var processors = [Int32](repeating: 0, count: 2)
    guard crowd_processors(&processors, 2) == 2 else { return nil }
    guard crowd_pin(processors[1]) == 0 else { throw Missing("a processor (errno \(errno))") }
    return (Int(processors[0]), Int(processors[1]))
  }

  private static let configuration = """
    [limits]
    clientsPerUser = 1280
    [[surfaces]]
    name = "main"
    refresh = 60
    [[decks]]
    id = "main"
    preset = "swipeclean"
    """
}
