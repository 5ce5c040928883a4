import Foundation
import Glibc
import LiveDaemon

/// One drag with a crowd of subscribers, and with clients that never read.
struct Round {
  /// A subscriber's stream so far.
  private struct Stream {
    var number = 0
    var input: Int64 = 0
    /// Frames of touches during the measurement.
    var frames = 0
  }

  let stuck: Int
  /// The median delay in ms.
  let middle: Double
  /// The 99th percentile of the delay in ms.
  let late: Double
  /// Frames that are missing in some subscriber's stream.
  let gaps: Int
  /// Frames of touches a second, for the subscriber with the fewest.
  let rate: Double
  /// The daemon's share of one processor, 0…1.
  let load: Double

  init(_ drag: Drag, _ crowd: Crowd, _ daemon: LiveDaemon, stuck: Int) throws {
    self.stuck = stuck
    let idle = try (0..<stuck).map { _ in try Crowd.subscribe(to: "frames", at: daemon.socket) }
    defer { for descriptor in idle { close(descriptor) } }
    // The previous round's card is back by then.
    usleep(500_000)
    try crowd.drain()
    var streams = [Stream](repeating: Stream(), count: crowd.count)
    var delays: [Int32] = []
    delays.reserveCapacity(crowd.count * Drag.seconds * Drag.rate)
    var gaps = 0
    let span = try drag.play(on: daemon)
    var times: [Double] = []
    while Crowd.now < span.upperBound + 200_000 {
      try crowd.read(within: 50) { frame in
        let before = streams[frame.reader]
        if before.number > 0, frame.number != before.number + 1 { gaps += 1 }
        streams[frame.reader].number = frame.number
        // Only the first frame that shows a touch: what moves by itself may be shown again before the next touch.
        guard let input = frame.input, input != before.input else { return }
        streams[frame.reader].input = input
        guard span.contains(input) else { return }
        streams[frame.reader].frames += 1
        delays.append(Int32(clamping: frame.received - input))
      }
      let now = Crowd.now
      if times.isEmpty && now >= span.lowerBound || times.count == 1 && now >= span.upperBound {
        times.append(try daemon.processorTime)
      }
    }
    try daemon.order("wait event0")
    try crowd.drain()
    guard let first = times.first, let last = times.last, !delays.isEmpty else { throw Missing("a frame of the drag") }
    delays.sort()
    middle = Double(delays[delays.count / 2]) / 1000
    late = Double(delays[delays.count * 99 / 100]) / 1000
    self.gaps = gaps
    rate = Double(streams.map(\.frames).min() ?? 0) / Double(Drag.seconds)
    load = (last - first) / Double(Drag.seconds)
  }

  func line(_ round: Int) -> String {
    row([
      ("\(round)", 5), ("\(stuck)", 6), (rounded(rate), 10), ("\(gaps)", 6), (rounded(middle), 9), (rounded(late), 9),
      ("\(rounded(100 * load)) %", 18),
    ])
  }
}
