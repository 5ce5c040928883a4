import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `A daemon that is killed at any instant` {
  /// Each kill takes a tenth of a second.
  private static let kills = Search.length(slice: 100, whole: 1000)

  @Test
  func `has published every event once, forgets no answered command, and is again what its events say`() throws {
    let ledger = RandomLoad.ledger()
    var load = RandomLoad(seed: Seed.value)
    let (resuming, other) = (ResumingClient(ledger, keepsLedger: true), ResumingClient(ledger, keepsLedger: false))
    let daemon = try LoneDaemon(configuration: RandomLoad.configuration, keepsState: true)
    for kill in 0..<Self.kills {
      if !daemon.isRunning {
        // Some are killed while they start.
        if kill % 8 == 0 {
          try daemon.launch()
          pause(microseconds: load.number(0...40_000))
          daemon.stop(SIGKILL)
        }
        try daemon.start()
      }
      try resuming.connect(daemon)
      try resuming.resume()
      try other.connect(daemon)
      try other.listen(to: "swipe")
      let end = ContinuousClock.now.advanced(by: .microseconds(load.number(0...60_000)))
      while ContinuousClock.now < end {
        if resuming.outstanding < 24 { try load.act(resuming, ledger, loads: true) }
        if other.outstanding < 24 { try load.act(other, ledger, loads: false) }
        try resuming.readWaiting()
        try other.readWaiting()
      }
      daemon.stop(SIGKILL)
      try resuming.readToEnd()
      try other.readToEnd()
      try #require(!daemon.log.contains("rror"), "DECKD_SEED=\(Seed.value), kill \(kill): \(daemon.log)")
    }
    try daemon.start()
    try resuming.connect(daemon)
    try resuming.resume()
    #expect(daemon.stop() == 0)
    // Without enough of everything, the test would show nothing.
    #expect(resuming.done + other.done > Self.kills, "DECKD_SEED=\(Seed.value)")
    print(
      "\(Self.kills) kills: \(ledger.last) events, \(resuming.done + other.done) commands done, "
        + "\(resuming.refused + other.refused) refused; DECKD_SEED=\(Seed.value)"
    )
    try SchemaValidator.expectValid((resuming.samples + other.samples).map { Array($0.utf8) }, from: .daemon)
  }

  /// Waits for the instant of a kill, which the test chooses: there is no condition to wait for.
  private func pause(microseconds: Int) {
    usleep(UInt32(microseconds))
  }
}
