import Foundation
import LiveDaemon

/// A finger that moves a card around at the panel's rate, as a recording for the test bed.
struct Drag {
  static let rate = 120
  /// Seconds that are measured.
  static let seconds = 3
  /// Seconds before the measurement: by then the socket of a client that never reads is full.
  static let before = 2

  private let file: URL

  /// Writes the recording into a folder.
  init(in folder: URL) throws {
    file = folder.appending(path: "drag.evemu")
    var text = "# EVEMU 1.3\n" + "E: 0.000000 0003 0039 0001\n"
    let count = (Self.before + Self.seconds) * Self.rate
    for frame in 0...count {
      let time = Double(frame) / Double(Self.rate)
      let angle = 2 * .pi * time
      let stamp = String(format: "%.6f", time)
      text += "E: \(stamp) 0003 0035 \(560 + Int(150 * sin(angle)))\n"
      text += "E: \(stamp) 0003 0036 \(1000 + Int(150 * (1 - cos(angle))))\n"
      if frame == 0 { text += "E: \(stamp) 0001 014a 0001\n" }
      text += "E: \(stamp) 0000 0000 0000\n"
    }
    let end = String(format: "%.6f", Double(count + 1) / Double(Self.rate))
    text += "E: \(end) 0003 0039 -1\nE: \(end) 0001 014a 0000\nE: \(end) 0000 0000 0000\n"
    try Data(text.utf8).write(to: file)
  }

  /// Starts playing; returns when the measurement begins and ends, in µs of `CLOCK_MONOTONIC`.
  func play(on daemon: LiveDaemon) throws -> Range<Int64> {
    let from = try daemon.play(file) + Int64(Self.before) * 1_000_000
    return from..<from + Int64(Self.seconds) * 1_000_000
  }
}
