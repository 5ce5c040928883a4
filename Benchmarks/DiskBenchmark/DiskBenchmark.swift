import BenchmarkFigures
import Foundation
import Glibc
import LiveDaemon

/// A finger that decides a card every quarter of a second while the daemon persists each decision: first
/// on the machine's own disk, then on one whose syncs take a quarter of a second.
///
/// The delays are printed; the benchmark fails if events are lost or out of order, or if no event is late on a slow
/// disk.
@main
enum DiskBenchmark {
  private static let rounds = 3

  static func main() {
    do {
      try measure()
    } catch {
      say("disk-benchmark: \(error)")
      exit(1)
    }
  }

  private static func measure() throws {
    let daemon = try LiveDaemon(configuration: configuration, keepsState: true)
    let crowd = try Crowd()
    try crowd.join(1, at: daemon.socket)
    let disk = try SlowDisk(daemon)
    let events = try EventReader(at: daemon.socket)
    let swipes = try Swipes(in: daemon.folder)
    say("A card is swiped away every \(Swipes.period) ms. Each frame of the finger is timed from the kernel's touch")
    say("to a client, each event from its moment. On the slow disk a sync takes up to \(SlowDisk.delay) ms.\n")
    say("  round  disk    frames    p50 ms    p99 ms   events    p50 ms    most ms")
    var results: [[Round]] = []
    // The first round is a warm-up.
    for number in 0...rounds {
      var ofRound: [Round] = []
      for isSlow in number == 0 ? [false] : number.isMultiple(of: 2) ? [false, true] : [true, false] {
        let round = try Round(swipes, crowd, events, daemon, isSlow ? disk : nil)
        ofRound.append(round)
        if number > 0 { say("  " + round.line(number, isSlow ? "slow" : "own")) }
      }
      if number > 0 { results.append(number.isMultiple(of: 2) ? ofRound : ofRound.reversed()) }
    }
    let ratios = results.map { $0[1].late / $0[0].late }.sorted()
    let best = (0..<2).map { disk in results.map { $0[disk].late }.min() ?? .nan }
    say("")
    let (name, reference) = ("p99 of frames on a slow disk", "the p99 on the machine's own disk")
    BenchmarkRecord.report("\(name), median of rounds", ratios[ratios.count / 2], unit: "×", reference: reference)
    BenchmarkRecord.report("\(name), quietest round of each", best[1] / best[0], unit: "×", reference: reference)
    let late = results.map { $0[1].latestEvent }.max() ?? 0
    guard late > Double(SlowDisk.delay) / 2 else { throw Missing("an event that waited for the disk") }
    BenchmarkRecord.report("events, in order and with no gap", Double(events.count), unit: "")
  }

  private static let configuration = """
    [[surfaces]]
    name = "main"
    [[decks]]
    id = "main"
    preset = "swipeclean"
    [decks.settings]
    loop = true
    """
}
