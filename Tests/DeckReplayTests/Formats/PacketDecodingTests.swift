import DeckReplay
import Gestures
import Kinetics
import Testing

/// Protocol A and single touch, as libinput 1.22 with libmtdev was seen to take such events.
struct PacketDecodingTests {
  @Test func `contacts with ids take slots and leave them when a frame is without them`() throws {
    let events = Fixture.events(
      [.id(10), .x(1), .y(1), .contact, .id(11), .x(50), .y(50), .contact],
      [.id(11), .x(60), .y(50), .contact],
      [.contact]
    )
    #expect(
      Fixture.story(events, on: try Fixture.packets(identified: true)) == [
        ["0 down 1,1", "1 down 50,50"], ["0 up 1,1", "1 moved 60,50"], ["1 up 60,50"],
      ]
    )
  }

  @Test func `contacts without ids go on with the nearest, whatever their order`() throws {
    let events = Fixture.events(
      [.x(10), .y(10), .contact, .x(100), .y(100), .contact],
      [.x(98), .y(100), .contact, .x(12), .y(10), .contact],
      [.x(97), .y(100), .contact]
    )
    #expect(
      Fixture.story(events, on: try Fixture.packets(identified: false)) == [
        ["0 down 10,10", "1 down 100,100"], ["0 moved 12,10", "1 moved 98,100"], ["0 up 12,10", "1 moved 97,100"],
      ]
    )
  }

  @Test func `the sum of squared distances decides, not the nearest contact`() throws {
    // 40 → 50 and 50 → 65 cost 100 + 225; keeping 50 and going 40 → 65 costs 625.
    let events = Fixture.events(
      [.x(40), .y(0), .contact, .x(50), .y(0), .contact],
      [.x(50), .y(0), .contact, .x(65), .y(0), .contact]
    )
    #expect(
      Fixture.story(events, on: try Fixture.packets(identified: false)).last == ["0 moved 50,0", "1 moved 65,0"]
    )
  }

  @Test func `a lone contact is the same one however far it jumps`() throws {
    let events = Fixture.events([.x(0), .y(0), .contact], [.x(199), .y(199), .contact])
    #expect(
      Fixture.story(events, on: try Fixture.packets(identified: false)) == [["0 down 0,0"], ["0 moved 199,199"]]
    )
  }

  @Test func `a touch button alone lifts every contact`() throws {
    let events = Fixture.events([.touch(1), .x(1), .y(1), .contact], [], [.touch(0)])
    #expect(Fixture.story(events, on: try Fixture.packets(identified: false)) == [["0 down 1,1"], ["0 up 1,1"]])
  }

  @Test func `a hovering contact is none`() throws {
    let events = Fixture.events(
      [.major(0), .x(1), .y(1), .contact],
      [.major(3), .x(2), .y(1), .contact],
      [.major(0), .x(2), .y(1), .contact]
    )
    let panel = try Fixture.packets(identified: false, hovering: true)
    #expect(Fixture.story(events, on: panel) == [["0 down 2,1"], ["0 up 2,1"]])
  }

  @Test func `an axis without fuzz is smoothed by a 250th of its length`() throws {
    let panel = try DeviceDescription(
      name: "Long",
      axes: [AbsoluteCode.contactX: Axis(maximum: 9999), AbsoluteCode.contactY: Axis(maximum: 9999)]
    )
    // The fuzz is 39: below 19 nothing, below 39 a quarter, below 78 half, then all of it.
    let events = Fixture.events(
      [.x(0), .y(0), .contact],
      [.x(18), .y(0), .contact],
      [.x(20), .y(0), .contact],
      [.x(55), .y(0), .contact],
      [.x(200), .y(0), .contact]
    )
    #expect(
      Fixture.story(events, on: panel) == [
        ["0 down 0,0"], ["0 moved 5,0"], ["0 moved 30,0"], ["0 moved 200,0"],
      ]
    )
  }

  @Test func `more than ten contacts share the last of ten slots`() throws {
    let many = (0..<12).flatMap { [Step.id($0), .x($0), .y(1), .contact] }
    let frames = RecordedTouches(Fixture.events(many), description: try Fixture.packets(identified: true)).frames
    #expect(frames.map(\.contacts.count) == [10])
  }

  @Test func `a single touch panel has one contact`() throws {
    let events = Fixture.events(
      [.singleX(-50), .singleY(-50)],
      [.touch(1), .singleX(0)],
      [.singleY(49)],
      [.touch(0)],
      [.singleX(3)]
    )
    #expect(
      Fixture.story(events, on: try Fixture.single()) == [["0 down 0,-50"], ["0 moved 0,49"], ["0 up 0,49"]]
    )
  }
}
