import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl explain` {
  private static func explain(_ options: [String], _ finger: String...) throws -> Outcome {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = folder.appending(path: "clip.evemu").path
    let made = try run("deckctl", ["synthesize"] + finger + ["-o", clip])
    #expect(made.status == 0, "\(made.errors)")
    return try run("deckctl", ["explain", clip] + options)
  }

  @Test
  func `says what decided between a tap and a drag, with the figures`() throws {
    let drag = try Self.explain([], "--from", "200,400", "--to", "380,400", "--duration", "0.2")
    #expect(drag.status == 0 && drag.errors == "")
    #expect(
      drag.output.split(separator: "\n") == [
        "0.016 s  contact 0 (215, 400)  main card-0  tap failed: moved 14.996 pt, limit 10",
        "0.016 s  contact 0 (215, 400)  main card-0  drag won: moved 14.996 pt, needs 10",
        "0.208 s  contact 0 (380, 400)  main card-0  drag ended",
        "0.208 s  contact 0 (380, 400)  main card-0  released at 1.5 of 1 to the right: decided",
      ]
    )
  }

  @Test
  func `says why a finger is ignored`() throws {
    let beside = try Self.explain([], "--from", "5,400", "--to", "300,400", "--duration", "0.2")
    #expect(beside.output == "0.000 s  contact 0 (5, 400)  main  ignored: no card there takes touches\n")
  }

  @Test
  func `judges by the preset that it is given`() throws {
    let held = ["--from", "200,300", "--duration", "0.6"]
    let swipe = try Self.explain([], held[0], held[1], held[2], held[3])
    #expect(swipe.output.contains("tap won"))
    let stack = try Self.explain(["--preset", "fan"], held[0], held[1], held[2], held[3])
    #expect(stack.output.contains("longPress won: held 0.4 s, needs 0.4"))
  }

  @Test
  func `has the place of the contact that a line is about`() throws {
    let still = ["--from", "200,300", "--duration", "0.3", "--fingers", "2"]
    let both = try Self.explain(["--preset", "wallet"], still[0], still[1], still[2], still[3], still[4], still[5])
    let places = both.lines.compactMap { $0.firstMatch(of: /contact 0 \((\d+), \d+\)/).map { String($0.1) } }
    #expect(Set(places).count == 1, "\(both.output)")
  }

  @Test
  func `is about the deck that it is given, and a deck that there is`() throws {
    let swipe = ["--from", "200,400", "--to", "380,400", "--duration", "0.2"]
    let one = try Self.explain(["--deck", "main"], swipe[0], swipe[1], swipe[2], swipe[3], swipe[4], swipe[5])
    #expect(one.lines.count == 4, "\(one.output)")
    let none = try Self.explain(["--deck", "mian"], swipe[0], swipe[1], swipe[2], swipe[3], swipe[4], swipe[5])
    #expect(none.status == 1 && none.output.isEmpty)
    let expected = #"Error: --deck: there is no deck "mian"; expected one of main; did you mean "main"?"#
    #expect(none.errors.hasSuffix(expected + "\n"), "\(none.errors)")
  }

  @Test
  func `heads the lines of each of several recordings`() throws {
    let two = try run("deckctl", ["explain", Workshop.clip, Workshop.clip])
    #expect(two.lines.count { $0 == "\(Workshop.clip):" } == 2)
    let lines = try run("deckctl", ["explain", Workshop.clip, Workshop.clip, "--json"]).lines
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(!objects.isEmpty && objects.allSatisfy { $0?["recording"] as? String == Workshop.clip && $0?["t"] != nil })
  }

  @Test(arguments: [
    (["explain", "--live", "--preset", "fan"], "--live takes no recordings, and no options about them."),
    (["explain", "-", "-"], "- stands for standard input, which ends once."),
    (["swipe", "lef"], #"did you mean "left"?"#), (["watch", "--topics", "event"], #"did you mean "events"?"#),
    (["watch", "--topics", "events,,frames"], "--topics: expected one of events"),
    (["watch", "--until", "card.swipd"], #"did you mean "card.swiped"?"#),
  ])
  func `and others refuse a wrong command line with what is near`(arguments: [String], message: String) throws {
    let outcome = try run("deckctl", arguments)
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test
  func `names a file that is not there`() throws {
    let outcome = try run("deckctl", ["explain", "/nowhere/clip.evemu"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "Error: /nowhere/clip.evemu: No such file or directory; expected the path of a file that is there\n"
    )
  }
}
