import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `A getevent log` {
  private static func recording(_ text: String) throws(RecordingError) -> Recording {
    try Recording(Array(text.utf8), file: "touch.txt")
  }

  private static func failure(_ text: String) -> String? {
    do {
      _ = try recording(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// A log's head for one panel, as `getevent -lp` prints it.
  private static let head = """
    add device 1: /dev/input/event2
      name:     "touch # 1"
      events:
        KEY (0001): KEY_HOME              BTN_TOUCH*
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 4, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min -8, max 1079, fuzz 2, flat 1, resolution 16
                    ABS_MT_POSITION_Y     : value 0, min 0, max 2399, fuzz 2, flat 1, resolution 16
                    ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT

    """

  @Test
  func `has no codes beyond those of a kernel, and names a type that is none`() throws {
    let text = Self.head.replacing("KEY_HOME", with: "0300").replacing("INPUT_PROP_DIRECT", with: "0020")
    let recording = try Self.recording(text)
    #expect(recording.description?.codes[EventType.key] == [KeyCode.touch])
    #expect(recording.description?.properties == [])
    #expect(try Recording(Array(recording.evemuText.utf8), file: "again").description == recording.description)
    #expect(Self.failure(Self.head.replacing("(0001)", with: "(0020)"))?.contains("an event type from 0 to 1f") == true)
    let axis = Self.failure(Self.head.replacing("ABS_MT_SLOT ", with: "0040 "))
    #expect(axis?.contains("expected 'code : value n") == true, "\(axis ?? "")")
  }

  @Test
  func `is the same in names and in numbers`() throws {
    let names = """
      [    1411.748191] EV_ABS       ABS_MT_TRACKING_ID   00000007            \r
      [    1411.748201] EV_ABS       ABS_MT_POSITION_X    000001f4            \r
      [    1411.748203] EV_ABS       ABS_MT_POSITION_Y    0000000a            \r
      [    1411.748204] EV_KEY       BTN_TOUCH            DOWN                \r
      [    1411.748205] EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM        \r
      [    1411.748206] EV_SYN       SYN_REPORT           00000000             rate 60\r
      [ 1000000.000000] EV_ABS       ABS_MT_TRACKING_ID   ffffffff            \r
      [ 1000000.000000] EV_KEY       BTN_TOUCH            UP                  \r

      """
    let numbers = """
      [    1411.748191] 0003 0039 00000007
      [    1411.748201] 0003 0035 000001f4
      [    1411.748203] 0003 0036 0000000A
      [    1411.748204] 0001 014a 00000001
      [    1411.748205] 0003 0037 00000002
      [    1411.748206] 0000 0000 00000000
      [ 1000000.000000] 0003 0039 ffffffff
      [ 1000000.000000] 0001 014a 00000000

      """
    let recording = try Self.recording(names)
    #expect(recording == (try Self.recording(numbers)))
    #expect(recording.description == nil && recording.notes.isEmpty)
    #expect(recording.events.map(\.code) == [0x39, 0x35, 0x36, 0x14a, 0x37, 0, 0x39, 0x14a])
    #expect(recording.events.map(\.value) == [7, 500, 10, 1, 2, 0, -1, 0])
    #expect(recording.events.map(\.time.microseconds).prefix(2) == [1_411_748_191, 1_411_748_201])
    #expect(recording.events.map(\.line) == Array(1...8))
  }

  @Test
  func `leaves out what has a name that no panel needs`() throws {
    let text = """
      could not get driver version for /dev/input/mice, Not a typewriter
      [ 1.000000] EV_MSC       MSC_TIMESTAMP        00001234
      [ 1.000000] EV_KEY       KEY_HOME             DOWN
      [ 1.000000] EV_ABS       ABS_MT_POSITION_X    00000001
      remove device 1: /dev/input/event7

      """
    #expect(try Self.recording(text).events.map(\.line) == [4])
  }

  @Test
  func `describes its panel where -lp was printed into it`() throws {
    let device = try #require(try Self.recording(Self.head).description)
    #expect(device.name == "touch # 1")
    #expect(device.properties == [1])
    #expect(device.reporting == .slots(5))
    #expect(device.horizontal == Axis(minimum: -8, maximum: 1079, fuzz: 2, flat: 1, resolution: 16))
    #expect(device.declares(EventType.key, KeyCode.touch))
    #expect(try DeviceDescription(Array(Self.head.utf8), file: "panel.txt") == device)
  }

  @Test
  func `describes its panel in numbers too, with what -i adds and without what Android 2 lacked`() throws {
    let text = """
      add device 3: /dev/input/event3
        bus:      0018
        vendor    16b4
        product   0a01
        version   0100
        name:     "panel"
        location: "i2c"
        id:       ""
        version:  1.0.1
        events:
          KEY (0001): 0066  014a
          ABS (0003): 0035 value 0, min 0, max 479, fuzz 0 flat 0
                      0036 value 0, min 0, max 799, fuzz 0 flat 0
          SW  (0005): 0000
                      0039
          ???  (0006): 0011
        input props:
          0001
          <none>
        HID descriptor: 0018:16B4:0A01.0001

          05 0d 09 04
      """
    let device = try #require(try Self.recording(text).description)
    #expect(device.identity == DeviceDescription.Identity(bus: 0x18, vendor: 0x16b4, product: 0xa01, version: 0x100))
    #expect(device.name == "panel")
    #expect(device.axes == [0x35: Axis(maximum: 479), 0x36: Axis(maximum: 799)])
    #expect(device.codes[EventType.key]?.contains(KeyCode.touch) == true)
    #expect(device.properties == [1])
  }

  @Test
  func `of several devices gives the one with the fingers, and says so`() throws {
    let text =
      "add device 1: /dev/input/event0\n  name:     \"keys\"\n" + Self.head + """
        [ 1.000000] /dev/input/event0: EV_KEY       BTN_TOUCH            DOWN
        [ 1.000000] /dev/input/event0: EV_ABS       ABS_X                00000001
        [ 1.000000] /dev/input/event5: EV_ABS       ABS_X                00000001
        [ 1.000000] /dev/input/event5: EV_ABS       ABS_X                00000002
        [ 1.000000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000001

        """
    let recording = try Self.recording(text)
    #expect(recording.description?.name == "touch # 1")
    #expect(recording.events.map(\.code) == [AbsoluteCode.contactX])
    #expect(
      recording.notes == [
        "took the touches of /dev/input/event2 (touch # 1), not /dev/input/event0 (keys), /dev/input/event5"
      ]
    )
  }

  @Test
  func `of one device is described by the panel that has its axes`() throws {
    let other = """
      add device 2: /dev/input/event1
        name:     "pen"
        events:
          ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0

      """
    let event = "[ 1.000000] EV_ABS       ABS_MT_TRACKING_ID   00000001\n[ 1.000000] 0003 0035 00000001\n"
    let recording = try Self.recording(other + Self.head + event)
    #expect(recording.description?.name == "touch # 1")
    #expect(recording.notes == ["took /dev/input/event2 (touch # 1) for the device, as its events do not name it"])
    #expect(try Self.recording(other + event).description == nil)
  }

  @Test(arguments: [
    ("[1.5] EV_SYN SYN_REPORT 0", "'[seconds.microseconds] type code value'"),
    ("[ 1.000000] EV_ABS ABS_MT_POSITION_Z 00000001", "'[seconds.microseconds] type code value'"),
    ("[ 1.000000] EV_ABS ABS_MT_POSITION_X left", "'[seconds.microseconds] type code value'"),
    ("[ 1.000000] EV_ABS ABS_MT_POSITION_X 100000000", "'[seconds.microseconds] type code value'"),
    ("[ 1.000000] 0003 0035", "'[seconds.microseconds] type code value'"),
    ("[ 1.000000] 0003 0035 00000001 fast", "'[seconds.microseconds] type code value'"),
    ("[99999999999999.000000] 0003 0035 00000001", "'[seconds.microseconds] type code value'"),
    ("EV_ABS ABS_MT_POSITION_X 00000001", "a time stamp '[seconds.microseconds]' first"),
    ("/dev/input/event2: 0003 0035 00000001", "a time stamp '[seconds.microseconds]' first"),
    ("  0003 0035 00000001", "a time stamp '[seconds.microseconds]' first"),
    ("add device x", "'add device number: path'"),
  ])
  func `that is malformed is told by its line`(line: String, expected: String) throws {
    let message = try #require(Self.failure("[ 1.000000] 0003 0035 00000001\n\(line)\n"))
    #expect(message.hasPrefix("touch.txt:2: expected \(expected)"), "\(message)")
    #expect(message.hasSuffix("found '\(line)'"), "\(message)")
  }

  @Test(arguments: [
    ("    ABS (0003): ABS_MT_POSITION_X : value 0, min 0, max 9, fuzz 0", "'code : value n, min n"),
    ("    ABS (0003): ABS_MT_POSITION_Z : value 0, min 0, max 9, fuzz 0, flat 0", "'code : value n, min n"),
    ("  bus: 12345", "four hexadecimal digits"),
  ])
  func `with a malformed description is told by its line`(line: String, expected: String) throws {
    let message = try #require(Self.failure("add device 1: /dev/input/event2\n\(line)\n"))
    #expect(message.hasPrefix("touch.txt:2: expected \(expected)"), "\(message)")
  }

  @Test
  func `without time stamps or without touches says what it lacks`() {
    #expect(
      Self.failure("0003 0035 000001f4\n")
        == """
        touch.txt:1: expected a time stamp '[seconds.microseconds]' first, as getevent -lt prints it, \
        found '0003 0035 000001f4'
        """
    )
    let panel = "a touch panel (ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X, ABS_Y and BTN_TOUCH)"
    #expect(
      Self.failure("[ 1.000000] /dev/input/event0: 0001 0066 00000001\n")
        == "touch.txt: expected \(panel), found /dev/input/event0 without it"
    )
    #expect(Self.failure("could not open /dev/input/event0\n") == "touch.txt: expected \(panel), found no event")
  }
}
