import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl synthesize` {
  private static func synthesize(_ arguments: [String]) throws -> Outcome {
    try run("deckctl", ["synthesize"] + arguments)
  }

  /// Returns the path of the clip that `arguments` generate, in a file in `folder`.
  private static func clip(_ arguments: [String], in folder: URL) throws -> String {
    let file = folder.appending(path: "clip.evemu").path
    let outcome = try synthesize(arguments + ["-o", file])
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "", "\(outcome.errors)")
    return file
  }

  /// Options of a path from the middle of the surface, 400 x 800 pt, whose cards are decided at 0.3 of its width.
  private static func way(to place: String, _ options: String...) -> [String] {
    ["--from", "200,400", "--to", place, "--duration", "0.2"] + options
  }

  @Test(arguments: [
    (arguments: way(to: "380,400"), swiped: ["right"]),
    (arguments: way(to: "20,400", "--shape", "curved", "--rate", "60"), swiped: ["left"]),
    (arguments: way(to: "380,400", "--shape", "hesitating", "--noise", "0.5", "--seed", "3"), swiped: ["right"]),
    (arguments: way(to: "380,400", "--shape", "braking", "--bow", "-60", "--rate", "240"), swiped: ["right"]),
    // Half the distance that decides, and a finger that has come to rest.
    (arguments: way(to: "260,400", "--shape", "braking", "--hold", "0.1"), swiped: []),
    (arguments: way(to: "200,600"), swiped: []),
    (arguments: ["--from", "200,400", "--duration", "0.05"], swiped: []),
    (arguments: way(to: "350,400", "--fingers", "2", "--apart", "100"), swiped: ["right"]),
    (arguments: way(to: "380,400", "--repeat", "3", "--gap", "0.1"), swiped: ["right", "right", "right"]),
  ])
  func `makes clips that replay as one would expect`(arguments: [String], swiped: [String]) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let replay = try run("deckctl", ["replay", try Self.clip(arguments, in: folder)])
    #expect(replay.status == 0 && replay.errors == "", "\(replay.errors)")
    let events = replay.lines.filter { $0.contains("card.swiped") }
    #expect(events.count == swiped.count)
    for (event, direction) in zip(events, swiped) { #expect(event.contains(#""direction":"\#(direction)""#)) }
  }

  @Test(arguments: [(press: "0.6", moved: 1), (press: "0", moved: 0)])
  func `lifts a card of a stack with a press before the drag`(press: String, moved: Int) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let drag = ["--from", "200,160", "--to", "200,400", "--duration", "0.4", "--press", press]
    let replay = try run("deckctl", ["replay", "--preset", "wallet", try Self.clip(drag, in: folder)])
    #expect(replay.lines.count { $0.contains(#""type":"card.moved""#) } == moved, "\(replay.errors)")
  }

  @Test(arguments: [
    (pinch: ["--pinch", "60..300"], fans: true),
    (pinch: ["--fingers", "2", "--apart", "60", "--pinch", "5"], fans: true),
    (pinch: ["--pinch", "300..60"], fans: false),
  ])
  func `fans a stack with two fingers that part, and not with two that approach`(pinch: [String], fans: Bool) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(["--from", "200,300", "--duration", "0.2", "--hold", "0.5"] + pinch, in: folder)
    let replay = try run("deckctl", ["replay", "--preset", "wallet", "--frames", clip])
    let gestures = replay.lines.filter { $0.contains(#""recognizer":"pinch""#) }
    #expect(gestures.contains { $0.contains(#""phase":"began""#) }, "\(replay.errors)")
    #expect(gestures.last?.contains(#""phase":"ended""#) == true)
    // The whole of fan.maximum, or nothing.
    let spreads = replay.lines.compactMap { $0.firstMatch(of: /"spread":([0-9.]+)/)?.1 }.compactMap { Double($0) }
    #expect(spreads.max() ?? 0 == (fans ? 150 : 0))
  }

  @Test(arguments: [
    (fingers: ["--fingers", "3", "--duration", "0.1"], gesture: "menu"),
    (fingers: ["--fingers", "4", "--duration", "0.1"], gesture: nil),
    (fingers: ["--to", "200,200", "--fingers", "5", "--apart", "60", "--duration", "0.2"], gesture: "overview"),
  ])
  func `makes the gestures of a surface with up to five fingers`(fingers: [String], gesture: String?) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = folder.appending(path: "deckd.toml").path
    let text = """
      decks = []
      gestures = [
        { name = "menu", do = "tap", fingers = 3 },
        { name = "overview", do = "swipe up", fingers = 5 },
      ]
      """
    try text.write(toFile: configuration, atomically: true, encoding: .utf8)
    let clip = try Self.clip(["--from", "200,400"] + fingers, in: folder)
    let replay = try run("deckctl", ["replay", "--config", configuration, clip])
    let performed = replay.lines.compactMap { $0.firstMatch(of: /"gesture.performed","gesture":"([a-z]+)"/)?.1 }
    #expect(performed.map(String.init) == [gesture].compactMap(\.self), "\(replay.errors)\n\(replay.lines)")
  }

  @Test
  func `gives the same bytes to standard output and to a file, every time`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = Self.way(to: "380,400", "--noise", "1", "--seed", "7", "--name", "Desk panel")
    let printed = try Self.synthesize(arguments)
    #expect(printed.lines.contains("N: Desk panel"))
    let file = try Self.clip(arguments, in: folder)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed.output)
    #expect(try Self.synthesize(arguments + ["--seed", "8"]).output != printed.output)
  }

  @Test
  func `makes a panel that replay maps to the surface that was named`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["--from", "1000,300", "--to", "1270,20", "--duration", "0.1", "--surface", "1280x720.5"]
    let replay = try run("deckctl", ["replay", "--touches", try Self.clip(arguments, in: folder)])
    let places = replay.lines.compactMap(Finger.init)
    let (first, last) = (try #require(places.first), try #require(places.last))
    #expect((first.x - 1000).magnitude < 0.2 && (first.y - 300).magnitude < 0.2)
    #expect((last.x - 1270).magnitude < 0.2 && (last.y - 20).magnitude < 0.2)
  }

  @Test(arguments: [
    (arguments: ["--from", "nan,400"], message: "expected two numbers such as 200,400"),
    (arguments: ["--from", "200"], message: "expected two numbers such as 200,400"),
    (arguments: ["--from", "500,400"], message: "the finger would be at 500,400 after 0 s; the surface is 400x800"),
    (
      arguments: ["--from", "200,5", "--to", "300,5", "--bow", "-40"], message: "the finger would be at 204.167,-1.389"
    ),
    (arguments: ["--from", "20,400", "--fingers", "2"], message: "finger 1 would be at -20,400"),
    (arguments: ["--from", "200,400", "--duration", "nan"], message: "--duration: expected 0 to 60 s, not nan"),
    (arguments: ["--from", "200,400", "--rate", "30"], message: "--rate: expected 60 to 1000 Hz, not 30"),
    (arguments: ["--from", "200,400", "--noise", "-1"], message: "--noise: expected 0 to 100 pt, not -1"),
    (arguments: ["--from", "200,400", "--shape", "braking"], message: "--shape braking needs a way; add --to"),
    (arguments: ["--from", "200,400", "--bow", "9"], message: "--bow needs a way; add --to"),
    (arguments: ["--from", "200,400", "--pinch", "2"], message: "--pinch is for several fingers; add --fingers 2"),
    (arguments: ["--from", "200,400", "--pinch", "60..wide"], message: "The value '60..wide' is invalid for"),
    (arguments: ["--from", "200,400", "--pinch", "0..60"], message: "--pinch: expected 1 to 20000 pt, not 0"),
    (arguments: ["--from", "200,400", "--pinch", "60..90", "--apart", "9"], message: "leave --apart out"),
    (
      arguments: ["--from", "200,400", "--pinch", "60..90", "--fingers", "1"],
      message: "--pinch is for several fingers; add --fingers 2"
    ),
    (arguments: ["--from", "200,400", "--pause", "2"], message: "--pause is for --shape hesitating"),
    (arguments: ["--from", "200,400", "--fingers", "6"], message: "--fingers: expected 1 to 5"),
    (arguments: ["--from", "200,400", "--repeat", "0"], message: "--repeat: expected 1 to 10000"),
    (
      arguments: ["--from", "5,5", "--surface", "100x800"], message: "--surface: expected sides of 128 to 19200 points"
    ),
    (arguments: ["--from", "200,400", "--repeat", "9999", "--hold", "9"], message: "at most 1000000 are made"),
    (arguments: ["--duration", "1"], message: "Missing expected argument '--from <x,y>'"),
  ])
  func `refuses options that make no sense`(arguments: [String], message: String) throws {
    let outcome = try Self.synthesize(["--duration", "0.2"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test
  func `says where it cannot write`() throws {
    let outcome = try Self.synthesize(Self.way(to: "380,400", "-o", "/nowhere/clip.evemu"))
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: /nowhere/clip.evemu: No such file or directory\n")
  }

  @Test(.enabled(if: Workshop.hasBed, Workshop.bedAbsence))
  func `makes clips that are the same touches on real libinput`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = ["--fingers", "2", "--pinch", "1.5", "--noise", "0.5", "--repeat", "2", "--gap", "0.1"]
    let clip = try Self.clip(Self.way(to: "350,400") + options, in: folder)
    let replay = try run("deckctl", ["replay", "--touches", clip])
    let bed = try TouchBed(.path, panels: [("event0", clip)])
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","gestures","frames","haptics","touches"]}"#)
    let start = try bed.play(clip)
    try client.rest()
    let live = client.lines.filter { $0.contains(#""method":"#) && !$0.contains(#""method":"frame""#) }
    #expect(live.map { $0.since(start) } == Array(replay.lines.dropFirst(2)))
    #expect(bed.stop() == 0)
  }
}
