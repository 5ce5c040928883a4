import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl plot` {
  private static let hasRenderer = FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")

  private static func plot(_ arguments: String...) throws -> Outcome {
    try run("deckctl", ["plot"] + arguments)
  }

  @Test
  func `draws the project's own clip byte for byte`() throws {
    let plot = try Self.plot("--preset", "swipeclean", Workshop.clip, "--surface", "400x800", "--window", "0..2.4")
    #expect(plot.status == 0 && plot.errors == "", "\(plot.errors)")
    try Golden.expect(plot.output, at: "../../Sources/DeckEngine/DeckEngine.docc/Images/replay.svg")
  }

  @Test
  func `says what each release decided, below its line where there is no room above`() throws {
    let plot = try Self.plot(Workshop.clip)
    #expect(plot.output.matches(of: />released at [^<]*<\/text>/).count == 3, "\(plot.output)")
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

  @Test
  func `has at least two values on the scale of a chart`() throws {
    // The cards of a fan stay within 500 pt of their places here: steps of 500 would have 0 alone.
    let lines = try Self.plot(Workshop.clip, "--preset", "fan").output.split(separator: "\n")
    let chart = lines.drop { !$0.contains("Card, pt from its place") }.prefix { !$0.contains("Verdicts") }
    #expect(chart.count { $0.contains(#"font-size="11" text-anchor="end""#) } > 1, "\(chart.joined(separator: "\n"))")
  }

  @Test(.enabled(if: Self.hasRenderer, "left out: rsvg-convert is not installed (librsvg2-bin)"))
  func `draws a PNG of twice the size where the name ends in png`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "springs.PNG")
    let spring = ["--spring", "response 1, dampingFraction 1"]
    let plot = try run("deckctl", ["plot", "-o", file.path] + spring)
    #expect(plot.status == 0 && plot.output == "" && plot.errors == "", "\(plot.errors)")
    let drawn = try RasterImage(png: Data(contentsOf: file))
    let sheet = try run("deckctl", ["plot"] + spring).output
    #expect(sheet.contains(#"viewBox="0 0 \#(drawn.width / 2) \#(drawn.height / 2)""#), "\(drawn)")
    let outcomes = folder.appending(path: "outcomes.png")
    let tuned = try run("deckctl", ["tune", "commit.threshold", "0.4..1", Workshop.clip, "-o", outcomes.path])
    #expect(tuned.status == 0 && tuned.output.contains("then back"), "\(tuned.errors)")
    #expect(try RasterImage(png: Data(contentsOf: outcomes)).width == 1920)
  }

  @Test
  func `names the package that a PNG takes, and writes none without it`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "springs.png")
    let arguments = ["plot", "--spring", "response 1, dampingFraction 1", "-o"]
    let without = ["PATH": folder.path]
    let plot = try run("deckctl", arguments + [file.path], environment: without)
    #expect(plot.status == 1 && plot.errors.contains("install the package librsvg2-bin"), "\(plot.errors)")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let drawn = try run("deckctl", arguments + [folder.appending(path: "springs.svg").path], environment: without)
    #expect(drawn.status == 0, "\(drawn.errors)")
  }

  @Test
  func `passes on what the program that makes a PNG says, and keeps the file that is there`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "rsvg-convert")
    try Data("#!/bin/sh\necho 'no memory' >&2\nexit 3\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let file = folder.appending(path: "springs.png")
    try Data("before".utf8).write(to: file)
    let plot = try run(
      "deckctl",
      ["plot", "--spring", "response 1, dampingFraction 1", "-o", file.path],
      environment: ["PATH": folder.path]
    )
    #expect(plot.status == 1 && plot.errors.contains("springs.png: rsvg-convert: no memory"), "\(plot.errors)")
    #expect(try String(contentsOf: file, encoding: .utf8) == "before")
  }

  @Test(arguments: [
    (arguments: [Workshop.clip, "-o", Workshop.clip], problem: "is a recording, which a plot would replace"),
    (arguments: [Workshop.clip, "-o", "a.jpg"], problem: "in .svg or .png, not .jpg"),
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

/// The size of a PNG, from its first chunk.
private struct RasterImage {
  let width: Int
  let height: Int

  /// Reads the start of a file; throws where it is no PNG.
  init(png: Data) throws {
    let bytes = Array(png.prefix(24))
    try #require(bytes.count == 24 && bytes.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    func number(at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(at: 16), number(at: 20))
  }
}
