import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `A panel without ranges` {
  /// The panel of a log in which a finger was at these places.
  private static func panel(_ positions: [(x: Int32, y: Int32)], more: String = "") throws -> DeducedPanel {
    func event(_ code: String, _ value: Int32) -> String {
      "[ 1.000000] 0003 \(code) \(String(UInt32(bitPattern: value), radix: 16))\n"
    }
    let text = positions.map { event("0035", $0.x) + event("0036", $0.y) }.joined() + more
    return try #require(try Recording(Array(text.utf8), file: "log").deduced)
  }

  @Test(arguments: [
    (x: 100, y: 100, width: 480, height: 800),
    (x: 500, y: 100, width: 800, height: 480),
    (x: 479, y: 800, width: 540, height: 960),
    (x: 900, y: 1000, width: 1024, height: 1024),
    (x: 1079, y: 1500, width: 1080, height: 1920),
    (x: 1900, y: 1100, width: 1920, height: 1200),
    (x: 540, y: 2300, width: 1080, height: 2400),
    (x: 2500, y: 2500, width: 4096, height: 4096),
    (x: 4000, y: 20, width: 4096, height: 4096),
    (x: 32767, y: 32768, width: 65536, height: 65536),
  ])
  func `is the smallest usual one that holds its touches`(x: Int32, y: Int32, width: Double, height: Double) throws {
    let panel = try Self.panel([(0, 0), (x, y)])
    #expect(panel.description.panel.axes.width == width && panel.description.panel.axes.height == height)
    #expect(panel.description.panel.millimetres == nil)
    #expect(panel.assumption.contains("missing; took "))
  }

  @Test
  func `goes below zero where its touches do`() throws {
    let panel = try Self.panel([(-300, 20), (200, 40)])
    #expect(panel.description.horizontal == Axis(minimum: -512, maximum: 511))
    #expect(panel.description.vertical == panel.description.horizontal)
    let extreme = try Self.panel([(-1 << 29, (1 << 29) - 2)])
    #expect(extreme.description.vertical == Axis(minimum: -1 << 29, maximum: (1 << 29) - 1))
    #expect(throws: RecordingError.self) { try Self.panel([(.min, .max)]) }
  }

  @Test
  func `has slots unless it tells its contacts in packets`() throws {
    #expect(try Self.panel([(1, 1)]).description.reporting == .slots(10))
    let slots = "[ 1.000000] EV_ABS ABS_MT_SLOT 0000000e\n"
    #expect(try Self.panel([(1, 1)], more: slots).description.reporting == .slots(15))
    let packet = "[ 1.000000] EV_SYN SYN_MT_REPORT 00000000\n"
    #expect(try Self.panel([(1, 1)], more: packet).description.reporting == .packets(identified: false))
    let identified = "[ 1.000000] EV_ABS ABS_MT_TRACKING_ID 00000000\n" + packet
    #expect(try Self.panel([(1, 1)], more: identified).description.reporting == .packets(identified: true))
    let single = "[ 1.000000] 0001 014a 00000001\n[ 1.000000] 0003 0000 00000005\n"
    #expect(try Self.panel([], more: single).description.reporting == .single)
  }

  @Test
  func `has the name that the log gives it`() throws {
    let event = "[ 1.000000] /dev/input/event2: 0003 0035 00000001\n"
    #expect(try Self.panel([], more: event).description.name == "/dev/input/event2")
    let named = "add device 1: /dev/input/event2\n  name: \"touch\"\n" + event
    #expect(try #require(try Recording(Array(named.utf8), file: "log").deduced).description.name == "touch")
  }

  @Test
  func `gives the touches of its log`() throws {
    let text = """
      [ 2.000000] EV_ABS ABS_MT_TRACKING_ID 00000000
      [ 2.000000] EV_ABS ABS_MT_POSITION_X  00000030
      [ 2.000001] EV_ABS ABS_MT_POSITION_Y  00000060
      [ 2.000002] EV_SYN SYN_MT_REPORT      00000000
      [ 2.000003] EV_SYN SYN_REPORT         00000000
      [ 2.010000] EV_SYN SYN_MT_REPORT      00000000
      [ 2.010003] EV_SYN SYN_REPORT         00000000
      """
    let recording = try Recording(Array(text.utf8), file: "log")
    let panel = try #require(recording.deduced).description
    #expect(Fixture.story(recording.events, on: panel) == [["0 down 48,96"], ["0 up 48,96"]])
    let frames = RecordedTouches(recording, description: panel).frames
    #expect(frames.map(\.time.microseconds) == [0, 10_000])
    #expect(frames.first?.contacts.first?.position.x == 48.0 / 480)
  }
}
