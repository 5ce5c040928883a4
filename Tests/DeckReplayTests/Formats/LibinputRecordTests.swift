import DeckReplay
import Foundation
import Kinetics
import Testing

@Suite
struct `A libinput recording` {
  private static func recording(_ text: String) throws(RecordingError) -> Recording {
    try Recording(Array(text.utf8), file: "touch.yml")
  }

  private static func failure(_ text: String) -> String? {
    do {
      _ = try recording(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// A touchpad and a touchscreen, with what else the format has.
  private static let text = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.22.1"
    system:
      kernel: "6.1"
    devices:
    - node: /dev/input/event4
      evdev:
        name: "Touchpad: \\"left\\""
        id: [29, 1739, 0, 0]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          1: [272, 325, 330] # EV_KEY
          3: [53, 54] # EV_ABS
        absinfo:
          53: [0, 4089, 0, 0, 42]
          54: [0, 2811, 0, 0, 41]
        properties: [0, 2]
      hid: [
        0x05, 0x0d,
      ]
      events:
      - evdev:
        - [  0,      0,   3,  53,    10] # EV_ABS / ABS_MT_POSITION_X      10 (+10)
        - [  0,      0,   3,  54,    11]
        - [  0,      0,   0,   0,     0]
        - [  0,     20,   3,  53,    12]
        - [  0,     20,   0,   0,     0]
    - node: /dev/input/event5
      evdev:
        name: Panel
        id: [24, 1, 2, 3]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          1: [330] # EV_KEY
          3: [53, 54] # EV_ABS
        absinfo:
          53: [-5, 999, 0, 0, 10]
          54: [0, 499, 0, 0, 10]
        properties: [1]
      udev:
        properties:
        - ID_INPUT=1
        - LIBINPUT_FUZZ_35=7
      quirks:
        - ModelTouchscreen=1
      events:
      # Current time is 12:00:05
      - hid:
          time: [0, 0]
          hidraw0: [1, 2, 3]
      - evdev:
        - [  1,     20,   3,  53,    -5]
        - [  1,     20,   0,   0,     0]
      - libinput:
        - {time: 0.000000, type: TOUCH_DOWN, slot: 0, point: [  1.00,   2.00]}
      - evdev:
        - [  1,     30,   3,  54,   +1]

    """.replacing(",   +1]", with: ",    1]")

  @Test
  func `of several devices gives the touchscreen, with libinput's own fuzz`() throws {
    let recording = try Self.recording(Self.text)
    let panel = try #require(recording.description)
    #expect(panel.name == "Panel")
    #expect(panel.axes[AbsoluteCode.contactX] == Axis(minimum: -5, maximum: 999, fuzz: 7, resolution: 10))
    #expect(panel.codes[EventType.synchronize] == [0, 1, 3] && panel.codes[EventType.key] == [KeyCode.touch])
    #expect(recording.events.map(\.value) == [-5, 0, 1])
    #expect(recording.events.map(\.time.microseconds) == [1_000_020, 1_000_020, 1_000_030])
    #expect(
      recording.notes == [
        "took the touches of /dev/input/event5 (Panel), not /dev/input/event4 (Touchpad: \"left\")"
      ]
    )
  }

  @Test
  func `is read without its last device, whatever order its keys are in`() throws {
    let text = """
      devices:
        - evdev:
            absinfo:
              53: [0, 99, 0, 0, 0]
              54: [0, 99, 0, 0, 0]
            name: 'It''s a panel' # here
          node: /dev/input/event1
          events: []
      version: 1

      """
    let recording = try Self.recording(text)
    #expect(recording.description?.name == "It's a panel" && recording.events.isEmpty)
  }

  @Test(arguments: [
    (change: ("version: 1\n", "version: 2\n"), line: 2, expected: "expected version 1 of the format"),
    (
      change: ("[  1,     20,   3,  53,    -5]", "[  1,     20,   3,  53]"), line: 55,
      expected: "expected '- [seconds, microseconds, type, code, value]'"
    ),
    (change: ("[  1,     20,   0", "[ -1,     20,   0"), line: 56, expected: "with a time from 0"),
    (change: ("[  1,     20,   0", "[  1,1000000,   0"), line: 56, expected: "with a time from 0"),
    (change: ("[-5, 999, 0, 0, 10]", "[-5, 999, 0]"), line: 40, expected: "'axis: [minimum, maximum, fuzz, flat"),
    (change: ("[24, 1, 2, 3]", "[24, 1, 2, 65536]"), line: 34, expected: "'id: [bus, vendor, product, version]'"),
    (change: ("properties: [1]", "properties: [32]"), line: 42, expected: "properties from 0 to 31"),
    (change: ("properties: [1]", "properties: 1"), line: 42, expected: "a list of decimal numbers"),
    (change: ("name: Panel", "name Panel"), line: 33, expected: "'key: value', or an entry of a list"),
    (change: ("    name: Panel", "\t  name: Panel"), line: 33, expected: "spaces before the text"),
    (change: ("  udev:\n", "  udev: 1\n"), line: 43, expected: "the value on the lines that follow"),
  ])
  func `names what is wrong by its line`(change: (String, String), line: Int, expected: String) throws {
    let text = Self.text.replacing(change.0, with: change.1)
    let failure = try #require(Self.failure(text))
    #expect(failure.hasPrefix("touch.yml:\(line): ") && failure.contains(expected), "\(failure)")
  }

  @Test
  func `without a touch panel, or without events, says so`() throws {
    let failure = try #require(Self.failure("version: 1\ndevices:\n- node: /dev/input/event1\n  events:\n"))
    #expect(failure.contains("expected a touch panel"))
    #expect(failure.contains("/dev/input/event1 without it"), "\(failure)")
    let end = try #require(Self.text.range(of: "  hid: ["))
    // The touchpad alone, up to its events.
    #expect(try Self.recording(String(Self.text[..<end.lowerBound])).notes == ["the recording ends before its events"])
  }
}

@Suite
struct `An evtest log` {
  private static func recording(_ text: String) throws(RecordingError) -> Recording {
    try Recording(Array(text.utf8), file: "touch.log")
  }

  private static let head = """
    No device specified, trying to scan all of /dev/input/event*
    Available devices:
    /dev/input/event0:	Power Button
    /dev/input/event1:	Panel
    Select the device event number [0-1]: 1
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x416 product 0x38f version 0x5020
    Input device name: "Panel "7""
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH) state 1
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value    235
          Min      -10
          Max     4095
          Fuzz       8
          Resolution      16
        Event code 54 (ABS_MT_POSITION_Y)
          Value      0
          Min        0
          Max     2047
          Resolution      16
    Key repeat handling:
      Repeat type 20 (EV_REP)
        Repeat code 0 (REP_DELAY)
          Value    250
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)

    """
  private static let events = """
    Event: time 1510346968.993890, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value -10
    Event: time 1510346968.993890, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
    Event: time 1510346968.993890, type 3 (EV_ABS), code 54 (?), value 914
    Event: time 1510346968.994420, ++++++++++++++ SYN_MT_REPORT ++++++++++++
    Event: time 1510346968.994429, -------------- SYN_REPORT ------------
    Event: time 1510346968.994429, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
    Event: time 1510346969.000000, -------------- Report Sync ------------

    """

  @Test
  func `describes its device and has its events`() throws {
    let recording = try Self.recording(Self.head + Self.events + "^C\n")
    let panel = try #require(recording.description)
    #expect(panel.name == "Panel \"7\"" && panel.identity.vendor == 0x416)
    #expect(panel.axes[AbsoluteCode.contactX] == Axis(minimum: -10, maximum: 4095, fuzz: 8, resolution: 16))
    #expect(panel.axes[AbsoluteCode.contactY] == Axis(maximum: 2047, resolution: 16))
    #expect(panel.properties == [DeviceProperty.direct])
    #expect(recording.events.map(\.value) == [-10, 0x90001, 914, 0, 0, 0, 0])
    #expect(recording.events.map(\.code) == [53, 4, 54, SynchronizeCode.contact, 0, SynchronizeCode.dropped, 0])
    #expect(recording.notes == [])
  }

  @Test
  func `of events alone has a deduced panel, and one that was grabbed a note`() throws {
    let recording = try Self.recording(Self.events)
    #expect(recording.description == nil && recording.deduced != nil)
    let notice = """
      ***********************************************
        This device is grabbed by another process.
        No events are available to evtest while the
        other grab is active.
        In most cases, this is caused by an X driver,
        try VT-switching and re-run evtest again.
        Run the following command to see processes with
        an open fd on this device
       "fuser -v /dev/input/event1"
      ***********************************************

      """
    #expect(
      try Self.recording(Self.head + notice).notes == [
        "line 33: another program had grabbed the device; it received the events, not evtest",
        "the log has no events",
      ]
    )
  }

  @Test(arguments: [
    (change: ("type 3 (EV_ABS), code 54 (?)", "type 3, code 54 (?)"), line: 34, expected: "'Event: time seconds"),
    (change: ("-------------- SYN_REPORT ------------", "SYN_REPORT"), line: 36, expected: "'Event: time seconds"),
    (change: ("Event code 54", "Event code 768"), line: 20, expected: "a code from 0 to 767"),
    (change: ("      Max     4095\n", ""), line: 14, expected: "an axis with the lines 'Min' and 'Max' after it"),
    (change: ("Max     4095", "Max     many"), line: 17, expected: "a decimal number"),
    (change: ("version 0x5020", "version"), line: 7, expected: "'Input device ID: bus"),
    (change: ("Properties:", "Property:"), line: 29, expected: "a line of evtest's description"),
  ])
  func `names what is wrong by its line`(change: (String, String), line: Int, expected: String) throws {
    let text = (Self.head + Self.events).replacing(change.0, with: change.1)
    do {
      _ = try Self.recording(text)
      Issue.record("this was read: \(text)")
    } catch {
      let failure = "\(error)"
      #expect(failure.hasPrefix("touch.log:\(line): ") && failure.contains(expected), "\(failure)")
    }
  }
}
