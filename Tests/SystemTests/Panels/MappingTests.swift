import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A configured panel` {
  /// The panel's left edge is the surface's top; the other entry is for another panel.
  private static let turned = """
    [[surfaces]]
    name = "wall"
    width = 800
    height = 400
    [[surfaces]]
    name = "door"
    [[panels]]
    match = { name = "Goodix*" }
    surface = "door"
    rotation = 270
    [[panels]]
    match = { name = "Touch Bed*" }
    surface = "wall"
    rotation = 90
    [[decks]]
    id = "main"
    preset = "swipeclean"
    surface = "wall"
    """

  @Test
  func `that its surface stretches is named in the log, once`() throws {
    let surface = "[[surfaces]]\nname = \"wall\"\nwidth = 900\nheight = 300\n"
    let bed = try TouchBed(configuration: surface)
    let client = try LiveClient(bed)
    func warnings() -> Int { bed.log.ranges(of: "another shape than what the panel covers it with").count }
    try wait(for: "the warning") { warnings() == 1 }
    try client.ask("surface.set", #"{"surface":"wall","rotation":180}"#)
    #expect(try client.ask("daemon.status").contains(#""stretch":"#))
    #expect(warnings() == 1, "\(bed.log)")
  }

  @Test(arguments: [(way: -700, direction: "right"), (way: 700, direction: "left")])
  func `that is turned decides sideways by a finger that goes up or down on it`(
    way: Int,
    direction: String
  ) throws {
    let bed = try TouchBed(configuration: Self.turned)
    let client = try LiveClient(bed)
    let subscription = try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    // A 3:4 card in 400 pt less 20 on both sides, in the middle of 800.
    let rest = try #require(Picture(subscription)?.cards.first)
    #expect(rest.x == 265 && rest.y == 20)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    let held = try finger.slide(from: (560, 992), by: (0, way))
    let picture = try #require(Picture(try client.next { $0.contains(#""input":\#(held),"#) }))
    // 1984 units are 800 pt, opposite to the finger's direction.
    let expected = -Double(way) / 1984 * 800
    let drag = try #require(picture.drag)
    #expect((drag.dx - expected).magnitude < 0.5 && drag.dy.magnitude < 0.5)
    #expect(try (#require(picture.cards.first).x - rest.x - expected).magnitude < 0.5)
    try finger.up()
    #expect(try client.event("card.swiped").contains(#""direction":"\#(direction)""#))
  }

  @Test
  func `is taken from other programs where the configuration says so, until a reload says otherwise`() throws {
    let bed = try TouchBed(configuration: "[[panels]]\ngrab = true")
    func isGrabbed() throws -> Bool { try bed.order("opens event0").last == "1" }
    try wait(for: "the grab", until: isGrabbed)
    let client = try LiveClient(bed)
    func isSaidToBeGrabbed() throws -> Bool { try client.ask("daemon.status").contains(#""grabbed":true"#) }
    #expect(try isSaidToBeGrabbed())
    try client.ask("subscribe", #"{"topics":["events","panels"]}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (500, 0))
    try finger.up()
    try client.event("card.swiped")
    try Data("[[panels]]\ngrab = false".utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    #expect(try !isGrabbed())
    #expect(try !isSaidToBeGrabbed())
    #expect(client.lines.contains { $0.contains("panel.added") && $0.contains(#""grabbed":false"#) })
    // A panel that is plugged in again is taken again.
    try Data("[[panels]]\ngrab = true".utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    #expect(try isGrabbed())
    try bed.order("remove event0")
    try bed.order("add event0 \"\(Workshop.panel)\"")
    try bed.waitUntilOpened("event0")
    try wait(for: "the grab of the panel that returned", until: isGrabbed)
    #expect(try isSaidToBeGrabbed())
  }

  @Test
  func `is taken from other programs by an option, also where the configuration leaves it to them`() throws {
    let bed = try TouchBed(configuration: "[[panels]]\ngrab = false", arguments: ["--grab"])
    func isGrabbed() throws -> Bool { try bed.order("opens event0").last == "1" }
    try wait(for: "the grab", until: isGrabbed)
    let client = try LiveClient(bed)
    try Data("[[panels]]\nflip = \"both\"".utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    let status = try client.ask("daemon.status")
    #expect(status.contains(#""flip":"both""#) && status.contains(#""grabbed":true"#), "\(status)")
    #expect(try isGrabbed())
  }

  @Test
  func `is described as it lies on its surface, in the status and in what deckctl prints of it`() throws {
    let bed = try TouchBed(
      configuration: """
        [[panels]]
        calibration = [1.021, 0, -0.012, 0, 1.018, 0.004]
        area = { x = 0.25, width = 0.5 }
        flip = "vertical"
        rotation = 90
        grab = true
        """
    )
    let status = try LiveClient(bed).ask("daemon.status")
    let placed = #""rotation":90,"flip":"vertical","calibration":[1.021,0,-0.012,0,1.018,0.004],"#
    #expect(status.contains(placed + #""area":{"x":0.25,"y":0,"width":0.5,"height":1},"grabbed":true"#), "\(status)")
    let printed = try run("deckctl", ["status", "--socket", bed.socket]).output
    #expect(
      printed.contains(
        """
        pt 90° grabbed
                       calibration [1.021, 0, -0.012, 0, 1.018, 0.004]
                       area 0.5 × 1 at 0.25, 0 of the panel
                       flip vertical

        """
      ),
      "\(printed)"
    )
  }

  /// The deck has the lower half of the surface.
  private static func passing(_ isPassed: Bool) -> String {
    """
    [[surfaces]]
    name = "main"
    width = 400
    height = 800
    [[panels]]
    grab = true
    passthrough = \(isPassed)
    [[decks]]
    id = "main"
    area = { x = 0, y = 400, width = 400, height = 400 }
    """
  }

  @Test
  func `that is grabbed passes on, in its own units, the contacts that begin beside every deck`() throws {
    let bed = try TouchBed(configuration: Self.passing(true))
    try wait(for: "the virtual touchscreen") { bed.virtualDevice.contains("created\n") }
    // As Tests/TouchBed/fixtures/panel.desc has it.
    let setup = bed.virtualDevice
    for line in ["phys deckd-main", "axis 53 0…1119, 16/mm", "axis 54 0…1983, 16/mm", "axis 47 0…9, 0/mm"] {
      #expect(setup.contains("\(line)\n"), "\(line) in: \(setup)")
    }
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    // A finger on the deck, and another one above it that ends on the deck.
    let (taken, passed) = (PanelFinger(bed), PanelFinger(bed, slot: 1))
    try taken.down(560, 1488)
    try passed.down(281, 203)
    try taken.slide(from: (560, 1488), by: (500, 0))
    try passed.move(1119, 1983)
    try passed.up()
    try taken.up()
    try client.event("card.swiped")
    let events = bed.virtualDevice.split(separator: "created\n").last ?? ""
    #expect(
      events.split(separator: "\n").map(String.init) == [
        "3 47 1", "3 57 0", "3 53 281", "3 54 203", "1 330 1", "3 0 281", "3 1 203", "0 0 0",
        "3 47 1", "3 53 1119", "3 54 1983", "1 330 1", "3 0 1119", "3 1 1983", "0 0 0",
        "3 47 1", "3 57 -1", "1 330 0", "0 0 0",
      ]
    )
    try Data(Self.passing(false).utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    #expect(bed.virtualDevice.hasSuffix("destroyed\n"))
  }

  /// Writes an edge gesture, which begins within 6 mm of the panel's lower edge, and none of decks.
  private static let withGesture = """
    decks = []
    [[surfaces]]
    name = "main"
    [[panels]]
    grab = true
    passthrough = true
    [[gestures]]
    name = "home"
    do = "swipe up"
    from = "bottom"
    """

  @Test
  func `passes on a finger at an edge that makes no gesture, and none that makes one`() throws {
    let bed = try TouchBed(configuration: Self.withGesture)
    try wait(for: "the virtual touchscreen") { bed.virtualDevice.contains("created\n") }
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    func identifiers() -> [String] {
      (bed.virtualDevice.split(separator: "created\n").last ?? "").split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("3 57 ") }
    }
    let finger = PanelFinger(bed)
    // 1983 is the last row, 16 a millimeter.
    try finger.down(560, 1960)
    try wait(for: "the finger that rests") { identifiers() == ["3 57 0"] }
    try finger.up()
    try wait(for: "its end") { identifiers() == ["3 57 0", "3 57 -1"] }
    try finger.down(560, 1960)
    try finger.up()
    try wait(for: "the tap") { identifiers() == ["3 57 0", "3 57 -1", "3 57 1", "3 57 -1"] }
    try finger.down(560, 1960)
    try finger.slide(from: (560, 1960), by: (0, -500))
    try finger.up()
    try client.event("gesture.performed")
    // Beside the edge, nothing is held back.
    try finger.down(560, 560)
    try finger.up()
    try wait(for: "the tap") { bed.virtualDevice.contains("\n3 54 560\n") && identifiers().last == "3 57 -1" }
    // On a loaded machine the gesture may begin late: then its finger was passed on, and canceled as a palm.
    #expect(identifiers().count == 6 || bed.virtualDevice.contains("\n3 55 2\n"), "\(bed.virtualDevice)")
  }

  @Test
  func `is the decks' also where touches cannot be passed on, and the log says why`() throws {
    let bed = try TouchBed(configuration: Self.passing(true), virtualDevices: false)
    try wait(for: "the warning") { bed.log.contains("cannot create a virtual touchscreen") }
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 1488)
    try finger.slide(from: (560, 1488), by: (500, 0))
    try finger.up()
    try client.event("card.swiped")
  }

  @Test
  func `has two decks, each of them dragged by a finger of its own at once`() throws {
    let bed = try TouchBed(
      configuration: """
        [[surfaces]]
        name = "table"
        width = 800
        height = 800
        [[decks]]
        id = "here"
        preset = "swipeclean"
        area = { x = 0, y = 0, width = 400, height = 800 }
        [[decks]]
        id = "there"
        preset = "swipeclean"
        area = { x = 400, y = 0, width = 400, height = 800 }
        """
    )
    let client = try LiveClient(bed)
    let which = Refusal(try client.ask("deck.get"))
    #expect(which == Refusal(code: -32602, field: "params.deck", expected: "one of here, there"))
    #expect(Refusal(try client.ask("deck.swipe", #"{"direction":"left"}"#)) == which)
    for deck in ["here", "there"] {
      try client.ask("subscribe", #"{"deck":"\#(deck)","topics":["events","frames"]}"#)
    }
    let (left, right) = (PanelFinger(bed), PanelFinger(bed, slot: 1))
    try left.down(280, 992)
    try right.down(840, 992)
    // Alternating: 200 units are 143 pt, and 120 decide, however slow the machine makes the finger.
    for step in 1...10 {
      try left.move(280 - 20 * step, 992)
      try right.move(840 + 20 * step, 992)
    }
    try wait(for: "both decks to be dragged") {
      try ["here", "there"].allSatisfy { deck in
        try client.ask("deck.get", #"{"deck":"\#(deck)"}"#).contains(#""phase":"dragging""#)
      }
    }
    try right.up()
    let there = try client.event("card.swiped")
    #expect(there.contains(#""deck":"there","type":"card.swiped","card":"card-0","index":0,"direction":"right""#))
    #expect(try client.ask("deck.get", #"{"deck":"here"}"#).contains(#""phase":"dragging""#))
    try left.up()
    let here = try client.event("card.swiped")
    #expect(here.contains(#""deck":"here","type":"card.swiped","card":"card-0","index":0,"direction":"left""#))
    for deck in ["here", "there"] {
      // Each deck numbers its own frames, and a card is in its deck's own coordinates.
      let frames = client.frames.filter { $0.contains(#""deck":"\#(deck)""#) }
      #expect(frames.compactMap { $0.number("frame") } == Array(1...Int64(frames.count)))
      #expect(frames.first.flatMap(Picture.init)?.cards.first?.x == 20)
    }
    #expect(client.eventNumbers == client.eventNumbers.sorted())
  }

  /// A panel that reports its axes swapped, on a display of 400 × 800.
  private static let calibrated = """
    [[surfaces]]
    name = "main"
    width = 400
    height = 800
    """

  /// Where a touch is on the surface, as the daemon reports it.
  private static func touch(_ bed: TouchBed, _ x: Int, _ y: Int, _ client: LiveClient) throws -> (x: Int64, y: Int64) {
    let finger = PanelFinger(bed)
    try finger.down(x, y)
    let line = try client.next { $0.contains(#""method":"touch""#) && $0.contains(#""phase":"down""#) }
    try finger.up()
    try client.next { $0.contains(#""method":"touch""#) && $0.contains(#""phase":"up""#) }
    return (try #require(line.number("x")), try #require(line.number("y")))
  }

  @Test(
    arguments: [
      // 280 of 1120 and 496 of 1984 are a quarter: swapped, and moved by a tenth.
      ("", (140, 200)),
      // The configuration's matrix replaces udev's.
      ("[[panels]]\ncalibration = [1, 0, 0.5, 0, 1, 0]", (300, 200)),
      ("[[panels]]\ncalibration = [1, 0, 0, 0, 1, 0]\nflip = 'vertical'", (100, 600)),
      // The calibrated touch is at (0.35, 0.25), which is the middle of the area's upper edge.
      ("[[panels]]\narea = { x = 0.1, y = 0.25, width = 0.5, height = 0.5 }", (200, 0)),
    ]
  )
  func `is calibrated by udev's matrix, or by the configuration's`(
    _ panels: String,
    _ place: (x: Int64, y: Int64)
  ) throws {
    let bed = try TouchBed(panels: [], configuration: "\(Self.calibrated)\n\(panels)")
    try bed.order("add event0 \"\(Workshop.panel)\" \"LIBINPUT_CALIBRATION_MATRIX=0 1 0.1 1 0 0\"")
    try bed.waitUntilOpened("event0")
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["touches"]}"#)
    let touched = try Self.touch(bed, 280, 496, client)
    #expect(touched == place)
  }

  @Test
  func `with an active area ignores what comes down outside of it`() throws {
    let panels = "[[panels]]\narea = { y = '62mm', height = '62mm' }"
    let bed = try TouchBed(configuration: "\(Self.calibrated)\n\(panels)")
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","touches"]}"#)
    // Outside, however far it goes: a swipe across the area.
    let finger = PanelFinger(bed)
    try finger.down(280, 980)
    try finger.slide(from: (280, 980), by: (700, 700))
    try finger.up()
    // Then inside: the middle of the lower half.
    let inside = try Self.touch(bed, 560, 1488, client)
    #expect(inside.x == 200 && (399...400).contains(inside.y))
    #expect(client.lines.count { $0.contains(#""phase":"down""#) } == 1)
    #expect(!client.lines.contains { $0.contains("card.swiped") })
  }

  @Test
  func `that is calibrated, cropped, flipped and turned gives the touches and events of a replay`() throws {
    let bed = try TouchBed(
      panels: [("event0", Workshop.clip)],
      configuration: """
        [[surfaces]]
        name = "main"
        width = 800
        height = 400
        [[panels]]
        calibration = [0.9, 0.05, 0.02, -0.04, 1.1, -0.03]
        area = { x = 0.42, y = 0.3, width = 0.55, height = 0.65 }
        flip = "vertical"
        rotation = 90
        """
    )
    let configuration = bed.folder.appending(path: "deckd.toml").path
    let replay = try run("deckctl", ["replay", "--touches", "--config", configuration, Workshop.clip])
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","gestures","haptics","touches"]}"#)
    let start = try bed.play(Workshop.clip)
    try client.rest()
    let live = client.lines.filter { $0.contains(#""method":"#) }
    // The first two events, with which every deck starts, preceded the subscription.
    #expect(live.map { $0.since(start) } == Array(replay.lines.dropFirst(2)))
    // The area leaves some of the clip's contacts out, and not all.
    let contacts = try [replay.output, run("deckctl", ["replay", "--touches", Workshop.clip]).output].map { output in
      output.split(separator: "\n").count { $0.contains(#""phase":"down""#) }
    }
    #expect(contacts[0] > 0 && contacts[0] < contacts[1])
  }
}
