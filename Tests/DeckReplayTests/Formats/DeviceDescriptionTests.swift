import DeckReplay
import Gestures
import Kinetics
import Testing

struct DeviceDescriptionTests {
  private static let head = """
    # EVEMU 1.2
    N: Test  Panel
    I: 0018 16b4 0A01 0100
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04
    B: 03 03 00 00 00 00 80 60 02
    L: 00 0
    S: 00 1
    A: 00 0 799 0 0
    A: 01 0 479 0 0 0
    A: 2f 0 9 0 0 0
    A: 35 -10 789 4 1 8 # across
    A: 36 0 479 0 0 8

    A: 39 0 65535 0 0

    """

  private static func description(_ text: String) throws(RecordingError) -> DeviceDescription {
    try DeviceDescription(Array(text.utf8), file: "panel.desc")
  }

  private static func failure(_ text: String) -> String? {
    do {
      _ = try description(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a head tells the device`() throws {
    let device = try Self.description(Self.head)
    #expect(device.name == "Test  Panel")
    #expect(device.identity == DeviceDescription.Identity(bus: 0x18, vendor: 0x16b4, product: 0xa01, version: 0x100))
    #expect(device.properties == [1])
    #expect(device.codes[EventType.key] == [74])
    #expect(device.codes[EventType.absolute] == [0x00, 0x01, 0x2f, 0x35, 0x36, 0x39])
    #expect(device.axes[0x35] == Axis(minimum: -10, maximum: 789, fuzz: 4, flat: 1, resolution: 8))
    #expect(device.axes[0x39]?.resolution == 0)
    #expect(device.usesSlots)
    #expect(device.slotCount == 10)
    #expect(device.panel.axes == Size(width: 800, height: 480))
  }

  @Test func `a size counts only when every pair of axes has a resolution`() throws {
    #expect(try Self.description(Self.head).panel.millimetres == nil)
    let measured = "A: 35 0 800 0 0 8\nA: 36 0 480 0 0 4\n"
    #expect(try Self.description(measured).panel.millimetres == Size(width: 100, height: 120))
  }

  @Test(arguments: [
    ("A: 35 0 9 0 0\nA: 36 0 9 0 0\nA: 2f 0 4 0 0\n", DeviceDescription.Reporting.slots(5)),
    ("A: 35 0 9 0 0\nA: 36 0 9 0 0\nA: 39 0 4 0 0\n", .packets(identified: true)),
    ("A: 00 0 9 0 0\nA: 01 0 9 0 0\nA: 35 0 9 0 0\nA: 36 0 9 0 0\n", .packets(identified: false)),
    ("A: 00 0 9 0 0\nA: 01 0 9 0 0\n", .single),
  ])
  func `the axes tell how contacts are reported`(text: String, reporting: DeviceDescription.Reporting) throws {
    #expect(try Self.description(text).reporting == reporting)
  }

  @Test(arguments: [
    ("N: x\nA: 18 0 9 0 0\n", "panel.desc:1: expected a touch panel with the axes", "found a device without them"),
    ("A: 35 0 9 0 0\nA: 36 7 7 0 0\n", "panel.desc:2: expected an axis 36", "found 7 to 7"),
    ("A: 00 0 9 0 0 4\nA: 01 0 9 0 0\n", "panel.desc:2: expected a resolution for both", "found 4 and 0"),
    ("A: 35 0 9 0 0\n", "panel.desc:1: expected both axes", "found only 35"),
    ("A: 35 0 9 0 0\nA: 36 0 9 0 0\nA: 2f 0 -1 0 0\n", "panel.desc:3: expected a highest slot", "found -1"),
    ("N: x\nB: 00 08\nB: 03 03\n", "panel.desc:1: expected a line 'A: 00 minimum", "found none"),
    ("E: 0.000000 0000 0000 0\n", "panel.desc: expected a device description", "found only events"),
  ])
  func `a device that libinput would refuse is refused`(text: String, beginning: String, end: String) throws {
    let message = try #require(Self.failure(text))
    #expect(message.hasPrefix(beginning) && message.hasSuffix(end), "\(message)")
  }

  @Test(arguments: [
    "A: 35 0 9 0", "A: 35 0 9 0 0 0 0", "A: 35 0 9 0 x", "A: 35 0 99999999999 0 0", "A: 12345 0 9 0 0",
    "I: 0018 16b4 0a01",
    "I: 10018 0 0 0", "P:", "P: 100", "P: 0x", "B: 00", "B: 01 0g", "Q: 1", "N: twice",
  ])
  func `a malformed line is named`(line: String) throws {
    let message = try #require(Self.failure("N: first\n" + line + "\n"))
    #expect(message.hasPrefix("panel.desc:2: expected"), "\(message)")
    #expect(message.hasSuffix("found '\(line)'"), "\(message)")
  }

  @Test func `the description for a recording has the longest fitting name`() {
    let names = ["Panel.desc", "Panel-Two.desc", "Panel-Two.events", "Panel-Two-Finger.desc", ".desc"]
    #expect(DescriptionLookup.bestMatch(for: "Panel-Two.drag.events", among: names) == "Panel-Two.desc")
    #expect(DescriptionLookup.bestMatch(for: "Panel.drag.events", among: names) == "Panel.desc")
    #expect(DescriptionLookup.bestMatch(for: "Other.events", among: names) == nil)
  }
}
