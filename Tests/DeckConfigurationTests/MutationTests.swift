import DeckConfiguration
import Foundation
import TestSupport
import Testing

struct MutationTests {
  /// Pieces that mean something in TOML or in the file.
  private static let pieces = [
    "[", "]", "[[", "]]", "{", "}", "=", ",", ".", "\"", "'", "\"\"\"", "'''", "#", "\n", "\r\n", "\\", "\\u0000",
    "inf", "nan", "-1", "0", "1e400", "9223372036854775807", "99999999999999999999", "true", "1979-05-27", "07:32:00",
    "[[decks]]", "[decks.settings]", "[[surfaces]]", "[[panels]]", "cards = [{ id = 'a', data = [1] }]\n", "é", "\0",
    "drag.distance = '1mm'\n", "a.b.c.d = 1\n", "response 0.4, dampingFraction 0.7", "bounce", ", ", "mass 1e308",
    "fast", "easeOut", "fly.duration = 'slow'\n", "snap.spring = ''\n", "preset = 'wallet'\n", "stack.aspect = 0\n",
    "header", "fan", "live",
  ]

  /// Few bytes with much of TOML in them, so that most damage hits something.
  private static let dense = """
    surfaces = [{ name = 'main', width = 4_00, height = 0x320 }]
    [[panels]]
    match = { name = "G\\u00e9*", property."A.B" = \"\"\"x\\
      y\"\"\" }
    [[decks]]
    id = "a" # the first
    [[decks.cards]]
    id = 'x'
    data = [1, 2.5e-3, true, '''it's''', [{}], 1979-05-27T07:32:00.25+01:00]
    [decks.settings.snap]
    spring = "response 0.5,dampingFraction 1"
    [decks.settings.fly]
    duration = 'fast'
    curve = 'easeIn'
    rotation = { left = -12.5 }
    [[decks]]
    id = "b"
    preset = "fan"
    [decks.settings]
    stack = { step = "8mm", order = "upwards", aspect = 0 }
    bounce.fallSpring = "duration 0.4, bounce 0.6"
    """

  /// The dense text, the example, and the example with everything in force.
  private static var originals: [[UInt8]] {
    let example = SettingsDocument.example
    let lines = example.split(separator: "\n").map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
    return [
      Array(dense.utf8), Array(example.utf8), Array(lines.filter { !$0.hasPrefix("# ") }.joined(separator: "\n").utf8),
    ]
  }

  @Test func `a damaged file is read or refused with a line, and never traps`() {
    let environment = ProcessInfo.processInfo.environment
    let seed = Seed.value
    let rounds = environment["MUTATION_ROUNDS"].flatMap { Int($0) } ?? 1000
    print("MutationTests: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for original in Self.originals {
      for round in 0..<rounds {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &generator) { mutate(&bytes, using: &generator) }
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        do throws(ConfigurationError) {
          let configuration = try DaemonConfiguration(toml: text, file: "f")
          #expect(!configuration.surfaces.isEmpty && !configuration.report.isEmpty)
        } catch {
          #expect(
            !error.problems.isEmpty && error.problems.allSatisfy { (1...lines).contains($0.line) },
            "DECKD_SEED=\(seed), round \(round): \(error)"
          )
        }
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &generator) ?? "").utf8, at: place)
    case 2: bytes.replaceSubrange(place..<end, with: (Self.pieces.randomElement(using: &generator) ?? "").utf8)
    case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &generator))
    default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    }
  }
}
