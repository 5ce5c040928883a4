import Foundation
import TestSupport
import Testing

/// Recordings as people attach them to reports.
@Suite
struct `A recording from the field` {
  /// evemu's head of a panel of 400 × 800 units with these other lines of it.
  private static func panel(_ lines: String...) -> String {
    """
    # EVEMU 1.3
    N: Panel
    I: 0003 0001 0002 0110
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00

    """ + lines.joined(separator: "\n") + "\n"
  }

  private static let touch = "B: 01" + String(repeating: " 00", count: 41) + " 04" + String(repeating: " 00", count: 54)
  private static let axes = "A: 00 0 3999 0 0 10\nA: 01 0 7999 0 0 10"
  private static let absolute = "B: 03 03 00 00 00 00 00 00 00"

  private func deckctl(_ subcommand: String, _ bytes: some Sequence<UInt8>, name: String = "log.txt") throws -> Outcome
  {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: name)
    try Data(bytes).write(to: file)
    let options = subcommand == "replay" ? ["--touches"] : []
    return try run("deckctl", [subcommand] + options + [file.path])
  }

  private static func event(_ milliseconds: Int, _ type: Int, _ code: Int, _ value: Int) -> String {
    func hexadecimal(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    let fraction = String(1_000_000 + milliseconds % 1000 * 1000).dropFirst()
    return "E: \(milliseconds / 1000).\(fraction) \(hexadecimal(type)) \(hexadecimal(code)) \(value)"
  }

  /// A tap in the middle of the single-touch panel: down and up in one report.
  private static let tap =
    [
      event(0, 3, 0, 2000), event(0, 3, 1, 4000), event(0, 1, 0x14a, 1), event(0, 1, 0x14a, 0), event(0, 0, 0, 0),
    ].joined(separator: "\n") + "\n"

  @Test
  func `that was pasted with what a terminal shows is played without that, and a note says so`() throws {
    let recording = Self.panel(Self.absolute, Self.touch, Self.axes) + Self.tap
    let plain = try deckctl("replay", recording.utf8)
    #expect(plain.status == 0 && !plain.output.isEmpty)
    let pasted = "Script started on a Friday\n$ evemu-record\n\n```\n\(recording)```\n^C\nScript done on a Friday\n"
    for text in [pasted, pasted.replacing("\n", with: "\r\r\n")] {
      let outcome = try deckctl("replay", text.utf8)
      #expect(outcome.output == plain.output)
      #expect(
        outcome.errors.contains("left out before the recording: line 1, 'Script started on a Friday', and 2 more")
      )
    }
    for before in [
      "[user@host ~]$ evemu-record", "[12:01:02] pi@kiosk:~ $ evemu-record", "[   12.345678] input: Panel",
      #"E:\> adb shell"#,
      "P: the recording", "N: see below", "My panel jumps:\n\n---", "version: 1.2 of the firmware",
    ] {
      let outcome = try deckctl("replay", "\(before)\n\(recording)".utf8)
      #expect(outcome.output == plain.output, "\(before): \(outcome)")
      #expect(outcome.errors.contains("left out before the recording: line 1, '"), "\(before)")
    }
    // Without a line `# EVEMU`, its name comes first.
    let old = try deckctl(
      "replay",
      ("$ evemu-record\n" + recording.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n").utf8
    )
    #expect(old.output == plain.output && old.errors.contains("line 1, '$ evemu-record'\n"), "\(old)")
    for after in [
      "[user@host ~]$ ", "user@host:~$ exit\n\nlogout", "```\nI hope this helps.", "</details>", "-- \nme",
    ] {
      let outcome = try deckctl("replay", "\(recording)\(after)\n".utf8)
      #expect(outcome.output == plain.output, "\(after): \(outcome)")
      #expect(outcome.errors.contains("left out after the recording: line "), "\(after)")
    }
    // What an event follows is no end.
    let damaged = try deckctl("replay", "\(recording)word\n\(Self.event(10, 0, 0, 0))\n".utf8)
    #expect(damaged.status == 1 && damaged.errors.contains("found 'word'"), "\(damaged)")
    // Prose with a line of a recording in it.
    let prose = try deckctl("replay", (String(repeating: "word\n", count: 30) + recording).utf8)
    #expect(prose.status == 1 && prose.errors.contains("log.txt:1: expected"), "\(prose)")
  }

  @Test(
    arguments: [
      ([0x1f, 0x8b, 0x08], "a file compressed with gzip", "zcat FILE | deckctl replay -"),
      (Array("BZh91AY".utf8), "compressed with bzip2", "bzcat FILE"),
      ([0xfd] + Array("7zXZ".utf8) + [0], "compressed with xz", "xzcat FILE"),
      ([0x28, 0xb5, 0x2f, 0xfd, 0x04], "compressed with zstd", "zstdcat FILE"),
    ] as [([UInt8], String, String)]
  )
  func `that is no text is named, with the command that makes it one`(bytes: [UInt8], name: String, command: String)
    throws
  {
    let outcome = try deckctl("replay", bytes)
    #expect(outcome.status == 1 && outcome.errors.contains(name) && outcome.errors.contains(command), "\(outcome)")
  }

  @Test
  func `may begin with a byte order mark`() throws {
    let text = Self.panel(Self.touch, Self.absolute, Self.axes) + Self.tap
    #expect(try deckctl("replay", [0xef, 0xbb, 0xbf] + Array(text.utf8)).status == 0)
  }

  @Test
  func `of a device and no events is refused, with what records them`() throws {
    let head = Self.panel(Self.touch, Self.absolute, Self.axes)
    let getevent =
      "add device 1: /dev/input/event2\n  name:     \"Panel\"\n  events:\n    ABS (0003): "
      + "ABS_MT_POSITION_X     : value 0, min 0, max 399, fuzz 0, flat 0, resolution 0\n"
      + "                ABS_MT_POSITION_Y     : value 0, min 0, max 799, fuzz 0, flat 0, resolution 0\n"
    for text in [head, getevent] {
      let outcome = try deckctl("replay", text.utf8)
      #expect(
        outcome.status == 1 && outcome.errors.contains("expected events, found only what describes Panel"),
        "\(outcome)"
      )
      #expect(outcome.errors.contains("getevent -lt"))
    }
  }

  @Test
  func `with a tap within one report plays a tap, with one end`() throws {
    let text = Self.panel(Self.touch, Self.absolute, Self.axes) + Self.tap
    let outcome = try deckctl("replay", text.utf8, name: "tap.evemu")
    let touches = outcome.output.split(separator: "\n").filter { $0.contains(#""method":"touch""#) }.joined()
    let phases = touches.matches(of: /"phase":"(\w+)"/).map { String($0.1) }
    #expect(phases == ["down", "up"] && !outcome.errors.contains("still down"), "\(outcome)")
    #expect(outcome.output.contains("card.selected"))
  }

  @Test
  func `of a panel that udev takes for a mouse says so`() throws {
    // BTN_LEFT beside BTN_TOUCH, and no multitouch.
    let keys =
      "B: 01" + String(repeating: " 00", count: 34) + " 01" + String(repeating: " 00", count: 6) + " 04"
      + String(repeating: " 00", count: 54)
    let outcome = try deckctl("replay", (Self.panel(keys, Self.absolute, Self.axes) + Self.tap).utf8)
    #expect(
      outcome.status == 0 && outcome.errors.contains("Panel is an absolute mouse, not a touchscreen"),
      "\(outcome)"
    )
  }

  @Test
  func `of a panel that libinput refuses names the axis`() throws {
    let codes = "B: 03 03 00 00 00 00 00 01 00"
    let text = Self.panel(Self.touch, codes, Self.axes, "A: 30 0 0 0 0 0") + Self.tap
    let outcome = try deckctl("replay", text.utf8)
    #expect(outcome.status == 0 && outcome.errors.contains("its axis ABS_MT_TOUCH_MAJOR has no length"), "\(outcome)")
    #expect(outcome.errors.contains("AttrEventCode=-ABS_MT_TOUCH_MAJOR"))
  }

  @Test(arguments: [("5", "4"), ("0", "-1"), ("-2147483648", "2147483647"), ("7", "7")])
  func `of a panel whose positions have no range that can be used is refused`(minimum: String, maximum: String) throws {
    let axes = "A: 00 \(minimum) \(maximum) 0 0 10\nA: 01 0 7999 0 0 10"
    let outcome = try deckctl("replay", (Self.panel(Self.touch, Self.absolute, axes) + Self.tap).utf8)
    #expect(outcome.status == 1 && outcome.errors.contains("with its maximum above its minimum"), "\(outcome)")
  }

  @Test(arguments: [(1, 2_000_000_000, 0), (2_147_483_646, 1, 0), (99, 15_000, 0), (4095, 2_147_483_646, 200)])
  func `of a panel whose one axis dwarfs the other is refused`(width: Int, height: Int, resolution: Int) throws {
    let axes = "A: 00 0 \(width) 0 0 \(resolution)\nA: 01 0 \(height) 0 0 \(resolution)"
    let outcome = try deckctl("replay", (Self.panel(Self.touch, Self.absolute, axes) + Self.tap).utf8)
    #expect(outcome.status == 1 && outcome.errors.contains("150 times as long as the other"), "\(outcome)")
  }

  @Test
  func `of a panel whose resolution is not believed says so`() throws {
    let axes = "A: 00 0 32767 0 0 1\nA: 01 0 32767 0 0 1"
    let outcome = try deckctl("explain", (Self.panel(Self.touch, Self.absolute, axes) + Self.tap).utf8)
    #expect(outcome.errors.contains("32767 × 32767 mm, which is no panel's size and is not used"), "\(outcome)")
  }

  @Test
  func `by an evtest that draws the codes of synchronization as types is read`() throws {
    var text = "Input driver version is 1.0.1\nInput device ID: bus 0x18 vendor 0x0 product 0x0 version 0x0\n"
    text += "Input device name: \"panel\"\nSupported events:\n  Event type 0 (EV_SYN)\n  Event type 3 (EV_ABS)\n"
    for code in [53, 54] {
      text += "    Event code \(code) (ABS_MT)\n      Value 0\n      Min 0\n      Max 799\n"
    }
    text += "Testing ... (interrupt to exit)\n"
    for (time, x) in [(0, 100), (10, 140), (20, 180)] {
      let stamp = "Event: time 100.0\(time)000, "
      text += "\(stamp)type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value \(x)\n"
      text += "\(stamp)type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 400\n"
      text += "\(stamp)++++++++++++++ EV_REL ++++++++++++\n\(stamp)-------------- EV_SYN ------------\n"
    }
    text += "Event: time 100.030000, ++++++++++++++ EV_REL ++++++++++++\n"
    text += "Event: time 100.030000, -------------- EV_SYN ------------\n"
    text = text.replacing("100.00000,", with: "100.000000,")
    let outcome = try deckctl("replay", text.utf8)
    let touches = outcome.output.split(separator: "\n").filter { $0.contains(#""method":"touch""#) }.joined()
    let phases = touches.matches(of: /"phase":"(\w+)"/).map { String($0.1) }
    #expect(outcome.status == 0 && phases == ["down", "moved", "moved", "up"], "\(outcome)")
  }

  @Test
  func `has a line about the finger that libinput loses after a palm`() throws {
    let codes = "B: 03 00 00 00 00 00 80 e0 02"
    let head = Self.panel(
      Self.touch,
      codes,
      "A: 2f 0 9 0 0 0",
      "A: 35 0 3999 0 0 10",
      "A: 36 0 7999 0 0 10",
      "A: 37 0 2 0 0 0",
      "A: 39 0 65535 0 0 0"
    )
    var lines: [String] = []
    for (start, id, isPalm) in [(0, 1, true), (1000, 2, false), (2000, 3, false)] {
      let fields = [(0x39, id), (0x37, 0), (0x35, 2000), (0x36, 4000)]
      lines += fields.map { Self.event(start, 3, $0.0, $0.1) } + [Self.event(start, 0, 0, 0)]
      if isPalm { lines += [Self.event(start + 50, 3, 0x37, 2), Self.event(start + 50, 0, 0, 0)] }
      lines += [Self.event(start + 100, 3, 0x39, -1), Self.event(start + 100, 0, 0, 0)]
    }
    let outcome = try deckctl("explain", (head + lines.joined(separator: "\n") + "\n").utf8)
    let lost = outcome.output.split(separator: "\n").filter { $0.hasPrefix("1.") }
    #expect(lost.count == 1 && lost[0].contains("ignored: libinput takes it for the palm before it"), "\(outcome)")
  }
}
