import Foundation
import LiveDaemon

/// A finger that swipes one card after another to the right, as a recording for the test bed.
struct Swipes {
  static let rate = 120
  static let seconds = 4
  /// Frames from one swipe's beginning to the next one's, and how many of them have a contact.
  private static let (frames, held) = (30, 12)
  static let period = frames * 1000 / rate

  private let file: URL

  /// Writes the recording into a folder.
  init(in folder: URL) throws {
    file = folder.appending(path: "swipes.evemu")
    var text = "# EVEMU 1.3\n"
    for frame in 0..<Self.seconds * Self.rate {
      let step = frame % Self.frames
      guard step <= Self.held else { continue }
      let stamp = "E: " + String(format: "%.6f", Double(frame) / Double(Self.rate))
      if step == 0 { text += "\(stamp) 0003 0039 \(frame + 1)\n\(stamp) 0001 014a 0001\n" }
      if step < Self.held {
        text += "\(stamp) 0003 0035 \(400 + 45 * step)\n\(stamp) 0003 0036 1000\n"
      } else {
        text += "\(stamp) 0003 0039 -1\n\(stamp) 0001 014a 0000\n"
      }
      text += "\(stamp) 0000 0000 0000\n"
    }
    try Data(text.utf8).write(to: file)
  }

  /// Starts playing; returns when it ends, in µs of `CLOCK_MONOTONIC`.
  func play(on daemon: LiveDaemon) throws -> Int64 {
    try daemon.play(file) + Int64(Self.seconds) * 1_000_000
  }
}
