import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, TerminalWindow.absence))
struct `deckctl view` {
  /// A deck of each kind.
  private static func daemon() throws -> LoneDaemon {
    let file = Workshop.root.appending(path: "Tests/BrowserTests/decks.toml")
    return try LoneDaemon(configuration: String(contentsOf: file, encoding: .utf8))
  }

  /// Waits for a whole picture: the first one has no deck yet, and a part of the next may have come.
  private static func settle(_ window: TerminalWindow, showing parts: String...) throws {
    var before = ""
    try wait(for: "a picture that shows \(parts.joined(separator: ", "))") {
      let (text, colored) = (try window.text, try window.coloredText)
      defer { before = colored }
      return colored == before && parts.allSatisfy { text.contains($0) } && text.contains("q quits")
    }
  }

  private static func view(_ daemon: LoneDaemon, _ options: String = "") -> String {
    "deckctl view --socket \(daemon.socket) \(options)"
  }

  @Test
  func `shows the events of a panel without decks`() throws {
    let bed = try TouchBed(
      configuration: """
        decks = []
        gestures = [{ name = "home", do = "swipe up", from = "bottom" }]
        """
    )
    let window = try TerminalWindow(columns: 60, rows: 12, "deckctl view --socket \(bed.socket)")
    try Self.settle(window, showing: "no decks; events appear here")
    let finger = PanelFinger(bed)
    try finger.down(560, 1960)
    try finger.slide(from: (560, 1960), by: (0, -500))
    try finger.up()
    try Self.settle(window, showing: "0.000 s  gesture.performed home swipe up of 1 finger")
    let status = try run("deckctl", ["status", "--socket", bed.socket]).output
    #expect(status.contains("               gesture home, swipe up from the bottom with 1 finger\n"), "\(status)")
  }

  @Test
  func `draws every kind of deck in 80 × 24 characters, in 24-bit colors`() throws {
    let daemon = try Self.daemon()
    func atRest() throws {
      try wait(for: "five decks at rest") {
        try run("deckctl", ["status", "--socket", daemon.socket]).lines.count { $0.contains("  rest  ") } == 5
      }
    }
    // Two decks appear with an animation and an event; another for the terminal would come at any moment.
    for deck in ["pictures", "wallet"] {
      let status = try run(
        "deckctl",
        ["configure", "appear.toFrontEnds=false", "--deck", deck, "--socket", daemon.socket]
      ).status
      #expect(status == 0)
    }
    try atRest()
    let window = try TerminalWindow(columns: 80, rows: 24, Self.view(daemon))
    // Each deck is drawn once its cards are there.
    try Self.settle(window, showing: "Gold", "Espresso", "Lake at dawn", "Violet", "Library car", "Checking ac")
    // Which half of a cell is its foreground depends on what was drawn before.
    try Golden.expect(try window.text.replacing("▄", with: "▀"), at: "Fixtures/view-80x24.txt")
    #expect(try window.coloredText.contains("\u{1B}[48;2;"))
  }

  @Test
  func `follows a card that is swiped, beside what happened to it`() throws {
    let daemon = try Self.daemon()
    let window = try TerminalWindow(columns: 80, rows: 24, Self.view(daemon, "--deck photos"))
    try window.wait(for: "Lake at dawn")
    #expect(try run("deckctl", ["swipe", "right", "--deck", "photos", "--socket", daemon.socket]).status == 0)
    try window.wait(for: "photos 2/10")
    try window.wait(for: "card.swiped lake right keep")
    try window.wait(for: "The old pier")
    try wait(for: "the first card to leave") { try !window.text.contains("Lake at dawn") }
  }

  @Test
  func `draws without colors where they are disabled`() throws {
    let daemon = try Self.daemon()
    let window = try TerminalWindow(
      columns: 60,
      rows: 20,
      Self.view(daemon, "--deck wallet"),
      environment: "export NO_COLOR=1;"
    )
    try Self.settle(window, showing: "▒")
    let text = try window.coloredText
    #expect(!text.contains("\u{1B}[") && text.contains("▒"))
  }

