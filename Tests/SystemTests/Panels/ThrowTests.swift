import Foundation
import TestSupport
import Testing

/// Throws of a carousel 400 points wide, whose slots are 296 points apart, as the programs make and play them.
@Suite
struct `A throw of a carousel` {
  struct Throw: Sendable {
    var finger: [String]
    /// The card that comes to the center.
    var card: String
    /// The velocity at the lift, the spring's frequency and how long it moves.
    var velocity: Double
    var frequency: Double
    var duration: Double

    init(_ finger: String, _ card: Int, _ velocity: Double, _ frequency: Double, _ duration: Double) {
      self.finger = finger.split(separator: " ").map(String.init)
      (self.card, self.velocity, self.frequency, self.duration) = ("card-\(card)", velocity, frequency, duration)
    }
  }

  @Test(arguments: [
    Throw("--from 300,400 --to 200,400 --duration 0.1", 2, -998.77, 5.0748, 1.7186),
    // Released at rest, and on the way back to the slot: as half a step from rest.
    Throw("--from 220,400 --to 180,400 --duration 0.4 --hold 0.1", 0, 0, 12.5664, 0.5156),
    Throw("--from 220,400 --to 190,400 --duration 0.3", 0, -98.97, 12.5664, 0.5073),
    Throw("--from 380,400 --to 180,400 --duration 0.05", 7, -4001.05, 5.3431, 1.9072),
    Throw("--from 340,400 --to 180,400 --duration 0.8", 1, -199.86, 12.5664, 0.6190),
  ])
  func `moves by a spring that is fitted to the finger`(expected: Throw) throws {
    let folder = try TemporaryFolder()
    let (recording, configuration) = (folder.path + "/throw.evemu", folder.path + "/deckd.toml")
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      decks = [{ id = "main", preset = "carousel", count = 12 }]
      """
    try Data(text.utf8).write(to: URL(filePath: configuration))
    #expect(try run("deckctl", ["synthesize", "-o", recording] + expected.finger).status == 0)
    let replay = try run("deckctl", ["replay", "--config", configuration, "--motions", recording])
    let lines = replay.lines.filter {
      $0.contains(#""card":"\#(expected.card)","property":"x","kind":"spring""#)
    }
    let motion = try #require(lines.last)
    func number(_ name: String) throws -> Double {
      let rest = try #require(motion.range(of: "\"\(name)\":")).upperBound
      return try #require(Double(motion[rest...].prefix { $0.isNumber || "-.e".contains($0) }))
    }
    #expect(try abs(number("velocity") - expected.velocity) < 0.5)
    #expect(try abs(number("stiffness").squareRoot() - expected.frequency) < 0.001)
    #expect(try abs(number("damping") / 2 - expected.frequency) < 0.001)
    #expect(try abs((number("end") - number("start")) / 1e6 - expected.duration) < 0.0005)
  }
}
