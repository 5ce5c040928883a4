import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl tune` {
  private static func tune(_ arguments: String...) throws -> Outcome {
    try run("deckctl", ["tune", "--preset", "swipeclean"] + arguments)
  }

  @Test
  func `says at which threshold each swipe of the project's own clip decides`() throws {
    let tuned = try Self.tune("commit.threshold", "0.4..1", Workshop.clip, "--surface", "400x800", "--steps", "7")
    #expect(tuned.status == 0 && tuned.errors == "", "\(tuned.errors)")
    try Golden.expect(tuned.output, at: "Fixtures/tune-threshold.txt")
  }

  @Test
  func `draws the same`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "tune.svg")
    let range = ["progress.span", "0.1..0.9", Workshop.clip, "--surface", "400x800", "-o", file.path, "--json"]
    let tuned = try run("deckctl", ["tune", "--preset", "swipeclean"] + range)
    #expect(tuned.status == 0, "\(tuned.errors)")
    try Golden.expect(tuned.output, at: "Fixtures/tune-span.ndjson")
    try Golden.expect(
      try String(contentsOf: file, encoding: .utf8),
      at: "../../Sources/DeckEngine/DeckEngine.docc/Images/tune.svg"
    )
  }

  @Test
  func `says on which card a carousel settles`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "swipe.evemu").path
    let path = ["--from", "300,400", "--to", "100,400", "--duration", "0.2", "-o", file]
    #expect(try run("deckctl", ["synthesize"] + path).status == 0)
    let tuned = try run(
      "deckctl",
      ["tune", "carousel.deceleration", "0.9..0.999", file, "--preset", "carousel", "--steps", "2"]
    )
    #expect(tuned.lines.dropFirst().first?.split(separator: " ").suffix(2) == ["card-1", "card-4"], "\(tuned)")
  }

  @Test
  func `takes a range that begins with a minus`() throws {
    let tuned = try Self.tune("fly.drop", "-1..1", Workshop.clip, "--steps", "2", "--surface", "400x800")
    #expect(tuned.status == 0 && tuned.lines.first?.split(separator: " ").suffix(2) == ["-1", "1"], "\(tuned)")
  }

  @Test
  func `agrees with a replay at each value`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "deckd.toml").path
    for (threshold, swiped) in [(0.5, 3), (0.9, 2)] {
      let text = """
        [[surfaces]]
        name = "main"
        width = 400
        height = 800
        [[decks]]
        id = "main"
        preset = "swipeclean"
        settings = { commit.threshold = \(threshold) }
        """
      try Data(text.utf8).write(to: URL(filePath: file))
      let replay = try run("deckctl", ["replay", Workshop.clip, "--config", file])
      #expect(replay.lines.count { $0.contains("card.swiped") } == swiped)
      let range = ["commit.threshold", "\(threshold)..1", Workshop.clip, "--config", file, "--steps", "2", "--json"]
      let tuned = try run("deckctl", ["tune"] + range)
      let first = tuned.lines.count { line in
        ["left", "right"].contains { line.contains(#"{"value":\#(threshold),"outcome":"\#($0)"}"#) }
      }
      #expect(first == swiped, "\(tuned.output)")
    }
  }

  @Test(arguments: [
    (arguments: ["commit.treshold", "0..1"], status: 1, problem: "commit.threshold"),
    (arguments: ["commit.threshold", "0..9"], status: 1, problem: "commit.threshold"),
    (arguments: ["snap.spring", "0..1"], status: 1, problem: "is no number"),
    (arguments: ["commit.threshold", "1..0"], status: 64, problem: "1..0"),
    (arguments: ["commit.threshold", "0.1..1", "--deck", "other"], status: 1, problem: "there is no deck"),
  ])
  func `says what it expects`(arguments: [String], status: Int32, problem: String) throws {
    let outcome = try run("deckctl", ["tune"] + arguments + [Workshop.clip])
    #expect(outcome.status == status && outcome.errors.contains(problem), "\(outcome.errors)")
  }
}
