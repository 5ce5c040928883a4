import DeckReplay
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `The demonstration's clip` {
  /// A made-up panel of 70 × 124 mm with ten slots.
  private static func panel() throws -> DeviceDescription {
    try DeviceDescription(
      madeUp: "Demonstration panel",
      across: DeviceDescription.Axis(maximum: 1119, resolution: 16),
      down: DeviceDescription.Axis(maximum: 1983, resolution: 16)
    )
  }

  /// A finger at a place of the panel's unit square.
  private static func finger(_ x: Double, _ y: Double, at seconds: Double) -> FingerPath {
    FingerPath(down: Point(x: x, y: y), at: Instant(microseconds: Int64(seconds * 1e6)), rate: 100)
  }

  @Test
  func `swipes right, swipes left, and hesitates`() throws {
    var right = Self.finger(0.38, 0.56, at: 0)
    right.move(to: Point(x: 0.44, y: 0.555), in: 0.12)
    right.move(to: Point(x: 0.85, y: 0.52), in: 0.25)
    right.lift()
    var left = Self.finger(0.62, 0.55, at: 1.6)
    left.move(to: Point(x: 0.56, y: 0.55), in: 0.12)
    left.move(to: Point(x: 0.14, y: 0.58), in: 0.25)
    left.lift()
    var hesitating = Self.finger(0.45, 0.57, at: 3.2)
    hesitating.move(to: Point(x: 0.68, y: 0.54), in: 0.45)
    hesitating.move(to: Point(x: 0.62, y: 0.55), in: 0.25)
    hesitating.hold(0.15)
    hesitating.lift()
    let frames = right.frames + left.frames + hesitating.frames
    let panel = try Self.panel()
    let clip = Recording(frames, by: panel)
    try Golden.expect(clip.evemuText, at: "../../Examples/demo/swipes.evemu")
    #expect(try Recording(Array(clip.evemuText.utf8), file: "clip").events == clip.events)
    let decoded = RecordedTouches(clip, description: panel).frames
    #expect(decoded.map(\.time) == frames.map(\.time))
    #expect(decoded.map { $0.contacts.map(\.phase) } == frames.map { $0.contacts.map(\.phase) })
  }
}
