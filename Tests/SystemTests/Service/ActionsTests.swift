import Foundation
import Glibc
import Testing

/// The built `deckd-actions` beside the built `deckd`.
@Suite
struct `The actions of a panel` {
  private let daemon: LoneDaemon
  private let file: URL
  /// What commands have written.
  private let results: URL

  init() throws {
    daemon = try LoneDaemon(configuration: "[[decks]]\nid = \"main\"\ncount = 200\n", keepsState: true)
    file = daemon.folder.appending(path: "actions.toml")
    results = daemon.folder.appending(path: "results")
    try Data().write(to: results)
  }

  /// A table of the file, whose shell script finds the file of results as `$0`.
  private func action(_ on: String, _ script: String, _ keys: String = "") -> String {
    "[[actions]]\non = \"\(on)\"\nrun = [\"/bin/sh\", \"-c\", '''\(script)''', \"\(results.path)\"]\n\(keys)\n"
  }

  private func start(_ arguments: String..., actions: String) throws -> RunningProgram {
    try Data(actions.utf8).write(to: file)
    let all = ["--config", file.path, "--socket", daemon.socket, "--log-level", "info"] + arguments
    let program = try RunningProgram("deckd-actions", all)
    try wait(for: "a connection") { try program.errors.contains("notice: connected") }
    return program
  }

