import Foundation
import Glibc
import LiveDaemon

/// One drag before a crowd, beside clients that never read.
struct Round {
  /// A subscriber's stream so far.
  private struct Stream {
    var number = 0
    var input: Int64 = 0
    /// Frames of touches in the time that is measured.
    var frames = 0
  }

  let stuck: Int
  /// In ms.
  let middle: Double
  /// The 99th percentile, in ms.
  let late: Double
  /// Frames that were left out of some subscriber's stream.
  let gaps: Int
  /// Touches' frames a second, of the subscriber with the fewest.
  let rate: Double
  /// Of one processor, 0…1.
  let load: Double

  init(_ drag: Drag, _ crowd: Crowd, _ daemon: LiveDaemon, stuck: Int) throws {
    self.stuck = stuck
    let idle = try (0..<stuck).map { _ in try Crowd.subscribe(to: "frames", at: daemon.socket) }
    defer { for descriptor in idle { close(descriptor) } }
    // The card before this round is back by then.
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
        // Of the frames that show a touch the first: what moves by itself may be shown before the next touch.
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
