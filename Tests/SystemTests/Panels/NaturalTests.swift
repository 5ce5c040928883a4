import Foundation
import TestSupport
import Testing

/// Releases of a card of 360 × 480 points, of a deck of 400 × 800, as the programs make and play them.
///
/// The figures are those of the rules' formulas, computed without the engine.
@Suite
struct `A card of the preset natural` {
  struct Case: Sendable {
    var finger: [String]
    /// The direction in which it is decided; `nil` if it returns.
    var direction: String?
    /// Of the finger to the side at the lift, and of the card 50 ms later, in pt/s.
    var (velocity, later): (Double, Double)
    /// Seconds until it is off the surface, or at rest.
    var duration: Double
    /// The spring's frequency in 1/s.
    var frequency: Double
    /// At the lift and at the end, in degrees.
    var rotation: ClosedRange<Double>

    init(
      _ finger: String,
      _ direction: String?,
      _ velocity: Double,
      _ later: Double,
      _ duration: Double,
      _ frequency: Double,
      _ rotation: ClosedRange<Double>
    ) {
      self.finger = finger.split(separator: " ").map(String.init)
      (self.direction, self.velocity, self.later) = (direction, velocity, later)
      (self.duration, self.frequency, self.rotation) = (duration, frequency, rotation)
    }

    /// Its fraction of the critical damping.
    var damping: Double { direction == nil ? 0.8 : 1 }
  }

  /// A spring's course as a client receives it.
  private struct Course {
    var (from, to, velocity, frequency, damping, start, end): (Double, Double, Double, Double, Double, Double, Double)

    init(_ line: String) throws {
      func number(_ name: String) throws -> Double {
        let rest = try #require(line.range(of: "\"\(name)\":")).upperBound
        return try #require(Double(line[rest...].prefix { $0.isNumber || "-.e".contains($0) }))
      }
      (from, to, velocity) = (try number("from"), try number("to"), try number("velocity"))
      frequency = try number("stiffness").squareRoot()
      damping = try number("damping") / 2 / frequency
      (start, end) = (try number("start") / 1e6, try number("end") / 1e6)
    }

    func speed(after time: Double) -> Double {
      let (decay, way) = (damping * frequency, from - to)
      let ringing = frequency * (1 - min(damping, 1) * min(damping, 1)).squareRoot()
      guard ringing > 1e-3 else { return (velocity - decay * (velocity + decay * way) * time) * exp(-decay * time) }
      let other = (velocity + decay * way) / ringing
      let (cosine, sine) = (cos(ringing * time), sin(ringing * time))
      return exp(-decay * time)
        * (ringing * (other * cosine - way * sine) - decay * (way * cosine + other * sine))
    }
  }

  @Test(arguments: [
    // Carried over, and too little.
    Case("140,400 280,400 --duration 0.7 --hold 0.2", "right", 0, 588.10, 0.35, 4.7953, 6.998...23.251),
    Case("140,400 250,400 --duration 0.6 --hold 0.2", nil, 0, -697.31, 0.5958, 15.708, 0...5.499),
    // Flicks of the hand and of the thumb, a tap that slides, a stop.
    Case("200,400 260,400 --duration 0.06", "right", 1028.31, 1337.76, 0.2914, 4.7953, 2.999...22.971),
    Case("200,400 230,400 --duration 0.05", "right", 599.86, 1135.74, 0.3188, 4.7953, 1.5...22.971),
    Case("200,400 216,400 --duration 0.04", nil, 383.91, -42.92, 0.55, 15.708, 0...0.8),
    Case("200,400 290,400 --duration 0.15 --hold 0.06", nil, 0, -570.53, 0.5873, 15.708, 0...4.499),
    // A scroll, and a diagonal.
    Case("200,300 260,150 --duration 0.15", nil, 399.76, -319.42, 0.6298, 15.708, 0...2.999),
    Case("200,400 282,343 --duration 0.1", "right", 819.55, 1173.10, 0.3009, 4.7953, 4.099...22.971),
    // Hard, and to the left from the lower half.
    Case("100,400 300,400 --duration 0.05", "right", 3998.05, 3314.50, 0.0771, 14.865, 9.998...23.445),
    Case("250,560 170,560 --duration 0.08", "left", -959.74, -1424.39, 0.3039, 4.7953, 3.999...27.498),
  ])
  func `continues as its finger moved`(expected: Case) throws {
    let folder = try TemporaryFolder()
    let (recording, configuration) = (folder.path + "/finger.evemu", folder.path + "/deckd.toml")
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      decks = [{ id = "main", preset = "natural" }]
      """
    try Data(text.utf8).write(to: URL(filePath: configuration))
    let way = ["synthesize", "-o", recording, "--from", expected.finger[0], "--to", expected.finger[1]]
    #expect(try run("deckctl", way + expected.finger.dropFirst(2)).status == 0)
    let lines = try run("deckctl", ["replay", "--config", configuration, "--motions", recording]).lines
    let event = lines.first { $0.contains(#""type":"card.swiped""#) || $0.contains(#""type":"card.reset""#) }
    let decided = #""type":"card.swiped","card":"card-0","index":0,"direction":"\#(expected.direction ?? "")""#
    let undecided = #""type":"card.reset","card":"card-0","index":0,"reason":""#
    #expect(try #require(event).contains(expected.direction == nil ? undecided : decided))
    func course(of property: String) throws -> Course? {
      let spring = #""card":"card-0","property":"\#(property)","kind":"spring""#
      return try lines.last { $0.contains(spring) }.map { try Course($0) }
    }
    let (x, rotation) = try (#require(try course(of: "x")), #require(try course(of: "rotation")))
    let end = try max(x.end, course(of: "y")?.end ?? 0)
    let removal = lines.first { $0.contains(#""card":"card-0","kind":"remove""#) }.flatMap { line in
      line.firstMatch(of: /"t":(\d+)/).flatMap { Double($0.1) }.map { $0 / 1e6 }
    }
    #expect((removal == nil) == (expected.direction == nil))
    #expect(abs((removal ?? end) - x.start - expected.duration) < 0.0005)
    #expect(abs(x.velocity - expected.velocity) < 0.5 && abs(x.speed(after: 0.05) - expected.later) < 0.5)
    for course in [x, rotation] {
      #expect(abs(course.frequency - expected.frequency) < 0.001 && abs(course.damping - expected.damping) < 0.001)
    }
    // A card that leaves is off the surface in the middle of its spring's way.
    let turn = expected.direction == nil ? rotation.to : (rotation.from + rotation.to) / 2
    let range = min(rotation.from, turn)...max(rotation.from, turn)
    #expect(abs(range.lowerBound - expected.rotation.lowerBound) < 0.01)
    #expect(abs(range.upperBound - expected.rotation.upperBound) < 0.01)
  }
}
