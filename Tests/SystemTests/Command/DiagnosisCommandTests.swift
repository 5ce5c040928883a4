import Foundation
import Glibc
import TestSupport
import Testing

/// `deckctl devices`, `report`, `call` and `settings`, as a person types them.
@Suite
struct `The diagnostic tools` {
  private static let bedAbsence = Workshop.bedAbsence

  private static let configuration = """
    [[surfaces]]
    name = "wall"
    [[panels]]
    match = { id = "0457:1060" }
    surface = "wall"
    rotation = 90
    [[decks]]
    id = "photos"
    """

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `list panels as deckd sees them`() throws {
    let bed = try TouchBed(configuration: Self.configuration)
    let shell = try PanelShell(beside: bed)
    try bed.order("add event1 \"\(Workshop.panel)\" LIBINPUT_IGNORE_DEVICE=1")
    try bed.order("add event2 \"\(Workshop.panel)\" ID_SEAT=seat1")
    try bed.order("add event3 \"\(Workshop.panel)\" ID_INPUT_TOUCHSCREEN=0 ID_INPUT_TOUCHPAD=1")
    // The daemon has seen the last of them, and lists the first alone.
    try bed.waitUntilOpened("event0")
    let text = try shell.transcript(
      "deckctl devices",
      "deckctl devices --json | head -n 1",
      "DECKD_SOCKET=/nowhere deckctl devices --config ~/deckd.toml | head -n 12".replacing("~", with: bed.folder.path)
    )
    try Golden.expect(text.replacing(bed.folder.path, with: "/home/me"), at: "Fixtures/devices.txt")
  }

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `count the fingers that are down`() throws {
    let bed = try TouchBed(configuration: Self.configuration)
    let shell = try PanelShell(beside: bed)
    try PanelFinger(bed).down(500, 900)
    try wait(for: "a finger that is down") {
      try shell.run("deckctl devices").output.contains("up to 10 fingers, 1 down")
    }
  }

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `write one file for a bug report, without the cards unless they are requested`() throws {
    let state = try TemporaryFolder()
    let bed = try TouchBed(configuration: Self.configuration, arguments: ["--state-dir", state.path])
    let shell = try PanelShell(beside: bed)
    let cards = bed.folder.appending(path: "cards.json")
    try Data(#"[{"id":"SECRET_1.jpg","label":"SECRET_2","data":{"a":"SECRET_3"}},{"id":"SECRET_4"}]"#.utf8).write(
      to: cards
    )
    #expect(try shell.run("deckctl load \(cards.path) && deckctl swipe right").status == 0)
    let file = bed.folder.appending(path: "report.md").path
    let outcome = try shell.run("deckctl report --recording \(Workshop.clip) --output \(file)")
    #expect(outcome.status == 0 && outcome.errors == "note: /home/me/report.md: look through it before you send it\n")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("SECRET"))
    #expect(text.contains(##""type":"card.swiped","card":"#"##))
    for heading in ["Findings", "Versions", "Devices", "Status", "The last events", "Configuration", "Recording"] {
      #expect(text.contains("\n## \(heading)"), "\(heading)")
    }
    #expect(text.contains("name = \"wall\"") && text.contains("Touch Bed Panel  /dev/input/event0"))
    #expect(text.contains(try String(contentsOfFile: Workshop.clip, encoding: .utf8)))
    #expect(try shell.run("deckctl report --cards").output.contains(#""card":"SECRET_1.jpg""#))
    // Without a daemon it says what is missing.
    let alone = try shell.run("deckctl report --socket /nowhere/deckd.sock")
    #expect(alone.status == 0 && alone.output.contains("- status and events: no daemon answers on /nowhere/deckd.sock"))
    let json = try shell.run("deckctl report --json | python3 -c 'import json,sys; print(*json.load(sys.stdin))'")
    #expect(json.output == "sections absent\n", "\(json)")
  }

  @Test(.enabled(if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func `tell a user who may not connect from a daemon that does not run`() throws {
    let daemon = try LoneDaemon()
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"
    for command in ["devices", "report"] {
      let text = try shell.run("\(nobody) deckctl \(command) 2>&1").output
      #expect(text.contains("this user may not connect to /home/me/deckd.sock"), "\(text)")
    }
  }

  @Test
  func `take a recording of any encoding into a report, and nothing that is none`() throws {
    let folder = try TemporaryFolder()
    let shell = PanelShell(socket: "/nowhere/deckd.sock", folder: folder.url)
    let script = "cd \(folder.path); iconv -t UTF-16 \(Workshop.clip) > clip; head -c 99 /bin/sh > program; "
    let report = try shell.run("\(script) deckctl report --recording clip")
    let text = try String(contentsOfFile: Workshop.clip, encoding: .utf8)
    #expect(report.status == 0 && report.output.contains(text), "\(report)")
    let refused = try shell.run("\(script) deckctl report --recording program --output report.md; ls")
    #expect(refused.errors.contains("program:1: expected an evemu recording"), "\(refused)")
    #expect(refused.output == "clip\nprogram\n", "\(refused)")
  }

  @Test
  func `call any method`() throws {
    let daemon = try LoneDaemon()
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    let text = try shell.transcript(
      "deckctl call deck.list",
      #"deckctl call deck.swipe '{"direction": "right"}'"#,
      #"printf '{\n  "direction":\n    "left"\n}\n' | deckctl call deck.swipe -"#,
      "deckctl call deck.swipe deck=main direction=up",
      #"deckctl call deck.configure 'settings={"visible": 4}'"#,
      "deckctl call deck.swipe direction=up right",
      "deckctl call deck.swipe direction=up direction=left",
      "deckctl call deck.swipe '[1]'",
      "deckctl call deck.swipe '{\"direction\": \"east\"}'",
      "deckctl call deck.swpie",
      "deckctl call deck.undo --socket /nowhere/deckd.sock"
    )
    try Golden.expect(text, at: "Fixtures/call.txt")
    daemon.signalProcess(SIGSTOP)
    defer { daemon.signalProcess(SIGCONT) }
    // The signal takes effect when the kernel gets to it.
    try wait(for: "a timeout") { try shell.run("DECKD_TIMEOUT=1 deckctl call deck.list").status == 3 }
  }

  @Test(.enabled(if: TerminalWindow.isAvailable, TerminalWindow.absence))
  func `break the list of settings where the terminal ends`() throws {
    let line = "deckctl settings --preset swipeclean loop; echo over"
    let window = try TerminalWindow(columns: 50, rows: 40, line)
    try window.wait(for: "over")
    let lines = try window.text.split(separator: "\n").map(String.init)
    let whole = try run("deckctl", ["settings", "--preset", "swipeclean", "loop"]).output
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).map(String.init) }
    #expect(whole.split(separator: "\n").contains { $0.count > 50 })
    // No word is broken, as the terminal itself would.
    #expect(words(lines.joined(separator: "\n")) == words(whole) + ["over"])
    #expect(lines.allSatisfy { $0.count <= 50 } && lines.count { $0.hasPrefix("    ") } > 1, "\(lines)")
  }

  @Test
  func `list settings with what they take and mean`() throws {
    let daemon = try LoneDaemon()
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    let text = try shell.transcript(
      "deckctl configure snap.duration=0.4",
      "deckctl settings snap",
      "deckctl settings --json commit.threshold",
      "deckctl settings --preset wallet 'bounce*'",
      "deckctl settings comit.threshold",
      "deckctl settings main",
      "deckctl settings --preset wallet --deck main"
    )
    try Golden.expect(text, at: "Fixtures/settings.txt")
  }
}
