import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl replay` {
  private static func replay(_ arguments: String...) throws -> Outcome {
    try run("deckctl", ["replay"] + arguments)
  }

  @Test(arguments: [
    (file: "Fixtures/swipes.ndjson", arguments: ["--preset", "swipeclean", "--surface", "400x800"]),
    // Frames are long: two cards suffice for the clip's first two swipes.
    (
      file: "Fixtures/swipes-frames.ndjson",
      arguments: ["--preset", "swipeclean", "--surface", "400x800", "--frames", "--cards", "2"]
    ),
  ])
  func `gives the project's own clip byte for byte`(file: String, arguments: [String]) throws {
    let replay = try run("deckctl", ["replay", Workshop.clip] + arguments)
    #expect(replay.status == 0, "\(replay.errors)")
    try SchemaValidator.expectValid(replay.lines)
    try Golden.expect(replay.output, at: file)
  }

  @Test(arguments: ["cat", "iconv -f UTF-8 -t UTF-16", "sed '1s/^/\u{FEFF}/'"])
  func `reads standard input, in UTF-16 and with a byte order mark too`(filter: String) throws {
    let plain = try Self.replay(Workshop.clip)
    let deckctl = Workshop.programs.appending(path: "deckctl").path
    let piped = try run("/bin/sh", ["-c", "\(filter) \"$1\" | \"$2\" replay -", "sh", Workshop.clip, deckctl])
    #expect(piped.status == 0 && piped.output == plain.output, "\(piped.errors)")
    let cut = try run("/bin/sh", ["-c", "head -c 3000 \"$1\" | \"$2\" replay -", "sh", Workshop.clip, deckctl])
    #expect(cut.errors.hasPrefix("note: standard input: line "), "\(cut.errors)")
  }

  /// The same two fingers, as each tool has written them.
  private static func twoFingers(_ format: String) -> String {
    Workshop.root.appending(path: "Tests/DeckReplayTests/Fixtures/two-fingers.\(format)").path
  }

  @Test(arguments: ["yml", "evtest", "getevent"])
  func `gives the same lines for every format, from standard input and in UTF-16 too`(format: String) throws {
    let expected = try run("deckctl", ["replay", "--touches", "--frames", Self.twoFingers("evemu")])
    #expect(expected.lines.count { $0.contains(#""method":"touch""#) } == 5)
    for filter in ["cat", "iconv -f UTF-8 -t UTF-16", "sed '1s/^/\u{FEFF}/'"] {
      let line = "\(filter) \(Self.twoFingers(format)) | \(Workshop.programs.path)/deckctl replay --touches --frames -"
      let replay = try run("/bin/sh", ["-c", line])
      #expect(replay.status == 0 && replay.errors == "", "\(replay.errors)")
      // evtest stamps with a clock that differs by a microsecond's rounding.
      if format != "evtest" { #expect(replay.output == expected.output) }
      #expect(replay.lines.count == expected.lines.count)
    }
    let explained = try run("deckctl", ["explain", Self.twoFingers(format)])
    #expect(explained.status == 0 && explained.output.contains("drag"), "\(explained.errors)")
  }

  @Test(arguments: ["evemu", "evtest", "getevent"])
  func `leaves out the prompt behind every format, also one with the time of day`(format: String) throws {
    let plain = try run("deckctl", ["replay", Self.twoFingers(format)])
    #expect(plain.status == 0 && !plain.output.isEmpty)
    for prompt in ["[14:30:11] me@kiosk:~$", "[14:30] $ exit", "14:30:11 me@kiosk $", "[me@kiosk ~]$ exit"] {
      let line = "(cat \(Self.twoFingers(format)); echo '\(prompt)') | \(Workshop.programs.path)/deckctl replay -"
      let replay = try run("/bin/sh", ["-c", line])
      #expect(replay.output == plain.output, "\(prompt): \(replay)")
      #expect(replay.errors.contains("left out after the recording: line "), "\(prompt): \(replay.errors)")
    }
  }

  @Test
  func `explains every format, whole, cut off and damaged, in the same words`() throws {
    let lines = [
      "deckctl explain two-fingers.evemu", "deckctl explain two-fingers.yml", "deckctl explain two-fingers.evtest",
      "deckctl explain two-fingers.getevent", "head -c 3900 two-fingers.yml | deckctl explain -",
      "head -c 2222 two-fingers.evtest | deckctl explain -",
      "head -c 800 two-fingers.evtest | deckctl explain -",
      "sed 's/, *2494\\]/]/' two-fingers.yml | deckctl explain -",
      "sed 's/value 2494/value many/' two-fingers.evtest | deckctl explain -",
    ]
    let folder = Workshop.root.appending(path: "Tests/DeckReplayTests/Fixtures").path
    var transcript = ""
    for line in lines {
      let script = "cd '\(folder)'; PATH='\(Workshop.programs.path)':$PATH; { \(line); } 2>&1"
      transcript += "$ \(line)\n\(try run("/bin/sh", ["-c", script]).output)"
    }
    try Golden.expect(transcript, at: "Fixtures/formats.txt")
  }

  @Test
  func `touches the decks of a running daemon, on the surface that is named`() throws {
    let surfaces = ["left", "right"].map { name in
      """
      [[surfaces]]
      name = "\(name)"
      width = 400
      height = 800
      [[decks]]
      id = "\(name)"
      surface = "\(name)"
      """
    }
    let daemon = try LoneDaemon(configuration: surfaces.joined(separator: "\n"))
    let clip = daemon.folder.appending(path: "swipe.evemu").path
    let finger = ["--from", "200,400", "--to", "380,400", "--duration", "0.2"]
    #expect(try run("deckctl", ["synthesize", "-o", clip] + finger).status == 0)
    let common = ["--socket", daemon.socket, "--format", "plain"]
    let options = common + ["--until", "card.swiped", "--timeout", "\(patience)"]
    let watching = try RunningProgram("deckctl", ["watch"] + options)
    try wait(for: "deckctl to watch") { try watching.output.contains("deck right, ") }
    let live = try Self.replay("--live", clip, "--socket", daemon.socket, "--onto", "right")
    #expect(live.status == 0 && live.output == "" && live.errors == "", "\(live.errors)")
    let watched = try watching.outcome()
    #expect(
      watched.lines.last?.hasSuffix(" s  right  event card.swiped card-0 right") == true,
      "\(watched.output)"
    )
    for (surface, problem) in [([], "left, right: name one with --onto"), (["--onto", "rihgt"], "\"right\"")] {
      let refused = try run("deckctl", ["replay", "--live", clip, "--socket", daemon.socket] + surface)
      #expect(refused.status == 1 && refused.errors.contains(problem), "\(refused.errors)")
    }
  }

  @Test
  func `takes the surface and the cards that are named`() throws {
    let wide = try Self.replay(Workshop.clip, "--surface", "1000x500", "--touches")
    // 0.38 of the width and 0.56 of the height, in whole units of 1120 and 1984.
    let down = try #require(wide.lines.compactMap(Finger.init).first)
    #expect((down.x - 380).magnitude < 1 && (down.y - 280).magnitude < 1)
    let one = try Self.replay(Workshop.clip, "--cards", "1", "--preset", "swipeclean")
    let events = one.lines.filter { $0.contains(#""method":"event""#) }
    #expect(events.last?.contains(#""type":"deck.exhausted""#) == true)
    #expect(events.filter { $0.contains("card.swiped") }.count == 1)
    let none = try Self.replay(Workshop.clip, "--cards", "0")
    #expect(none.status == 0 && none.lines.count == 1)
  }

  @Test
  func `maps the panel as a configuration says`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "deckd.toml").path
    let text = """
      [[surfaces]]
      name = "s"
      width = 500
      height = 1000
      [[panels]]
      match = { name = "Demonstration*" }
      rotation = 180
      [[decks]]
      id = "turned"
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    let replay = try Self.replay(Workshop.clip, "--config", file, "--touches")
    #expect(replay.status == 0, "\(replay.errors)")
    let down = try #require(replay.lines.compactMap(Finger.init).first)
    #expect((down.x - 310).magnitude < 1 && (down.y - 440).magnitude < 1)
    // Upside down, the clip's first swipe, to the right, becomes one to the left.
    let swiped = replay.lines.first { $0.contains("card.swiped") }
    #expect(swiped?.contains(#""deck":"turned""#) == true && swiped?.contains(#""direction":"left""#) == true)
  }

  @Test
  func `takes what describes the panel from another file, named or beside the recording`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try String(contentsOfFile: Workshop.clip, encoding: .utf8).split(separator: "\n")
    func write(_ name: String, _ chosen: [Substring]) throws -> String {
      let file = folder.appending(path: name)
      try Data((chosen.joined(separator: "\n") + "\n").utf8).write(to: file)
      return file.path
    }
    let recording = try write("swipes-right.events", lines.filter { $0.hasPrefix("E:") })
    let description = lines.filter { !$0.hasPrefix("E:") }
    let expected = try Self.replay(Workshop.clip)

    let without = try Self.replay(recording)
    #expect(without.status == 1)
    #expect(without.errors.contains("\(recording): the recording does not describe its panel"))
    #expect(without.errors.contains("name one with --desc"))
    let named = try Self.replay(recording, "--desc", try write("panel.txt", description))
    #expect(named.status == 0 && named.output == expected.output)

    // The longest matching name wins; the shorter one describes a panel half as wide.
    let narrow = description.map { $0.hasPrefix("A: 35 ") ? "A: 35 0 559 0 0 16" : $0 }
    _ = try write("swipes.desc", narrow)
    #expect(try Self.replay(recording).output != expected.output)
    _ = try write("swipes-right.desc", description)
    #expect(try Self.replay(recording).output == expected.output)
  }

  @Test
  func `plays a log of getevent, and says what it takes its panel for`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    // From the middle, 45 % of 1080 units to the right in 0.2 s: a swipe.
    let events = (0...20).map { step in
      let time = "[     500.\(String(String(1_000_000 + step * 10_000).dropFirst()))]"
      return """
        \(time) EV_ABS       ABS_MT_POSITION_X    \(String(540 + step * 24, radix: 16))            \r
        \(time) EV_ABS       ABS_MT_POSITION_Y    000004b0            \r
        \(time) EV_SYN       SYN_MT_REPORT        00000000            \r
        \(time) EV_SYN       SYN_REPORT           00000000            \r

        """
    }
    let lift = "[     500.210000] 0000 0002 00000000\r\n[     500.210000] 0000 0000 00000000\r\n"
    let log = try write("swipe.txt", events.joined() + lift)
    let replay = try Self.replay(log)
    #expect(replay.status == 0)
    #expect(
      replay.errors == """
        note: \(log): the ranges of the panel's axes are missing; took 1080 × 1920 units, the smallest usual panel that \
        holds its touches; --desc names better ones, such as evtest or getevent -lp prints

        """
    )
    let swiped = replay.lines.first { $0.contains("card.swiped") }
    #expect(swiped?.contains(#""direction":"right""#) == true)

    let panel = """
      add device 1: /dev/input/event2
        name:     "touch"
        events:
          ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz 0, flat 0, resolution 0

      """
    let named = try Self.replay(log, "--desc", try write("panel.txt", panel))
    #expect(named.errors == Self.noResolution(log) && named.output == replay.output)
    let file = try write("whole.txt", panel + events.joined() + lift)
    let whole = try Self.replay(file)
    #expect(whole.errors == Self.noResolution(file) && whole.output == replay.output)
    let neighbor = try write("swipe.desc", panel.replacing("1919", with: "2399"))
    #expect(
      try Self.replay(log).errors == """
        note: \(log): the panel's description comes from \(neighbor), beside the recording; --desc names another
        \(Self.noResolution(log))
        """
    )
  }

  private static func noResolution(_ file: String) -> String {
    """
    note: \(file): the panel reports no resolution, and its size in millimeters is unknown; --surface sets the size of \
    the surface (default: a short side of 400 pt)

    """
  }

  @Test
  func `notes what is unusual about a recording, as explain does`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try String(contentsOfFile: Workshop.clip, encoding: .utf8).split(separator: "\n").map(String.init)
    let head = clip.filter { !$0.hasPrefix("E:") }.map { $0.hasPrefix("P:") ? $0.replacing("02", with: "00") : $0 }
    var events = Array(clip.filter { $0.hasPrefix("E:") }.prefix(59))
    // A touchpad whose first frame is half a second late, which loses events and whose last line is cut off.
    let pad = head.map { $0.hasPrefix("B: 01 00 04") ? "B: 01 20 04 00 00 00 00 00 00" : $0 }
    let first = try #require(events.firstIndex { $0.contains(" 0000 0000 ") })
    events[first] = "E: 0.500000 0000 0000 0000"
    events.insert("E: 0.150000 0000 0003 0000", at: 40)
    let file = folder.appending(path: "odd.evemu").path
    try Data(((pad + events).joined(separator: "\n") + "\nE: 0.19").utf8).write(to: URL(filePath: file))
    let lines = [
      "line \(head.count + 61) is cut off, and left out: 'E: 0.19'",
      "Demonstration panel is a touchpad, not a touchscreen, and deckd does not read it; its contacts are played as touches",
      "line \(head.count + first + 2): the clock steps back by 0.490000 s, the first of 2 steps; no time passes there",
      "line \(head.count + 41): SYN_DROPPED: events are missing there; contacts keep their last known state",
      "contact 0 is still down at the end, and counts as taken away",
    ]
    let notes = lines.map { "note: \(file): \($0)\n" }.joined()
    for arguments in [["replay", "--touches"], ["explain"], ["explain", "--json"]] {
      let outcome = try run("deckctl", arguments + [file])
      #expect(outcome.status == 0 && outcome.errors == notes, "\(arguments): \(outcome.errors)")
      #expect(!outcome.lines.isEmpty && !outcome.output.contains(#""t":-"#) && !outcome.output.contains("\n-"))
    }
  }

  @Test
  func `plays several recordings, each from the start`() throws {
    let once = try Self.replay(Workshop.clip)
    #expect(try Self.replay(Workshop.clip, Workshop.clip).output == once.output + once.output)
  }

  @Test
  func `says what is wrong with its files`() throws {
    let missing = try Self.replay("/nowhere/clip.evemu")
    #expect(missing.status == 1)
    #expect(
      missing.errors
        == "Error: /nowhere/clip.evemu: No such file or directory; expected the path of a file that is there\n"
    )
    let license = Workshop.root.appending(path: "LICENSE").path
    let other = try Self.replay(license)
    #expect(other.status == 1)
    #expect(other.errors.hasPrefix("Error: \(license):1: expected an evemu recording"), "\(other.errors)")
    let after = try Self.replay(Workshop.clip, "/nowhere/clip.evemu")
    #expect(after.status == 1)
    #expect(after.output == (try Self.replay(Workshop.clip).output))
  }

  @Test(arguments: [
    (arguments: ["--surface", "0x5"], message: "'0x5' is invalid for '--surface"),
    (arguments: ["--surface", "400"], message: "'400' is invalid for '--surface"),
    (arguments: ["--preset", "snake"], message: "'snake' is invalid for '--preset"),
    (arguments: ["--cards", "-1"], message: "--cards"),
    (arguments: ["--config", "x.toml", "--preset", "swipeclean"], message: "--config says which decks there are"),
    (arguments: ["--config", "x.toml", "--cards", "3"], message: "--config says which decks there are"),
  ])
  func `refuses options that make no sense`(arguments: [String], message: String) throws {
    let outcome = try run("deckctl", ["replay", Workshop.clip] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