  private func written() throws -> [String] {
    try String(contentsOf: results, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func end(_ program: RunningProgram) throws -> Outcome {
    kill(program.number, SIGTERM)
    return try program.outcome()
  }

  @Test
  func `run with the event's values, for the events that their file names`() throws {
    let record = "echo \"$DECKD_EVENT $DECKD_CARD $DECKD_DIRECTION $DECKD_UNDO_DEPTH\" >> \"$0\""
    let program = try start(
      actions: action("card.swiped", record, "where.direction = \"left\"\nrate = 100\noverlap = \"queue\"")
        + action("deck.rewound", "echo \"$DECKD_JSON\" >> \"$0\"; echo printed; exit 3")
    )
    let client = try LiveClient(daemon)
    for direction in ["left", "right", "left"] {
      try client.ask("deck.swipe", #"{"deck":"main","direction":"\#(direction)"}"#)
    }
    try wait(for: "two commands") { try written().count == 2 }
    #expect(try written() == ["card.swiped card-0 left 1", "card.swiped card-2 left 3"])
    try client.ask("deck.undo", #"{"deck":"main"}"#)
    try wait(for: "the end of the third") { try program.errors.contains("deck.rewound 2: failed with exit code 3") }
    let rewound = try #require(try written().last)
    #expect(rewound.hasPrefix(#"{"seq":"#) && rewound.contains(#""type":"deck.rewound","card":"card-2""#), "\(rewound)")
    #expect(try program.errors.contains("notice: deck.rewound 2: printed\n"))
    let outcome = try end(program)
    #expect(outcome.status == 0 && outcome.errors.contains("ending because of SIGTERM"), "\(outcome)")
  }

  @Test
  func `do not disturb each other, whatever a command does, and end with the service`() throws {
    let hostile = [
      "echo $$ >> \"$0.numbers\"; exec sleep 1000", "sleep 1000 & echo $! >> \"$0.numbers\"",
      "trap '' TERM; echo $$ >> \"$0.numbers\"; while :; do sleep 1000; done", "exec yes", "kill -SEGV $$", "exit 1",
    ]
    let keys = "rate = 100\noverlap = true\ntimeout = 3600"
    let program = try start(
      actions: hostile.map { action("card.swiped", $0, keys) }.joined()
        + action("deck.rewound", "echo \"$DECKD_SEQ\" >> \"$0\"", "rate = 100\noverlap = \"queue\"")
    )
    let client = try LiveClient(daemon)
    for _ in 0..<10 { try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#) }
    for _ in 0..<10 { try client.ask("deck.undo", #"{"deck":"main"}"#) }
    try wait(for: "the undone decisions") { try written().count == 10 }
    let numbers = try String(contentsOfFile: results.path + ".numbers", encoding: .utf8).split(separator: "\n")
    #expect(numbers.count > 10)
    let outcome = try end(program)
    #expect(outcome.status == 0, "\(outcome)")
    for number in numbers.compactMap({ Int32($0) }) {
      try wait(for: "the end of process \(number)") {
        let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        return state.map { $0.split(separator: ")").last?.split(separator: " ").first == "Z" } ?? true
      }
    }
    #expect(daemon.isRunning)
  }

  @Test
  func `are read again on SIGHUP, and stay as they are where the file is wrong`() throws {
    let program = try start(actions: action("card.swiped", "echo old >> \"$0\""))
    let client = try LiveClient(daemon)
    let mistakes = [
      "[[actions]]\non = \"card.swiped\"\nrun = \"true\"": "\(file.path):3: actions[0].run: found a string; expected",
      "\(action("card.swiped", "echo evil >> \"$0\""))": "\(file.path) is refused: its owner is",
    ]
    for (text, error) in mistakes {
      try Data(text.utf8).write(to: file)
      if error.contains("refused") { chmod(file.path, 0o666) }
      kill(program.number, SIGHUP)
      try wait(for: "the error") { try program.errors.contains("error: the actions stay as they were: \(error)") }
      chmod(file.path, 0o644)
    }
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try wait(for: "the command") { try written() == ["old"] }
    try Data(action("card.swiped", "echo new >> \"$0\"").utf8).write(to: file)
    kill(program.number, SIGHUP)
    try wait(for: "the new file") { try program.errors.contains("notice: the actions were read again count=\"1\"") }
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try wait(for: "the new command") { try written() == ["old", "new"] }
    #expect(try end(program).status == 0)
  }

  @Test
  func `return with the daemon, and run nothing for what happened meanwhile`() throws {
    let program = try start(actions: action("card.swiped", "echo \"$DECKD_CARD\" >> \"$0\""))
    try LiveClient(daemon).ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try wait(for: "the first command") { try written() == ["card-0"] }
    kill(program.number, SIGSTOP)
    daemon.stop()
    try daemon.start()
    // card-1: not seen by the service, which is stopped.
    try LiveClient(daemon).ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    kill(program.number, SIGCONT)
    try wait(for: "the connection") { try program.errors.matches(of: /notice: connected/).count == 2 }
    try LiveClient(daemon).ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try wait(for: "the next command") { try written() == ["card-0", "card-2"] }
    #expect(try program.errors.contains("warning: events that happened without a connection run nothing count=\""))
    #expect(try end(program).status == 0)
  }

  @Test
  func `are named by --dry-run, and not run`() throws {
    let program = try start("--dry-run", actions: action("card.swiped", "echo \"$DECKD_CARD\" >> \"$0\""))
    try LiveClient(daemon).ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try wait(for: "the command's name") { try !program.output.isEmpty }
    let lines = try end(program).lines
    #expect(lines.count == 1 && lines[0].hasPrefix(#"card.swiped 1: would run ["/bin/sh", "-c", "echo "#), "\(lines)")
    #expect(try written().isEmpty)
  }

  @Test
  func `are checked without a daemon, with every mistake by its line`() throws {
    try Data(action("card.swiped", "true").utf8).write(to: file)
    let check = try run("deckd-actions", ["--check-config", file.path])
    #expect(check.status == 0 && check.lines.count == 1)
    #expect(check.output.contains(#"card.swiped 1: card.swiped runs ["/bin/sh", "-c", "true", "#))
    #expect(check.errors.isEmpty)
    chmod(file.path, 0o666)
    let warned = try run("deckd-actions", ["--check-config", file.path])
    #expect(warned.status == 0 && warned.errors.hasPrefix("warning: \(file.path) is refused: "), "\(warned)")
    let refused = try run("deckd-actions", ["--config", file.path])
    #expect(refused.status == 1 && refused.errors.contains("as root: chmod go-w \(file.path)"), "\(refused)")
    try Data("[[actions]]\non = \"card.swiped\"\nrun = [\"/nowhere/lamp\"]\nrte = 1".utf8).write(to: file)
    let wrong = try run("deckd-actions", ["--check-config", file.path])
    #expect(wrong.status == 1)
    #expect(wrong.errors == "Error: \(file.path):4: actions[0].rte: unknown key; did you mean \"rate\"?\n")
  }
}

@Suite
struct `deckctl actions` {
  @Test
  func `names the commands that a recording would run, and runs none`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (deckd, actions) = (folder.appending(path: "deckd.toml"), folder.appending(path: "actions.toml"))
    let (swipe, edge) = (folder.appending(path: "swipe.evemu").path, folder.appending(path: "edge.evemu").path)
    let ran = folder.appending(path: "ran").path
    try Data(
      """
      decks = [{ id = "main", preset = "swipeclean" }]
      gestures = [{ name = "home", do = "swipe up", from = "bottom" }]
      """.utf8
    ).write(to: deckd)
    try Data(
      """
      [[actions]]
      name = "mark"
      on = "card.swiped"
      where = { direction = "right" }
      run = ["/usr/bin/touch", "\(ran)"]
      [[actions]]
      name = "home"
      on = "gesture.performed"
      run = ["/usr/bin/touch", "\(ran)"]
      """.utf8
    ).write(to: actions)
    let made = [
      try run("deckctl", ["synthesize", "--from", "200,400", "--to", "380,400", "--duration", "0.2", "-o", swipe]),
      try run("deckctl", ["synthesize", "--from", "200,798", "--to", "200,500", "--duration", "0.2", "-o", edge]),
    ]
    #expect(made.allSatisfy { $0.status == 0 }, "\(made)")
    let options = ["--config", deckd.path, "--actions", actions.path]
    let shown = try run("deckctl", ["actions", "--dry-run", swipe, edge] + options)
    let command = "would run [\"/usr/bin/touch\", \"\(ran)\"]"
    #expect(shown.status == 0 && shown.errors == "", "\(shown.errors)")
    #expect(
      shown.output == """
        \(swipe):
        0.208 s  card.swiped  mark \(command)
        \(edge):
        0.208 s  gesture.performed  home \(command)

        """,
      "\(shown.output)"
    )
    #expect(!FileManager.default.fileExists(atPath: ran))
    let json = try run("deckctl", ["actions", "--dry-run", "--json", swipe] + options).output
    #expect(
      json.hasPrefix(#"{"action":"mark","run":["/usr/bin/touch","\#(ran)"],"event":{"seq":3,"t":208334,"#)
        && json.contains(#""type":"card.swiped""#),
      "\(json)"
    )
    try Data("[[actions]]\non = \"gesture.preformed\"\nrun = [\"nosuchprogram\"]\n".utf8).write(to: actions)
    let nothing = try run("deckctl", ["actions", "--dry-run", swipe] + options)
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(
      nothing.errors.contains("nosuchprogram") && nothing.errors.contains("gesture.preformed"),
      "\(nothing.errors)"
    )
    #expect(nothing.errors.hasSuffix("note: \(swipe): no command would run\n"), "\(nothing.errors)")
    let refused = try run("deckctl", ["actions", swipe] + options)
    #expect(refused.status == 64 && refused.errors.contains("expected --dry-run and a recording."), "\(refused)")
  }
}
