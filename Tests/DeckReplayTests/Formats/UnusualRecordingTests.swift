import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `An unusual recording` {
  /// A finger that comes down, moves and leaves, in three hardware frames that end on the lines 3, 6 and 9.
  private static let lines = [
    "E: 5.000000 0003 0039 1", "E: 5.000000 0003 0035 100", "E: 5.000000 0000 0000 0",
    "E: 5.010000 0003 0035 120", "E: 5.010000 0003 0036 90", "E: 5.010000 0000 0000 0",
    "E: 5.020000 0003 0039 -1", "E: 5.020000 0001 014a 0", "E: 5.020000 0000 0000 0",
  ]

  private static func read(_ lines: [String], end: String = "\n") throws -> Recording {
    try Recording(Array((lines.joined(separator: "\n") + end).utf8), file: "swipe.events")
  }

  private static func touches(_ lines: [String], end: String = "\n") throws -> RecordedTouches {
    RecordedTouches(try read(lines, end: end), description: try Fixture.slots())
  }

  /// The lines with others in place of some, by their numbers.
  private static func lines(_ changes: [Int: String]) -> [String] {
    lines.enumerated().map { changes[$0 + 1] ?? $1 }
  }

  @Test func `with nothing unusual has no notes`() throws {
    #expect(try Self.read(Self.lines).notes.isEmpty)
    let touches = try Self.touches(Self.lines)
    #expect(touches.notes.isEmpty)
    #expect(touches.frames.map(\.time.microseconds) == [0, 10_000, 20_000])
  }

  @Test func `whose clock steps back plays on from there`() throws {
    // The first frame is half a second late: the second one would be at −490 ms.
    let late = try Self.touches(Self.lines([3: "E: 5.500000 0000 0000 0"]))
    #expect(late.frames.map(\.time.microseconds) == [0, 0, 10_000])
    #expect(late.notes == ["line 4: the clock steps back by 0.490000 s; no time passes there"])

    let set = try Self.touches(Self.lines([6: "E: 3.000000 0000 0000 0", 9: "E: 3.020000 0000 0000 0"]))
    #expect(set.frames.map(\.time.microseconds) == [0, 0, 20_000])
    #expect(set.notes == ["line 6: the clock steps back by 2.010000 s, the first of 2 steps; no time passes there"])

    // Only the stamps of SYN events are times of frames.
    let within = try Self.touches(Self.lines([4: "E: 0.000001 0003 0035 120"]))
    #expect(within.frames.map(\.time.microseconds) == [0, 10_000, 20_000])
    #expect(within.notes == ["line 4: the clock steps back by 4.999999 s; no time passes there"])
  }

  @Test func `whose clock leaps to and fro stays within what JSON holds`() throws {
    let leap = "9007199253.000000"
    let lines = (0..<2000).map { "E: \($0 % 2 == 0 ? "0.000000" : leap) 0000 0000 0" }
    let down = ["E: 0.000000 0003 0039 1", "E: 0.000000 0003 0035 100"]
    let touches = try Self.touches(down + lines + ["E: \(leap) 0003 0039 -1", "E: \(leap) 0000 0000 0"])
    #expect(touches.frames.map(\.time.microseconds) == [0, 1 << 53])
  }

  @Test func `that was cut off loses its last line, and says so`() throws {
    let cut = try Self.read(Array(Self.lines.prefix(8)) + ["E: 5.0200"], end: "")
    #expect(cut.notes == ["line 9 is cut off, and left out: 'E: 5.0200'"])
    #expect(cut.events.count == 8)
    // The same line with a newline was written so.
    #expect(throws: RecordingError.self) { try Self.read(Array(Self.lines.prefix(8)) + ["E: 5.0200"]) }

    let whole = try Self.read(Self.lines, end: "")
    #expect(whole.notes == ["line 9 does not end with a newline: the recording may be cut off there"])
    #expect(whole.events.count == 9)
    #expect(try Self.read(Self.lines + ["# the end"], end: "").notes.isEmpty)

    let log = "[ 1.000000] 0003 0035 00000001\n[ 1.000000] 0003 0036 00000001\n[ 1.000000] 0000 00"
    #expect(
      try Recording(Array(log.utf8), file: "log.txt").notes
        == ["line 3 is cut off, and left out: '[ 1.000000] 0000 00'"]
    )
  }

  @Test func `that lost events names the first gap`() throws {
    var lines = Self.lines
    lines.insert("E: 5.015000 0000 0003 0", at: 6)
    #expect(
      try Self.touches(lines).notes.first
        == "line 7: SYN_DROPPED: events are missing there; contacts keep their last known state"
    )
    lines.insert("E: 5.016000 0000 0003 0", at: 7)
    #expect(try Self.touches(lines).notes.first?.hasPrefix("line 7: SYN_DROPPED, the first of 2: ") == true)
  }

  @Test func `that ends within a hardware frame leaves that out`() throws {
    let touches = try Self.touches(Array(Self.lines.prefix(8)))
    #expect(
      touches.notes == [
        "line 7: no SYN_REPORT follows; the events from here on are left out",
        "contact 0 is still down at the end, and counts as taken away",
      ]
    )
  }

  @Test func `that ends with fingers down names them`() throws {
    let second = ["E: 5.015000 0003 002f 2", "E: 5.015000 0003 0039 2", "E: 5.015000 0000 0000 0"]
    let touches = try Self.touches(Array(Self.lines.prefix(6)) + second)
    #expect(touches.notes == ["contacts 0, 2 are still down at the end, and count as taken away"])
  }

  @Test(
    arguments: [
      (keys: [], properties: [], kind: nil),
      (keys: [KeyCode.touch], properties: [], kind: nil),
      (keys: [0x71], properties: [DeviceProperty.direct], kind: nil),
      (keys: [KeyCode.touch, KeyCode.toolFinger], properties: [DeviceProperty.direct], kind: nil),
      (keys: [KeyCode.touch, KeyCode.toolFinger], properties: [0], kind: "a touchpad"),
      (keys: [KeyCode.touch, KeyCode.toolPen], properties: [DeviceProperty.direct], kind: "a tablet for a pen"),
      (keys: [KeyCode.touch, KeyCode.stylus], properties: [], kind: "a tablet for a pen"),
      (keys: [0x120], properties: [], kind: "a device without BTN_TOUCH and INPUT_PROP_DIRECT"),
    ] as [(keys: Set<UInt16>, properties: Set<UInt16>, kind: String?)]
  )
  func `of a device that is no touchscreen names what it is`(
    keys: Set<UInt16>,
    properties: Set<UInt16>,
    kind: String?
  ) throws {
    let device = try DeviceDescription(
      name: "device",
      properties: properties,
      codes: [0: [0, 1, 3], EventType.key: keys, EventType.absolute: [0, 1]],
      axes: [0: Axis(maximum: 9), 1: Axis(maximum: 9)]
    )
    #expect(device.otherKind == kind)
  }

  @Test func `with a time before its clock's origin is malformed`() {
    #expect(throws: RecordingError.self) { try Self.read(["E: -0.500000 0003 0035 5"]) }
    #expect(throws: RecordingError.self) { try Self.read(["E: 9007199255.000000 0003 0035 5"]) }
  }
}
