import BenchmarkFigures
import Foundation
import Glibc
import LiveDaemon

/// From a touch to its frame at a client: `deckd` in turns with the least that a C program does (Benchmarks/CReader).
///
/// Both run on panels of their own on the test bed and have the same touches and the same subscribers. The delays are
/// printed and never a failure: on a shared machine they are those of other processes, too. That a daemon at rest never
/// wakes is a count, and asserted.
@main
enum LatencyBenchmark {
  private static let audiences = [1, 10, 100]
  private static let rounds = 5
  private static let tickRounds = 3
  private static let rates = [60, 120, 240]
  /// The most that deckd may take relative to C, at the median and at p99.
  private static let goal = 1.5
  /// In MiB: the memory of its own, all that is resident, and what may be left of a load after ten seconds.
  private static let memory = (own: 4.0, resident: 22.0, rest: 2.0)
  private static let reference = "C: libinput, poll, write"
  private static let timerReference = "C: timerfd, poll, write"

  static func main() {
    do {
      guard try measure() else { exit(1) }
    } catch {
      say("latency-benchmark: \(error)")
      exit(1)
    }
  }

  /// Returns whether the daemon never woke at rest.
  private static func measure() throws -> Bool {
    var noise = try MachineNoise()
    let resting = try RestingDaemon()
    let deckd = try Contestant("deckd")
    let reader = try Contestant("C", program: LiveDaemon.programs.appending(path: "c-reader"))
    try compare(deckd, reader)
    try compareTicks()
    let isSilent = try rest(deckd, resting)
    let verdict = try noise.verdict()
    say("\n" + verdict.text)
    BenchmarkRecord.add("the machine was quiet", verdict.isQuiet ? 1 : 0, unit: "1 = yes")
    return isSilent
  }

  // MARK: - Touches

  private static func compare(_ deckd: Contestant, _ reader: Contestant) throws {
    say(
      """
      From the kernel's time of a touch to a client's read of its frame, in µs. Each of \(rounds) rounds has \
      \(Contestant.steps) touches \(Contestant.period / 1000) ms apart; deckd and C (libinput, poll, write) take turns.

      """
    )
    var reason = ""
    let canHold = PowerRequest(reason: &reason) != nil
    if !canHold { say("left out: \(PowerRequest.path) held (\(reason))\n") }
    say(Latencies.heading)
    for count in audiences {
      try deckd.join(upTo: count)
      try reader.join(upTo: count)
      var plain = Rounds(subscribers: count, isHeld: false)
      var held = Rounds(subscribers: count, isHeld: true)
      for round in 0..<rounds {
        try plain.run(round, deckd, reader)
        guard canHold else { continue }
        let request = PowerRequest(reason: &reason)
        try held.run(round, deckd, reader)
        _ = consume request
      }
      for rounds in canHold ? [plain, held] : [plain] { report(rounds) }
    }
  }

  private static func report(_ rounds: Rounds) {
    let (ours, theirs) = (Latencies(joining: rounds.deckd), Latencies(joining: rounds.reader))
    say(theirs.line("C, \(rounds.title)"))
    say(ours.line("deckd, \(rounds.title)"))
    for (title, fraction) in [("p50", 0.5), ("p99", 0.99)] {
      let ratios = zip(rounds.deckd, rounds.reader).map { $0.quantile(fraction) / $1.quantile(fraction) }.sorted()
      say("    rounds: " + ratios.map(rounded).joined(separator: ", "))
      let name = "touch to client, \(title), \(rounds.title)"
      BenchmarkRecord.report(name, median(ratios), unit: "×", reference: reference, limit: .atMost(goal))
    }
    for (name, latencies) in [("C", theirs), ("deckd", ours)] {
      for (title, fraction) in Latencies.columns {
        let value = latencies.quantile(fraction)
        BenchmarkRecord.add("\(name), touch to client, \(title), \(rounds.title)", value, unit: "µs")
      }
      BenchmarkRecord.add(distribution: "\(name), \(rounds.title)", latencies.sorted, unit: "µs")
    }
  }

