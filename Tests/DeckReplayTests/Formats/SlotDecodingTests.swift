import DeckReplay
import Gestures
import Kinetics
import Testing

/// Protocol B, as libinput 1.22 was seen to take such events; dropped ones by its source alone.
struct SlotDecodingTests {
  @Test func `a contact goes down, moves and goes up`() throws {
    let events = Fixture.events(
      [.id(7), .x(100), .y(200)],
      [.x(110)],
      [.id(-1)]
    )
    let touches = RecordedTouches(events, description: try Fixture.slots())
    let id = ContactID(0)
    #expect(
      touches.frames == [
        TouchFrame(
          time: Instant(microseconds: 0),
          contacts: [Contact(id: id, phase: .down, position: Point(x: 0.1, y: 0.4))]
        ),
        TouchFrame(
          time: Instant(microseconds: 10_000),
          contacts: [Contact(id: id, phase: .moved, position: Point(x: 0.11, y: 0.4))]
        ),
        TouchFrame(
          time: Instant(microseconds: 20_000),
          contacts: [Contact(id: id, phase: .up, position: Point(x: 0.11, y: 0.4))]
        ),
      ]
    )
  }

  @Test func `time counts from the end of the first hardware frame`() throws {
    let events = [
      EvdevEvent(time: Instant(microseconds: 500), type: EventType.key, code: KeyCode.touch, value: 1),
      EvdevEvent(time: Instant(microseconds: 510), type: EventType.synchronize, code: 0, value: 0),
      EvdevEvent(time: Instant(microseconds: 700), type: EventType.absolute, code: AbsoluteCode.trackingID, value: 1),
      EvdevEvent(time: Instant(microseconds: 760), type: EventType.synchronize, code: 0, value: 0),
    ]
    let frames = RecordedTouches(events, description: try Fixture.slots()).frames
    #expect(frames.map(\.time.microseconds) == [250])
  }

  @Test func `a slot keeps its position for the next contact`() throws {
    let events = Fixture.events([.id(1), .x(5), .y(6)], [.id(-1)], [.id(2)], [.y(8)])
    #expect(
      Fixture.story(events, on: try Fixture.slots()) == [["0 down 5,6"], ["0 up 5,6"], ["0 down 5,6"], ["0 moved 5,8"]]
    )
  }

  @Test func `contacts come in the order of their slots`() throws {
    let events = Fixture.events(
      [.slot(2), .id(1), .x(1), .y(1), .slot(0), .id(2), .x(2), .y(2)],
      [.slot(2), .x(3)]
    )
    #expect(
      Fixture.story(events, on: try Fixture.slots()) == [
        ["0 down 2,2", "2 down 1,1"], ["0 stationary 2,2", "2 moved 3,1"],
      ]
    )
  }

  @Test func `a slot beyond the last one is the last one`() throws {
    let events = Fixture.events([.slot(9), .id(1), .x(1), .y(1)], [.slot(-1), .x(2)])
    #expect(Fixture.story(events, on: try Fixture.slots()) == [["2 down 1,1"], ["2 moved 2,1"]])
  }

  @Test func `a second tracking id and a second end are left out`() throws {
    let events = Fixture.events([.id(1), .x(1), .y(1)], [.id(2)], [.x(2)], [.id(-1)], [.id(-1)])
    #expect(Fixture.story(events, on: try Fixture.slots()) == [["0 down 1,1"], ["0 moved 2,1"], ["0 up 2,1"]])
  }

  @Test func `a contact that begins and ends in one frame never was`() throws {
    let events = Fixture.events([.id(1), .x(1), .y(1), .id(-1)], [.id(2)])
    #expect(Fixture.story(events, on: try Fixture.slots()) == [["0 down 1,1"]])
  }

  @Test func `a contact that ends and begins in one frame goes on without a word`() throws {
    let events = Fixture.events([.id(1), .x(1), .y(1)], [.id(-1), .id(2), .x(9)], [.x(10)])
    #expect(Fixture.story(events, on: try Fixture.slots()) == [["0 down 1,1"], ["0 moved 10,1"]])
  }

  @Test func `a frame in which no contact changed is none`() throws {
    let events = Fixture.events([.x(1), .y(1)], [.touch(1)], [.slot(1)])
    #expect(Fixture.story(events, on: try Fixture.slots()).isEmpty)
  }

  @Test func `a palm is cancelled and stays away until a new contact begins`() throws {
    let events = Fixture.events(
      [.id(1), .x(1), .y(1)],
      [.tool(2)],
      [.x(2), .tool(0)],
      [.x(3)],
      [.id(-1)],
      [.id(2)]
    )
    #expect(Fixture.story(events, on: try Fixture.slots()) == [["0 down 1,1"], ["0 cancelled 1,1"], ["0 down 3,1"]])
  }

  @Test func `a contact that begins as a palm never appears`() throws {
    let events = Fixture.events([.id(1), .tool(2), .x(1), .y(1)], [.x(2)], [.id(-1)], [.id(2), .x(4)])
    // The slot's tool type outlasts the contact, so the next one is a palm as well until it says otherwise.
    #expect(Fixture.story(events, on: try Fixture.slots()).isEmpty)
  }

  @Test func `motion within half the fuzz is none, beyond it is told unfiltered`() throws {
    let events = Fixture.events([.id(1), .x(100), .y(100)], [.x(103)], [.y(97)], [.x(110)], [.x(108)])
    let frames = Fixture.story(events, on: try Fixture.slots(fuzz: 10))
    #expect(frames == [["0 down 100,100"], ["0 moved 110,100"]])
  }

  @Test func `what a slot did is told although the last slot's motion was filtered`() throws {
    let events = Fixture.events(
      [.id(1), .x(100), .y(100), .slot(1), .id(2), .x(200), .y(200)],
      [.slot(0), .x(150), .slot(1), .x(201)],
      [.slot(1), .x(250)]
    )
    #expect(
      Fixture.story(events, on: try Fixture.slots(fuzz: 10)) == [
        ["0 down 100,100", "1 down 200,200"], ["0 moved 150,100", "1 stationary 200,200"],
        ["0 stationary 150,100", "1 moved 250,200"],
      ]
    )
  }

  @Test func `dropped events end their frame, and nothing counts until the next report`() throws {
    let events = Fixture.events(
      [.id(1), .x(1), .y(1), .slot(1), .id(2), .x(2), .y(2)],
      [.x(3), .dropped, .slot(0), .id(-1), .x(9)],
      [.x(5)]
    )
    #expect(
      Fixture.story(events, on: try Fixture.slots()) == [
        ["0 down 1,1", "1 down 2,2"], ["0 stationary 1,1", "1 moved 3,2"], ["0 moved 5,1", "1 stationary 3,2"],
      ]
    )
  }

  @Test func `events that the device does not declare are left out`() throws {
    let panel = try DeviceDescription(
      name: "No Palms",
      axes: [
        AbsoluteCode.slot: Axis(maximum: 1), AbsoluteCode.contactX: Axis(maximum: 9),
        AbsoluteCode.contactY: Axis(maximum: 9), AbsoluteCode.trackingID: Axis(maximum: 9),
      ]
    )
    let events = Fixture.events([.id(1), .x(1), .y(1)], [.tool(2)], [.id(-1)])
    #expect(Fixture.story(events, on: panel) == [["0 down 1,1"], ["0 up 1,1"]])
  }
}
