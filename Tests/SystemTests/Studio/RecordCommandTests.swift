import DeckProtocol
import Foundation
import Glibc
import TestSupport
import Testing

extension TouchBed {
  /// What a program needs to see the panels of the bed: the daemon's environment.
  var environment: [String: String] {
    get throws {
      let bytes = try Data(contentsOf: URL(filePath: "/proc/\(try daemonProcess)/environ"))
      let pairs = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
      return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }
  }

  /// Starts `deckctl record` beside the daemon, and waits until it reads the panel.
  func record(_ arguments: [String], node: String = "event0") throws -> RunningProgram {
    let recorder = try RunningProgram("deckctl", ["record"] + arguments, environment: environment)
    try wait(for: "deckctl record to open \(node)") {
      guard recorder.isRunning else { throw Unmet(what: "a recorder that runs: \(try recorder.errors)") }
      return try order("opens \(node)").prefix(2) == ["2", "1"] && recorder.errors.contains("Ctrl-C ends it")
    }
    return recorder
  }
}

@Suite(.enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct RecordCommandTests {
  private static func file(_ bed: TouchBed, _ name: String) -> String { bed.folder.appending(path: name).path }

  /// A finger that goes from place to place, two at the end, on the panel of the bed.
  private static func clip(in folder: URL) throws -> String {
    let clip = folder.appending(path: "clip.evemu").path
    let path = ["--from", "120,400", "--to", "320,420", "--duration", "0.05", "--rate", "60", "--fingers", "2"]
    let made = try run("deckctl", ["synthesize", "--name", "Desk panel", "-o", clip] + path)
    #expect(made.status == 0, "\(made.errors)")
    return clip
  }

  @Test(arguments: ["evemu", "libinput"])
  func `writes what the panel reported, until Ctrl-C`(format: String) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Self.clip(in: folder)
    let bed = try TouchBed(panels: [("event0", clip)])
    let file = Self.file(bed, "touch.\(format)")
    let recorder = try bed.record(["--format", format, "--output", file, "--json"])
    _ = try bed.play(clip)
    try wait(for: "the last frame") { try String(contentsOfFile: file, encoding: .utf8).contains("66667") }
    kill(recorder.number, SIGINT)
    let outcome = try recorder.outcome()
    let summary = #""touches":1,"frames":5,"duration":66667,"end":"signal"}"#
    #expect(outcome.status == 0)
    #expect(outcome.output == #"{"name":"Desk panel","node":"/dev/input/event0",\#(summary)\#n"#, "\(outcome)")
    #expect(
      outcome.errors == """
        note: recording Desk panel (/dev/input/event0); Ctrl-C ends it
        note: \(file): 1 touch, 5 frames in 0.1 s

        """
    )
    try Golden.expect(String(contentsOfFile: file, encoding: .utf8), at: "Fixtures/record.\(format)")
    let (replay, original) = (
      try run("deckctl", ["replay", "--touches", file]), try run("deckctl", ["replay", "--touches", clip])
    )
    #expect(replay.output == original.output && replay.errors == "", "\(replay.errors)")
  }

  @Test(arguments: ["evemu", "libinput"])
  func `gives the events that the daemon saw live, to the microsecond`(format: String) throws {
    let bed = try TouchBed(panels: [
      ("event0", Workshop.root.appending(path: "Tests/TouchBed/fixtures/fuzzy.desc").path)
    ])
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","gestures","frames","haptics","touches"]}"#)
    let recorder = try bed.record(["Touch*Panel", "--format", format])
    let start = try bed.play(Workshop.clip)
    try client.rest()
    kill(recorder.number, SIGTERM)
    let recording = try recorder.outcome()
    #expect(recording.status == 0, "\(recording.errors)")
    let file = Self.file(bed, "recording")
    try Data(recording.output.utf8).write(to: URL(filePath: file))
    let replay = try run("deckctl", ["replay", "--touches", file])
    let live = client.lines.filter { $0.contains(#""method":"#) && !$0.contains(#""method":"frame""#) }
    #expect(replay.lines.count > 100)
    #expect(live.map { $0.since(start) } == Array(replay.lines.dropFirst(2)))
  }

  @Test
  func `begins with the state that the kernel does not repeat`() throws {
    let bed = try TouchBed()
    // A touch that leaves the second slot selected, and both slots with places.
    for values in [
      "3 57 1 3 53 500 3 54 600 1 330 1", "3 47 1 3 57 2 3 53 700 3 54 800", "3 47 0 3 57 -1 3 47 1 3 57 -1 1 330 0",
    ] {
      try bed.order("ev event0 \(values) 0 0 0")
    }
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["touches"]}"#)
    let recorder = try bed.record([])
    // In the second slot, at the same height as before.
    let words = try bed.order("ev event0 3 57 3 3 53 900 1 330 1 0 0 0")
    let start = try #require(words.first.flatMap(Int64.init)) / 1000
    try bed.order("ev event0 3 57 -1 1 330 0 0 0 0")
    try client.next { $0.contains(#""phase":"up""#) }
    try wait(for: "two frames") { try recorder.output.components(separatedBy: "0000 0000 0000").count == 4 }
    kill(recorder.number, SIGINT)
    let file = Self.file(bed, "recording")
    try Data(try recorder.outcome().output.utf8).write(to: URL(filePath: file))
    let replay = try run("deckctl", ["replay", "--touches", file])
    let live = client.lines.filter { $0.contains(#""method":"touch""#) }.map { $0.since(start) }
    #expect(live.count == 2 && live == replay.lines.filter { $0.contains(#""method":"touch""#) }, "\(replay.errors)")
  }

  @Test
  func `ends with its duration, and where the panel is unplugged`() throws {
    let bed = try TouchBed()
    let timed = try run("deckctl", ["record", "--duration", "0.1"], environment: bed.environment)
    #expect(
      timed.status == 0 && timed.errors.contains("note: recorded: 0 touches, 0 frames in 0.0 s"),
      "\(timed.errors)"
    )
    #expect(timed.output.hasPrefix("# EVEMU 1.3\nN: Touch Bed Panel\n"))
    let file = Self.file(bed, "touch.yml")
    let recorder = try bed.record(["/dev/input/event0", "--format", "libinput", "-o", file])
    try bed.order("ev event0 3 57 1 3 53 500 3 54 600 1 330 1 0 0 0")
    try wait(for: "a frame") { try String(contentsOfFile: file, encoding: .utf8).contains("SYN_REPORT") }
    try bed.order("remove event0")
    let outcome = try recorder.outcome()
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains("note: Touch Bed Panel (/dev/input/event0) was unplugged; the recording ends there")
    )
    let replay = try run("deckctl", ["replay", "--touches", file])
    #expect(replay.status == 0 && replay.errors.contains("contact 0 is still down at the end"), "\(replay.errors)")
  }

  @Test
  func `says what is lost, and finds the state again, when events are dropped`() throws {
    let bed = try TouchBed()
    let recorder = try bed.record([])
    try bed.order("ev event0 3 57 1 3 53 500 3 54 600 1 330 1 0 0 0")
    try wait(for: "the contact") { try recorder.output.contains("0035 0500") }
    try bed.order("drop event0 3 53 700 0 0 0")
    // What the kernel has when the recorder asks for it.
    try wait(for: "the state") { try recorder.output.contains("0035 0700") }
    try bed.order("ev event0 3 54 650 0 0 0")
    try bed.order("ev event0 3 57 -1 1 330 0 0 0 0")
    try wait(for: "the last frame") { try recorder.output.contains("014a 0000") }
    kill(recorder.number, SIGINT)
    let file = Self.file(bed, "recording")
    try Data(try recorder.outcome().output.utf8).write(to: URL(filePath: file))
    let replay = try run("deckctl", ["replay", "--touches", "--surface", "1120x1984", file])
    #expect(replay.errors.contains("SYN_DROPPED: events are missing there"))
    #expect(replay.lines.contains { $0.contains(#""x":700"#) }, "\(replay.output)")
  }

  @Test(arguments: [
    (arguments: ["/dev/input/event7"], message: "cannot open /dev/input/event7: there is no such node"),
    (
      arguments: ["/dev/input/event2"],
      message: "/dev/input/event2 (Touch Bed Motor) is no touchscreen: expected a touch panel with the axes"
    ),
    (
      arguments: ["Desk*"], message: #"there is no touchscreen "Desk*"; expected /dev/input/event0 (Touch Bed Panel), "#
    ),
    (arguments: ["Touch*"], message: #""Touch*" fits 2 touchscreens; name the node of one: /dev/input/event0"#),
    (
      arguments: [],
      message: "there are 2 touchscreens; name one: /dev/input/event0 (Touch Bed Panel), /dev/input/event1"
    ),
    (arguments: ["event1", "-o", "/nowhere/a"], message: "/nowhere/a: No such file or directory"),
    (arguments: ["event1", "-o", "/dev/full"], message: "/dev/full: No space left on device; free some space"),
    (arguments: ["event0"], message: "/dev/input/event0 (Touch Bed Panel) is grabbed: another program alone receives"),
    (arguments: ["--duration", "0"], message: "--duration: expected 0.1 to 86400 s, not 0"),
    (arguments: ["--format", "yaml"], message: "The value 'yaml' is invalid"),
  ])
  func `says what it cannot record, and what to do`(arguments: [String], message: String) throws {
    let fixtures = Workshop.root.appending(path: "Tests/TouchBed/fixtures").path
    let bed = try TouchBed(
      panels: [("event0", Workshop.panel), ("event1", "\(fixtures)/fuzzy.desc")],
      configuration: """
        [[panels]]
        match = { name = "Touch Bed Panel" }
        grab = true
        """
    )
    try bed.order("add event2 \"\(fixtures)/motor.desc\"")
    let outcome = try run("deckctl", ["record"] + arguments, environment: bed.environment)
    #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(.enabled(if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func `says which group may read a panel`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let node = folder.appending(path: "event0").path
    try Data().write(to: URL(filePath: node))
    chmod(node, 0)
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let deckctl = Workshop.programs.appending(path: "deckctl").path
    let outcome = try run("/usr/bin/setpriv", nobody + [deckctl, "record", node])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no permission; run the command as root, or add your user to the group input"))
  }

  @Test(.enabled(if: TerminalWindow.isAvailable, TerminalWindow.absence))
  func `shows the contacts live in 80 × 24 characters`() throws {
    let bed = try TouchBed()
    let variables = try bed.environment.filter { ["LD_PRELOAD", "UMOCKDEV_DIR"].contains($0.key) }
    let exports = variables.map { "export \($0.key)='\($0.value)';" }.joined(separator: " ")
    let window = try TerminalWindow(
      columns: 80,
      rows: 24,
      "echo '$ deckctl record -o touch.evemu'; deckctl record -o touch.evemu; echo ended with $?",
      environment: exports
    )
    try window.wait(for: "recording Touch Bed Panel: touch the panel")
    try bed.order("ev event0 3 57 1 3 53 500 3 54 600 1 330 1 0 0 0")
    try bed.order("ev event0 3 53 560 3 54 640 3 47 1 3 57 2 3 53 700 3 54 800 0 0 0")
    try bed.order("ev event0 3 57 -1 0 0 0")
    try window.wait(for: "lifted")
    try window.wait(for: "560")
    // Seconds depend on the machine.
    let text = try window.text.replacing(/(\d+\.\d)(  lifted)?$/.anchorsMatchLineEndings()) {
      "s.s\($0.output.2 ?? "")"
    }
    try Golden.expect(text, at: "Fixtures/record-80x24.txt")
    try window.type("C-c")
    try window.wait(for: "ended with 0")
    let end = try window.text
    #expect(end.contains("note: touch.evemu: 1 touch, 3 frames in") && !end.contains("contact  "), "\(end)")
    #expect(try window.content(of: "touch.evemu").contains("0035 0560"))
  }
}
