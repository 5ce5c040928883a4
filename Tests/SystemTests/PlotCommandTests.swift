import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl plot` {
  private static func plot(_ arguments: String...) throws -> Outcome {
    try run("deckctl", ["plot"] + arguments)
  }

  @Test
  func `draws the project's own clip byte for byte`() throws {
    let plot = try Self.plot(Workshop.clip, "--surface", "400x800", "--window", "0..2.4")
    #expect(plot.status == 0 && plot.errors == "", "\(plot.errors)")
    try Golden.expect(plot.output, at: "../../Sources/DeckEngine/DeckEngine.docc/Images/replay.svg")
  }

  @Test
  func `draws springs in colors of their own, with what they are`() throws {
    let plot = try Self.plot(
      "--spring",
      "response 0.35, dampingFraction 0.85",
      "--spring",
      "bounciness 10, speed 20",
      "--spring",
      "duration 0.5, bounce 0"
    )
    #expect(plot.status == 0 && plot.errors == "", "\(plot.errors)")
    try Golden.expect(plot.output, at: "../../Sources/Kinetics/Kinetics.docc/springs.svg")
  }

  @Test(arguments: ["swipeclean", "wallet", "fan", "carousel"])
  func `draws every kind of deck as a document that a browser reads`(preset: String) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "plot.svg")
    let plot = try Self.plot(
      Workshop.clip,
      Workshop.clip,
      "--preset",
      preset,
      "--spring",
      "response 1, dampingFraction 1",
      "-o",
      file.path
    )
    #expect(plot.status == 0 && plot.output == "", "\(plot.errors)")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("prefers-color-scheme: dark") && !text.contains("nan") && !text.contains("inf"))
    let lines = text.split(separator: "\n")
    for heading in ["Finger, pt of the surface", "Card, pt from its place", "Verdicts"] {
      #expect(lines.count { $0.contains(heading) } == 2, "\(heading)")
    }
    // The parser of Python's library accepts only well-formed documents.
    let read = try run("/usr/bin/python3", ["-c", "import sys, xml.dom.minidom as d; d.parse(sys.argv[1])", file.path])
    #expect(read.status == 0, "\(read.errors)")
  }

  @Test(arguments: [
    (arguments: [], problem: "expected a recording, or --spring"),
    (arguments: ["--spring", "response"], problem: "is not a name and a number"),
    (arguments: ["--spring", "response 0.4, dampingFraction 0.7", "--window", "2..1"], problem: "--window"),
    (arguments: ["--window", "1"], problem: "--window"),
  ])
  func `says what it expects`(arguments: [String], problem: String) throws {
    let outcome = try run("deckctl", ["plot"] + arguments)
    #expect(outcome.status == 64 && outcome.errors.contains(problem), "\(outcome.errors)")
  }
}
