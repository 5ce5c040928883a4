import Foundation
import Glibc
import TestSupport
import Testing
import UnixSocket

@Suite
struct `The exit code of deckctl` {
  @Test
  func `is in the help`() throws {
    let help = try run("deckctl", ["--help"])
    for code in ["0   done", "1   refused", "2   no daemon", "3   timeout", "64  wrong usage"] {
      #expect(help.lines.contains { $0.hasPrefix(code) }, "\(code)")
    }
  }

  @Test
  func `is 1 where the daemon refuses, or a file is wrong`() throws {
    let daemon = try LoneDaemon()
    #expect(try run("deckctl", ["undo", "--socket", daemon.socket]).status == 1)
    #expect(try run("deckctl", ["status", "--deck", "x", "--socket", daemon.socket]).status == 1)
    #expect(try run("deckctl", ["load", "/nowhere/cards.json", "--socket", daemon.socket]).status == 1)
    #expect(try run("deckctl", ["replay", "/nowhere/clip.evemu"]).status == 1)
  }

  @Test(arguments: [
    ["status"], ["cards"], ["watch"], ["explain", "--live"], ["reload"], ["surface", "--refresh", "60"], ["undo"],
    ["configure", "visible=3"], ["loaded", "a"],
  ])
  func `is 2 where nobody listens`(arguments: [String]) throws {
    let outcome = try run("deckctl", arguments + ["--socket", "/nowhere/deckd.sock"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("nobody answers on /nowhere/deckd.sock"))
  }

  @Test(arguments: [
    (["swipe", "left"], #"{"id":1,"result":{"seq":1e19}}"#),
    (["undo"], #"{"id":1,"error":{"code":-1e19,"message":"no"}}"#),
    (
      ["explain", "--live"], #"{"id":1,"result":{}}\#u{a}{"method":"explanation","params":{"t":1e19,"outcome":"won"}}"#
    ),
    (["watch"], #"{"id":1,"result":{"snapshots":[]}}\#u{a}{"method":"event","params":{"seq":-1e19,"deck":"a"}}"#),
  ])
  func `is 1 where a number is none of deckd's`(arguments: [String], lines: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deckd.sock"
    let listener = try StreamSocket.open(.blocking)
    defer { close(listener) }
    try StreamSocket.bind(listener, to: path)
    try StreamSocket.listen(listener)
    Thread.detachNewThread {
      let client = accept(listener, nil, nil)
      _ = (lines + "\n").withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      var byte: UInt8 = 0
      while recv(client, &byte, 1, 0) > 0 {}
      close(client)
    }
    let outcome = try run("deckctl", arguments + ["--socket", path])
    #expect(outcome.status == 1 && outcome.errors.contains("not a message of deckd: a number is "), "\(outcome)")
  }

  @Test
  func `is 0 where a card's data has any number`() throws {
    let daemon = try LoneDaemon()
    let file = daemon.folder.appending(path: "cards.json")
    try Data(#"[{"id":"a","data":{"stars":1e30}}]"#.utf8).write(to: file)
    #expect(try run("deckctl", ["load", file.path, "--socket", daemon.socket]).status == 0)
    #expect(try run("deckctl", ["cards", "--socket", daemon.socket]).status == 0)
  }

  @Test
  func `is 2 where the user may not connect`() throws {
    let daemon = try LoneDaemon()
    // Root may connect to any socket; a path through a file is refused to every user.
    let path = getuid() == 0 ? daemon.folder.appending(path: "log/deckd.sock").path : daemon.socket
    if getuid() != 0 { chmod(daemon.socket, 0) }
    #expect(try run("deckctl", ["status", "--socket", path]).status == 2)
    #expect(try run("deckctl", ["status", "--socket", String(repeating: "x", count: 200)]).status == 2)
  }

  @Test
  func `is 2 where the connection is lost`() throws {
    let daemon = try LoneDaemon()
    let watching = try RunningProgram("deckctl", ["watch", "--socket", daemon.socket])
    let explaining = try RunningProgram("deckctl", ["explain", "--live", "--socket", daemon.socket])
    let client = try LiveClient(daemon)
    try wait(for: "deckctl to watch") {
      try client.ask("deck.reset")
      return try !watching.output.isEmpty
    }
    // Explanations are printed once a panel is touched; the daemon's descriptors show that the client is connected.
    try wait(for: "deckctl to listen") { try daemon.isConnected(explaining.number) }
    daemon.stop(SIGKILL)
    #expect(try watching.outcome().status == 2)
    #expect(try explaining.outcome().status == 2)
  }

  @Test
  func `is 3 where nothing comes in time`() throws {
    let daemon = try LoneDaemon()
    let base = ["watch", "--socket", daemon.socket, "--timeout", "0.1"]
    #expect(try run("deckctl", base + ["--until", "card.swiped"]).status == 3)
    // A stopped daemon, as under a debugger, accepts no client and answers nothing.
    daemon.signalProcess(SIGSTOP)
    defer { daemon.signalProcess(SIGCONT) }
    let status = try run("deckctl", ["status", "--socket", daemon.socket], environment: ["DECKD_TIMEOUT": "0.5"])
    #expect(status.status == 3)
    #expect(status.errors.contains("no answer within 0.5 seconds; is the daemon stopped"), "\(status.errors)")
  }

  @Test
  func `is 0 where a delegate takes its time to decide a swipe`() throws {
    let daemon = try LoneDaemon(
      configuration: Workshop.swipeclean + "settings = { delegate.confirm = \"left\", delegate.deadline = 60 }\n"
    )
    let client = try LiveClient(daemon)
    // A question that it leaves open would hold the swipe, too.
    try client.ask("delegate.register", #"{"questions":["shouldSwipe"]}"#)
    let swiping = try RunningProgram(
      "deckctl",
      ["swipe", "left", "--socket", daemon.socket],
      environment: ["DECKD_TIMEOUT": "4"]
    )
    let question = try client.next { $0.contains(#""method":"delegate.shouldSwipe""#) }
    try wait(for: "deckctl to say that it waits") { try swiping.errors.contains("waiting for the deck's delegate") }
    let id = try #require(question.firstMatch(of: /"id":("[^"]*")/)?.1)
    try client.send(#"{"jsonrpc":"2.0","id":\#(id),"result":true}"#)
    #expect(try swiping.outcome().status == 0)
  }

  @Test(arguments: ["soon", "0", "-1", "nan", "1e9"])
  func `is 64 for a time to wait that is none`(seconds: String) throws {
    let status = try run("deckctl", ["status"], environment: ["DECKD_TIMEOUT": seconds])
    let expected = "Error: DECKD_TIMEOUT: expected seconds from 0.1 to 3600.0, not \"\(seconds)\".\n"
    #expect(status.status == 64 && status.errors.hasPrefix(expected), "\(status.errors)")
  }

  @Test(arguments: [["swipe"], ["swipe", "east"], ["load", "--current", "-1"], ["status", "--frob"], ["nosuch"]])
  func `is 64 for wrong usage`(arguments: [String]) throws {
    #expect(try run("deckctl", arguments).status == 64)
  }
}

extension LoneDaemon {
  /// Returns whether a process has one end of a connection to this daemon, which has the other end.
  fileprivate func isConnected(_ process: Int32) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").contains { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(name)")
      return target?.hasPrefix("socket:") == true
    }
  }
}
