import CLibevdev
import Evdev
import Gestures
import Kinetics
import Testing

@Suite
struct `A report of contacts` {
  private var report = ContactReport(
    TouchscreenShape(
      name: "panel",
      x: .init(minimum: 0, maximum: 1119, resolution: 16),
      y: .init(minimum: 100, maximum: 1099),
      slots: 2
    )
  )

  private mutating func encode(_ contacts: Contact...) -> [ContactReport.Event] {
    report.encode(contacts)
    return report.events
  }

  private static func contact(_ id: Int, _ phase: Contact.Phase, _ x: Double = 0.5, _ y: Double = 0.5) -> Contact {
    Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: y))
  }

  private static func absolute(_ code: Int32, _ value: Int32) -> ContactReport.Event { .init(EV_ABS, code, value) }
  private static let end = ContactReport.Event(EV_SYN, SYN_REPORT, 0)

  private static func touch(_ isDown: Bool) -> ContactReport.Event { .init(EV_KEY, BTN_TOUCH, isDown ? 1 : 0) }

  @Test
  mutating func `gives the positions in the device's own units, from the first to the last`() {
    for unit in 0...1119 {
      // As libinput computes it.
      let events = encode(Self.contact(0, unit == 0 ? .down : .moved, Double(unit) / 1120, Double(unit % 1000) / 1000))
      #expect(events.contains(Self.absolute(ABS_MT_POSITION_X, Int32(unit))))
      #expect(events.contains(Self.absolute(ABS_MT_POSITION_Y, Int32(unit % 1000 + 100))))
    }
    #expect(encode(Self.contact(0, .moved, 1.5, -1)).contains(Self.absolute(ABS_MT_POSITION_X, 1119)))
    #expect(report.events.contains(Self.absolute(ABS_MT_POSITION_Y, 100)))
  }

  @Test
  mutating func `has each contact in its slot, and the oldest as that of a single-touch screen`() {
    let first = encode(Self.contact(0, .down))
    #expect(
      first == [
        Self.absolute(ABS_MT_SLOT, 0), Self.absolute(ABS_MT_TRACKING_ID, 0), Self.absolute(ABS_MT_POSITION_X, 560),
        Self.absolute(ABS_MT_POSITION_Y, 600), Self.touch(true), Self.absolute(ABS_X, 560), Self.absolute(ABS_Y, 600),
        Self.end,
      ]
    )
    let second = encode(Self.contact(0, .stationary), Self.contact(1, .down, 0.25))
    #expect(
      second == [
        Self.absolute(ABS_MT_SLOT, 1), Self.absolute(ABS_MT_TRACKING_ID, 1), Self.absolute(ABS_MT_POSITION_X, 280),
        Self.absolute(ABS_MT_POSITION_Y, 600), Self.touch(true), Self.absolute(ABS_X, 560), Self.absolute(ABS_Y, 600),
        Self.end,
      ]
    )
    let lifted = encode(Self.contact(0, .up))
    #expect(
      lifted == [
        Self.absolute(ABS_MT_SLOT, 0), Self.absolute(ABS_MT_TRACKING_ID, -1), Self.touch(true),
        Self.absolute(ABS_X, 280), Self.absolute(ABS_Y, 600), Self.end,
      ]
    )
    let last = encode(Self.contact(1, .up))
    #expect(
      last == [Self.absolute(ABS_MT_SLOT, 1), Self.absolute(ABS_MT_TRACKING_ID, -1), Self.touch(false), Self.end]
    )
  }

  @Test
  mutating func `takes two frames for a contact that comes and goes in one`() {
    let events = encode(Self.contact(0, .down), Self.contact(0, .up))
    #expect(events.filter { $0 == Self.end }.count == 2)
    let down = events.firstIndex(of: Self.absolute(ABS_MT_TRACKING_ID, 0))
    let up = events.firstIndex(of: Self.absolute(ABS_MT_TRACKING_ID, -1))
    let end = events.firstIndex(of: Self.end)
    #expect(down.map { down in end.map { down < $0 } ?? false } ?? false)
    #expect(up.map { up in end.map { up > $0 } ?? false } ?? false)
  }

  @Test
  mutating func `ends a cancelled contact as a palm`() {
    _ = encode(Self.contact(1, .down))
    #expect(
      encode(Self.contact(1, .cancelled)) == [
        Self.absolute(ABS_MT_SLOT, 1), Self.absolute(ABS_MT_TOOL_TYPE, MT_TOOL_PALM), Self.touch(true),
        Self.absolute(ABS_X, 560), Self.absolute(ABS_Y, 600), Self.end,
        Self.absolute(ABS_MT_SLOT, 1), Self.absolute(ABS_MT_TRACKING_ID, -1),
        Self.absolute(ABS_MT_TOOL_TYPE, MT_TOOL_FINGER), Self.touch(false), Self.end,
      ]
    )
  }

  @Test
  mutating func `is empty for a contact that it does not know, and for one beyond the device's slots`() {
    #expect(encode(Self.contact(0, .moved), Self.contact(1, .up), Self.contact(2, .down)).isEmpty)
  }
}
