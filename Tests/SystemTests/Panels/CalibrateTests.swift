import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// A panel of 1120 × 1984 units that reports its axes swapped, the wrong way round, and with an offset.
private struct CrookedPanel {
  /// The surface of the panel.
  static let surface = (width: 400.0, height: 800.0)

  let bed: TouchBed

  /// Touches a point of the surface.
  func tap(_ x: Double, _ y: Double) throws {
    let finger = PanelFinger(bed)
    // Rounded to the panel's units, of which 1120 are 800 pt.
    let place = (Int(1120 * (0.05 + 0.85 * y / Self.surface.height)), Int(1984 * (0.97 - 0.9 * x / Self.surface.width)))
    try finger.down(place.0, place.1)
    try finger.up()
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `deckctl calibrate` {
  private static let surface = "[[surfaces]]\nname = 'main'\nwidth = 400\nheight = 800\n"

  private static func start(_ bed: TouchBed, _ arguments: String...) throws -> RunningProgram {
    try RunningProgram("deckctl", ["calibrate", "--json", "--socket", bed.socket] + arguments)
  }

  /// Touches the crosses that the daemon wants, `error` points beside the second one, until the program ends.
  private static func answer(_ program: RunningProgram, on panel: CrookedPanel, error: [Double] = [0]) throws {
    for error in error {
      for index in 0..<4 {
        try wait(for: "cross \(index) to be wanted") {
          let crosses = try program.output.split(separator: "\n").filter { $0.contains(#""phase":"cross""#) }
          return crosses.last?.contains(#""index":\#(index),"#) ?? false
        }
        let line = try #require(try program.output.split(separator: "\n").last { $0.contains(#""phase":"cross""#) })
        let cross = try #require(try JSONReader.read(Array(line.utf8))["params"]?["cross"])
        let (x, y) = (try #require(cross["x"]?.number), try #require(cross["y"]?.number))
        try panel.tap(x - (index == 1 ? error : 0), y)
      }
    }
  }

  @Test
  func `prints a matrix with which a touch on a cross is within a point of it`() throws {
    let bed = try TouchBed(configuration: Self.surface)
    let panel = CrookedPanel(bed: bed)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","panels","touches"]}"#)
    let program = try Self.start(bed)
    // The first time, the second cross is missed by 100 pt.
    try Self.answer(program, on: panel, error: [100, 0])
    let outcome = try program.outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let again = try #require(outcome.lines.first { $0.contains(#""residual""#) && $0.contains(#""phase":"cross""#) })
    #expect(again.contains(#""index":0,"#))
    let result = try JSONReader.read(Array(try #require(outcome.lines.last).utf8))
    // A unit of the panel is less than a point.
    #expect(try #require(result["residual"]?["pt"]?.number) < 1)
    #expect(try #require(result["residual"]?["mm"]?.number) < 0.2)
    #expect(result["hwdb"]?.text?.hasPrefix("evdev:input:b*v0457p1060*\n LIBINPUT_CALIBRATION_MATRIX=") == true)
    // No deck received a touch, and front ends saw every cross.
    #expect(!client.lines.contains { $0.contains(#""method":"touch""#) })
    try client.next { $0.contains(#""method":"calibration""#) && $0.contains(#""phase":"done""#) }
    #expect(client.lines.count { $0.contains(#""phase":"cross""#) } == 8)

    let line = try #require(result["configuration"]?.text)
    try Data("\(Self.surface)[[panels]]\n\(line)".utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    for (x, y) in [(40.0, 80.0), (360, 80), (360, 720), (40, 720), (200, 400)] {
      try panel.tap(x, y)
      let touch = try client.next { $0.contains(#""method":"touch""#) && $0.contains(#""phase":"down""#) }
      let contact = try #require(try JSONReader.read(Array(touch.utf8))["params"]?["contacts"]?.elements.first)
      let (dx, dy) = (try #require(contact["x"]?.number) - x, try #require(contact["y"]?.number) - y)
      #expect((dx * dx + dy * dy).squareRoot() < 1)
    }
    #expect(bed.stop() == 0)
  }

  @Test
  func `that is interrupted leaves everything as it was`() throws {
    let bed = try TouchBed(configuration: Self.surface)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","panels"]}"#)
    let program = try Self.start(bed)
    try client.next { $0.contains(#""phase":"cross""#) }
    // Another client is refused meanwhile.
    let refused = Refusal(try client.ask("panel.calibrate"))
    #expect(refused?.code == -32000)
    kill(program.number, SIGINT)
    try client.next { $0.contains(#""method":"calibration""#) && $0.contains(#""phase":"cancelled""#) }
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (500, 0))
    try finger.up()
    try client.event("card.swiped")
  }

  @Test
  func `ends with its panel, and cancels the fingers on it when it begins`() throws {
    let bed = try TouchBed(configuration: Self.surface)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","panels"]}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (500, 0))
    try wait(for: "the drag") { try client.ask("deck.get").contains(#""phase":"dragging""#) }
    let program = try Self.start(bed, "--panel", "/dev/input/event0")
    #expect(try client.event("card.reset").contains(#""reason":"cancelled""#))
    try bed.order("remove event0")
    let outcome = try program.outcome()
    #expect(outcome.status == 1 && outcome.errors.contains("calibrate it again"))
  }

  @Test
  func `says what is missing`() throws {
    let bed = try TouchBed(panels: [])
    func fails(_ arguments: String...) throws -> String {
      let outcome = try run("deckctl", ["calibrate", "--socket", bed.socket] + arguments)
      #expect(outcome.status == 1)
      return outcome.errors
    }
    #expect(try fails().contains("no panel is connected"))
    #expect(try fails("--terminal").contains("--terminal needs a terminal on the panel's display"))
    try bed.order("add event0 \"\(Workshop.panel)\"")
    try bed.order("add event1 \"\(Workshop.panel)\"")
    for node in ["event0", "event1"] { try bed.waitUntilOpened(node) }
    #expect(try fails().contains("one of /dev/input/event0, /dev/input/event1"))
    #expect(try run("deckctl", ["calibrate", "--terminal", "--json"]).status == 64)
  }
}