  // MARK: - Ticks

  private static func compareTicks() throws {
    say("\nTicks, in µs: how late a frame of something that moves is at a client, and how unevenly frames come.\n")
    say(Latencies.heading)
    let program = LiveDaemon.programs.appending(path: "c-reader")
    for rate in rates {
      var (theirs, ours): ([Ticks], [Ticks]) = ([], [])
      for round in 0..<tickRounds {
        if round.isMultiple(of: 2) { ours.append(try Ticks.deckd(rate: rate)) }
        theirs.append(try Ticks.reader(rate: rate, program: program))
        if !round.isMultiple(of: 2) { ours.append(try Ticks.deckd(rate: rate)) }
      }
      for (name, rounds) in [("C", theirs), ("deckd", ours)] {
        let lateness = Latencies(joining: rounds.map(\.lateness))
        let jitter = Latencies(joining: rounds.map(\.jitter))
        say(lateness.line("\(name), late at \(rate) Hz"))
        say(jitter.line("\(name), off the period at \(rate) Hz"))
        for (title, fraction) in [("p50", 0.5), ("p99", 0.99)] {
          BenchmarkRecord.add("\(name), tick late, \(title), \(rate) Hz", lateness.quantile(fraction), unit: "µs")
          BenchmarkRecord.add("\(name), off the period, \(title), \(rate) Hz", jitter.quantile(fraction), unit: "µs")
        }
      }
      let medians = zip(ours, theirs).map { (ours: $0.lateness.median, theirs: $1.lateness.median) }
      let ratio = median(medians.map { $0.ours / $0.theirs })
      BenchmarkRecord.report("tick late, p50, \(rate) Hz", ratio, unit: "×", reference: timerReference)
      let delay = median(medians.map { $0.ours - $0.theirs })
      BenchmarkRecord.report("tick later than in C, p50, \(rate) Hz", delay, unit: "µs")
    }
  }

  // MARK: - Rest

  /// Measures what is left after a load, and the wakeups of a daemon at rest meanwhile; returns whether there were none.
  private static func rest(_ deckd: Contestant, _ resting: RestingDaemon) throws -> Bool {
    try resting.load()
    sleep(1)
    try deckd.crowd.drain(within: 6000)
    let seconds: UInt32 = 10
    let wakeups = try deckd.daemon.wakeups(in: seconds)
    let after = try resting.memory
    say("\nAt rest:\n")
    let what = "wakeups in \(seconds) s with \(deckd.crowd.count) subscribers"
    BenchmarkRecord.report(what, Double(wakeups), unit: "", limit: .atMost(0))
    let figures: [(String, Double, Double)] = [
      ("memory of its own, five cards and their state", resting.start.own, memory.own),
      ("resident memory, five cards and their state", resting.start.resident, memory.resident),
      ("more of its own 10 s after a load", after.own - resting.start.own, memory.rest),
      ("more resident 10 s after a load", after.resident - resting.start.resident, memory.rest),
    ]
    for (name, value, limit) in figures { BenchmarkRecord.report(name, value, unit: "MiB", limit: .atMost(limit)) }
    return wakeups == 0
  }
}

/// The turns of both programs with the same subscribers.
private struct Rounds {
  var subscribers: Int
  /// Whether processors are kept from sleeping deeply.
  var isHeld: Bool
  var deckd: [Latencies] = []
  var reader: [Latencies] = []

  var title: String {
    "\(subscribers) subscriber\(subscribers == 1 ? "" : "s")" + (isHeld ? ", latency held" : "")
  }

  /// Has each take a turn; the order changes with the round.
  mutating func run(_ round: Int, _ deckd: Contestant, _ reader: Contestant) throws {
    if round.isMultiple(of: 2) { self.deckd.append(try deckd.turn()) }
    self.reader.append(try reader.turn())
    if !round.isMultiple(of: 2) { self.deckd.append(try deckd.turn()) }
  }
}
