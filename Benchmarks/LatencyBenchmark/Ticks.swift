import Foundation
import Glibc
import LiveDaemon

/// What a client receives of a surface's ticks: how late each is, and how evenly they come.
struct Ticks {
  /// From the moment of the tick to the return of the client's read.
  var lateness: Latencies
  /// By how much the time between two frames differs from the period.
  var jitter: Latencies

  private static let seconds = 2.5

  /// Measures deckd, while a card swings back at a surface's refresh rate.
  static func deckd(rate: Int) throws -> Ticks {
    let daemon = try LiveDaemon(
      configuration: """
        [[surfaces]]
        name = "main"
        refresh = \(rate)
        [[decks]]
        id = "main"
        preset = "swipeclean"
        [decks.settings]
        snap.spring = "response 3, dampingFraction 0.1"
        """
    )
    let crowd = try Crowd()
    try crowd.join(1, at: daemon.socket)
    usleep(1_000_000)
    try daemon.put("3 57 1 3 53 560 3 54 1000 1 330 1")
    for step in 1...8 {
      usleep(8000)
      try daemon.put("3 53 \(560 + step * 20) 3 54 1000")
    }
    // A card released by a moving finger would be swiped.
    usleep(300_000)
    try daemon.put("3 57 -1 1 330 0")
    return try measure(crowd, rate: rate)
  }

  /// Measures a timerfd in C that writes a line at each tick.
  static func reader(rate: Int, program: URL) throws -> Ticks {
    let daemon = try LiveDaemon(configuration: "", program: program, options: ["--ticks", "\(rate)"])
    let crowd = try Crowd()
    try crowd.join(1, at: daemon.socket)
    return try measure(crowd, rate: rate)
  }

  private static func measure(_ crowd: Crowd, rate: Int) throws -> Ticks {
    // A client that did not read until now would count what its full socket held back as late ticks.
    let begin = Crowd.now + 200_000
    while Crowd.now < begin { try crowd.read(within: 10) { _ in } }
    var (late, gaps): ([Double], [Double]) = ([], [])
    var last: Int64?
    let end = Crowd.now + Int64(seconds * 1_000_000)
    while Crowd.now < end {
      try crowd.read(within: 100) { frame in
        guard let time = frame.time else { return }
        late.append(Double(frame.received - time))
        if let last { gaps.append(abs(Double(frame.received - last) - 1_000_000 / Double(rate))) }
        last = frame.received
      }
    }
    guard Double(late.count) > 0.9 * seconds * Double(rate) else {
      throw Missing("\(Int(seconds * Double(rate))) ticks at \(rate) Hz; only \(late.count) arrived")
    }
    return Ticks(lateness: Latencies(late), jitter: Latencies(gaps))
  }
}
