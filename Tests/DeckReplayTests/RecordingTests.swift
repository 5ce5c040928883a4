import DeckReplay
import Gestures
import Kinetics
import Testing

struct RecordingTests {
  private static func recording(_ text: String) throws(RecordingError) -> Recording {
    try Recording(Array(text.utf8), file: "drag.events")
  }

  private static func failure(_ bytes: [UInt8]) -> String? {
    do {
      _ = try Recording(bytes, file: "drag.events")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `old and new forms of an event are read`() throws {
    let text = """
      # EVEMU 1.3
      E: 0.000001 0003 0039 -001	# EV_ABS / ABS_MT_TRACKING_ID   -1
      E: 1357751027.090934 0003 0035 205\r
      E: 0.810270 0003 014A 0810
        E: 2.000000 0000 0000 0 # the end

      """
    let recording = try Self.recording(text)
    #expect(recording.description == nil)
    #expect(recording.events.map(\.time.microseconds) == [1, 1_357_751_027_090_934, 810_270, 2_000_000])
    #expect(recording.events.map(\.code) == [0x39, 0x35, 0x14a, 0])
    #expect(recording.events.map(\.value) == [-1, 205, 810, 0])
    #expect(recording.events.map(\.line) == [2, 3, 4, 5])
  }

  @Test(arguments: [
    "E: 0.1 0003 0035 5", "E: 0.0000001 0003 0035 5", "E: .000000 0003 0035 5", "E: -1.000000 0003 0035 5",
    "E: 0.000000 0003 0035", "E: 0.000000 00003 00035 x", "E: 0.000000 10003 0035 5",
    "E: 0.000000 0003 0035 2147483648",
    "E: 0.000000 0003 0035 5 6", "E: 9223372036854.999999 0003 0035 5", "E: 99999999999999999999.000000 0003 0035 5",
    "E:", "E: 0.000000-0003 0035 5",
  ])
  func `a malformed event is named`(line: String) {
    let message = Self.failure(Array("# EVEMU 1.3\n\(line)\n".utf8))
    #expect(
      message == "drag.events:2: expected 'E: seconds.microseconds type code value', found '\(line)'"
    )
  }

  @Test func `a file of another kind is told what is read`() {
    let formats = "expected \(Recording.readableFormats), found"
    #expect(Self.failure(Array("\n# no\nMIT License\n".utf8)) == "drag.events:3: \(formats) 'MIT License'")
    #expect(Self.failure([]) == "drag.events: \(formats) no line of it")
    #expect(Self.failure([0, 0xff, 0x0a]) == "drag.events:1: \(formats) '\\x00\\xff'")
    let long = Self.failure([UInt8](repeating: UInt8(ascii: "x"), count: 1000))
    #expect(long?.hasSuffix("x…'") == true)
    #expect(long?.utf8.count ?? 0 < 200)
  }

  @Test func `what is written reads back the same`() throws {
    let events = Fixture.events([.id(7), .x(-3), .y(200)], [.slot(1), .id(-1), .x(.max), .y(.min)])
    let recording = Recording(description: try Fixture.slots(fuzz: 3), events: events)
    let text = recording.evemuText
    #expect(text.hasPrefix("# EVEMU 1.3\nN: Test Panel\nI: 0018 0001 0002 0003\nP: 02 00 00 00 00 00 00 00\n"))
    #expect(text.hasSuffix("E: 0.010000 0000 0000 0000\n"))
    #expect(text.contains("\nE: 0.010000 0003 0039 -001\n"))
    #expect(try Self.recording(text) == recording)
    let headless = Recording(description: nil, events: [])
    #expect(try Self.recording(headless.evemuText) == headless)
  }

  @Test func `a name's line breaks do not break the file`() throws {
    let panel = try DeviceDescription(name: "a\nE: b", axes: [0: Axis(maximum: 9), 1: Axis(maximum: 9)])
    let text = Recording(description: panel, events: []).evemuText
    #expect(try Self.recording(text).description?.name == "a E: b")
  }
}
