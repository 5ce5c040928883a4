import Foundation
import LiveDaemon

/// One run of the swipes on one of the disks.
struct Round {
  private let frames: [Int64]
  private let events: [Int64]

  init(_ swipes: Swipes, _ crowd: Crowd, _ reader: EventReader, _ daemon: LiveDaemon, _ disk: SlowDisk?) throws {
    try crowd.drain()
    var frames: [Int64] = []
    var events: [Int64] = []
    var shown: Int64 = 0
    let end = try swipes.play(on: daemon) + 600_000
    while Crowd.now < end {
      disk?.beat()
      try crowd.read(within: 1) { frame in
        guard let input = frame.input, input != shown else { return }
        shown = input
        frames.append(frame.received - input)
      }
      events += try reader.read()
    }
    disk?.release()
    try daemon.order("wait event0")
    try crowd.drain()
    events += try reader.read()
    guard !frames.isEmpty, !events.isEmpty else { throw Missing("frames and events of the swipes") }
    self.frames = frames.sorted()
    self.events = events.sorted()
  }

  /// The 99th percentile of the frames' delays, in ms.
  var late: Double { Double(frames[frames.count * 99 / 100]) / 1000 }

  /// The largest delay of an event in ms.
  var latestEvent: Double { Double(events[events.count - 1]) / 1000 }

  func line(_ number: Int, _ disk: String) -> String {
    row([
      ("\(number)", 5), (disk, 5), ("\(frames.count)", 9), (rounded(Double(frames[frames.count / 2]) / 1000), 9),
      (rounded(late), 9), ("\(events.count)", 8), (rounded(Double(events[events.count / 2]) / 1000), 9),
      (rounded(latestEvent), 10),
    ])
  }
}
