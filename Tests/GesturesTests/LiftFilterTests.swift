import Gestures
import Kinetics
import Testing

@Suite
struct `A panel that reports a far-off point before the lift` {
  /// A frame of a finger after `milliseconds`.
  private static func frame(_ milliseconds: Double, _ phase: Contact.Phase, _ x: Double, _ y: Double) -> TouchFrame {
    let contact = Contact(id: ContactID(0), phase: phase, position: Point(x: x, y: y))
    return TouchFrame(time: Instant(microseconds: Int64(milliseconds * 1000)), contacts: [contact])
  }

  /// What is left of the frames of a finger: its phases and places.
  private static func filtered(_ frames: [TouchFrame]) -> [Contact] {
    var filter = LiftFilter()
    return frames.flatMap { frame in
      var frame = frame
      filter.filter(&frame)
      return frame.contacts
    }
  }

  private static func places(_ frames: [TouchFrame]) -> [Point] { filtered(frames).map(\.position) }

  @Test(arguments: [0.0, 50, 200, 800, 2000])
  func `has it dropped at any speed of the finger`(speed: Double) {
    for wild in stride(from: 100.0, through: 800, by: 100) where wild > speed / 15 {
      var frames = [Self.frame(0, .down, 0, 400)]
      for step in 1...9 { frames.append(Self.frame(Double(step) * 10, .moved, Double(step) * speed / 100, 400)) }
      let last = frames.last?.contacts[0].position ?? Point(x: 0, y: 0)
      frames.append(Self.frame(100, .moved, last.x, 400 - wild))
      frames.append(Self.frame(105, .up, last.x, 400 - wild))
      #expect(Self.places(frames).suffix(2) == [last, last], "\(speed) pt/s, \(wild) pt off")
      // In one report with the lift.
      frames.remove(at: frames.count - 2)
      #expect(Self.places(frames).last == last)
    }
  }

  @Test
  func `has a tap stay a tap`() {
    let frames = [
      Self.frame(0, .down, 200, 400), Self.frame(40, .moved, 201, 400), Self.frame(48, .moved, 390, 10),
      Self.frame(56, .up, 390, 10),
    ]
    #expect(Self.places(frames).allSatisfy { $0.x <= 201 && $0.y == 400 })
    #expect(Self.filtered(frames).map(\.phase) == [.down, .moved, .stationary, .up])
  }

  @Test
  func `lets a jump that the next report confirms pass, one report late`() {
    let frames = [
      Self.frame(0, .down, 0, 0), Self.frame(10, .moved, 60, 0), Self.frame(20, .moved, 120, 0),
      Self.frame(30, .moved, 180, 0), Self.frame(40, .up, 180, 0),
    ]
    #expect(Self.places(frames).map(\.x) == [0, 0, 120, 180, 180])
  }
}