  @Test
  func `draws anew in the size that the terminal gets`() throws {
    let daemon = try Self.daemon()
    let window = try TerminalWindow(columns: 80, rows: 24, Self.view(daemon, "--deck photos"))
    try window.wait(for: "Lake at dawn")
    for (columns, rows) in [(40, 12), (120, 40), (20, 6)] {
      try window.resize(columns: columns, rows: rows)
      try wait(for: "a picture of \(columns) × \(rows)") {
        let lines = try window.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count > rows - 1 && lines[rows - 1].hasPrefix(" q quits") && lines[0].hasPrefix(" photos")
      }
    }
  }

  @Test(arguments: ["q", "C-c"])
  func `gives the terminal back when a key ends it`(key: String) throws {
    try Self.expectRestoration { try $0.type(key) }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `gives the terminal back when a signal ends it`(signal: Int32) throws {
    try Self.expectRestoration(afterView: "& echo $! > number; wait $!") { window in
      let number = try window.content(of: "number").split(separator: "\n").first.flatMap { Int32($0) }
      kill(try #require(number), signal)
    }
  }

  /// Expects the screen and the modes of the terminal to be as they were before a view that `end` ends.
  private static func expectRestoration(afterView rest: String = "", end: (TerminalWindow) throws -> Void) throws {
    let daemon = try Self.daemon()
    let window = try TerminalWindow(
      columns: 80,
      rows: 24,
      "echo before; stty -g > first; \(view(daemon, rest)); echo ended with $?; stty -g > last; echo after"
    )
    try window.wait(for: "photos 1/10")
    #expect(try !window.text.contains("before"))
    try end(window)
    try window.wait(for: "after")
    let text = try window.text
    #expect(text.contains("before") && text.contains("ended with 0"), "\(text)")
    #expect(try window.content(of: "first") == window.content(of: "last"))
  }

  @Test
  func `continues where the daemon restarts`() throws {
    let daemon = try Self.daemon()
    let window = try TerminalWindow(columns: 100, rows: 24, Self.view(daemon, "--deck photos"))
    try window.wait(for: "photos 1/10")
    daemon.stop()
    try window.wait(for: "waiting for the daemon")
    try daemon.start()
    try wait(for: "the view to be connected") { try !window.text.contains("waiting for the daemon") }
    #expect(try run("deckctl", ["swipe", "right", "--deck", "photos", "--socket", daemon.socket]).status == 0)
    try window.wait(for: "photos 2/10")
  }

  @Test
  func `has no more than one picture on its way over a slow line`() throws {
    let daemon = try Self.daemon()
    let terminal = try SlowTerminal("deckctl", ["view", "--socket", daemon.socket])
    // A terminal that has never answered is not waited for.
    try wait(for: "the first picture") {
      terminal.receive()
      return terminal.pictures == 1
    }
    terminal.answer()
    for answered in 2...4 {
      // Commands, and some of their animations, while the terminal is silent.
      for command in [["swipe", "right"], ["undo"]] {
        _ = try run("deckctl", command + ["--deck", "photos", "--socket", daemon.socket])
      }
      try wait(for: "picture \(answered)") {
        terminal.receive()
        return terminal.pictures >= answered
      }
      #expect(terminal.pictures == answered)
      terminal.answer()
    }
  }

  @Test
  func `draws on where the terminal never answers`() throws {
    let daemon = try Self.daemon()
    let terminal = try SlowTerminal("deckctl", ["view", "--socket", daemon.socket])
    // The bound is below what a terminal that has answered before may take.
    try wait(for: "a picture after the first one", within: 15) {
      terminal.receive()
      return terminal.pictures > 1
    }
  }

  @Test
  func `says what it needs`() throws {
    let daemon = try Self.daemon()
    let piped = try run("deckctl", ["view", "--socket", daemon.socket])
    #expect(piped.status == 1 && piped.errors.contains("deckctl watch prints what happens"))
    let unknown = try run("deckctl", ["view", "--socket", daemon.socket, "--deck", "photo"])
    #expect(unknown.status == 1 && unknown.errors.contains("photos"), "\(unknown.errors)")
    #expect(try run("deckctl", ["view", "--socket", "/nowhere"]).status == 2)
  }
}
