import Foundation
import Glibc
import TestSupport
import Testing

/// A state that cannot be read or written (StateFile.md), from the perspective of the daemon's user.
@Suite
struct `The state of a daemon` {
  private static func bytes(_ file: URL) throws -> Data { try Data(contentsOf: file) }

  /// Returns a daemon that has persisted a decision and has ended, and its state file.
  private static func ended() throws -> (LoneDaemon, URL) {
    let daemon = try LoneDaemon(keepsState: true)
    try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(daemon.stop() == 0)
    return (daemon, daemon.folder.appending(path: "state/state.db"))
  }

  private static func current(_ daemon: LoneDaemon) throws -> Int {
    try ToldSnapshot(try LiveClient(daemon).ask("deck.get")).current
  }

  @Test(arguments: ["damaged", "foreign"])
  func `is set aside as it is when it cannot be its own, and begun empty`(_ cause: String) throws {
    let (daemon, file) = try Self.ended()
    var wrong = try Self.bytes(file)
    if cause == "damaged" { wrong.replaceSubrange(4096..<5000, with: Data(repeating: 0x5A, count: 904)) }
    if cause == "foreign" { wrong = Data("somebody's notes\n".utf8) }
    try wrong.write(to: file)
    try daemon.start()
    let aside = file.path + ".\(cause)-1"
    #expect(daemon.log.contains("error"))
    #expect(daemon.log.contains("\(file.path): \(cause): "))
    #expect(daemon.log.contains("set aside as \(aside), and begun empty"))
    #expect(try Self.bytes(URL(filePath: aside)) == wrong)
    #expect(try Self.current(daemon) == 0)
    // It works, and the decision is there after the next start.
    try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
    daemon.stop(SIGKILL)
    try daemon.start()
    #expect(try Self.current(daemon) == 1)
    #expect(!daemon.log.contains("set aside"))
  }

  @Test
  func `that vanishes while it is in use is an error to who commands, until the next start`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let client = try LiveClient(daemon)
    try FileManager.default.removeItem(at: daemon.folder.appending(path: "state"))
    let refusal = try client.ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(refusal.contains(#""message":"not kept""#))
    #expect(Refusal(refusal)?.expected.contains("removed or replaced while in use") == true)
    #expect(try Self.current(daemon) == 0)
    #expect(daemon.stop() == 0)
    try daemon.start()
    try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(try Self.current(daemon) == 1)
  }

  @Test
  func `of a later deckd is left alone`() throws {
    let (daemon, file) = try Self.ended()
    let folder = file.deletingLastPathComponent().path
    // Its mark is not one that this deckd reads.
    try FileManager.default.removeItem(atPath: folder + "/state.db-mark")
    // PRAGMA user_version: the 4 bytes from byte 60 of an SQLite file, the most significant first.
    var later = try Self.bytes(file)
    later[62] = 1
    try later.write(to: file)
    try daemon.launch()
    #expect(daemon.waitForEnd() == 1)
    #expect(daemon.log.contains("written by a later deckd"), "\(daemon.log)")
    #expect(try Self.bytes(file) == later)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["state.db"])
  }

  @Test
  func `is another's while that one runs`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let state = daemon.folder.appending(path: "state").path
    let socket = daemon.folder.appending(path: "second.sock").path
    let second = try run("deckd", ["--seat", "nobody", "--socket", socket, "--state-dir", state])
    #expect(second.status == 1)
    #expect(second.errors.contains("state directory \(state): in use by another deckd; stop that one"))
    #expect(!FileManager.default.fileExists(atPath: socket))
    try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(try Self.current(daemon) == 1)
  }

  @Test
  func `is where the service manager says, or where one cannot have it an error`() throws {
    let daemon = try LoneDaemon { socket in ["STATE_DIRECTORY": socket + "-a:" + socket + "-b"] }
    #expect(FileManager.default.fileExists(atPath: daemon.socket + "-a/state.db"))
    #expect(!FileManager.default.fileExists(atPath: daemon.socket + "-b"))
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file").path
    try Data("x".utf8).write(to: URL(filePath: file))
    let socket = folder.appending(path: "deckd.sock").path
    let wrong = try run("deckd", ["--seat", "nobody", "--socket", socket, "--state-dir", file])
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("expected one that deckd can make and write; name another with --state-dir"))
  }

  @Test
  func `that cannot be written is shown, and commands are refused`() throws {
    let (daemon, file) = try Self.ended()
    let directory = file.deletingLastPathComponent().path
    chmod(file.path, 0o444)
    chmod(directory, 0o555)
    chmod(daemon.folder.path, 0o777)
    // Root may write every file.
    let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"]
    let program = Workshop.programs.appending(path: "deckd").path
    let socket = daemon.folder.appending(path: "nobody.sock").path
    let command = (getuid() == 0 ? nobody : []) + [program, "--seat", "nobody", "--socket", socket]
    let running = try RunningProgram(command[0], Array(command.dropFirst()) + ["--state-dir", directory])
    struct Server: Served {
      var socket: String
    }
    try wait(for: "the socket") {
      guard running.isRunning else { throw Unmet(what: "deckd: \(try running.outcome())") }
      return (try? RawClient(Server(socket: socket))) != nil
    }
    let client = try LiveClient(Server(socket: socket))
    #expect(try ToldSnapshot(try client.ask("deck.get")).current == 1)
    let refusal = try client.ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(refusal.contains(#""message":"not kept""#))
    #expect(Refusal(refusal)?.expected.contains("cannot be written, so nothing changes") == true)
    #expect(try ToldSnapshot(try client.ask("deck.get")).current == 1)
    kill(running.number, SIGTERM)
    let outcome = try running.outcome()
    #expect(outcome.status == 0 && outcome.errors.contains("cannot be written, so nothing changes"))
    chmod(directory, 0o755)
  }
}

@Suite(.enabled(if: FaultyDisk.isBuilt, Workshop.bedAbsence))
struct `A disk that is full` {
  @Test
  func `at the first start ends it with a message, and leaves nothing in the way of the next`() throws {
    let (daemon, disk) = try FaultyDisk.daemon()
    var call: UInt64 = 1
    while true {
      daemon.stop()
      try? FileManager.default.removeItem(at: daemon.folder.appending(path: "state"))
      try disk.disturb(call, .from(ENOSPC))
      try daemon.launch()
      try wait(for: "its start or its end") { !daemon.isRunning || daemon.log.contains("listening") }
      let calls = try disk.calls
      if daemon.isRunning {
        if calls < call { break }
        // It started before there was anything to persist, or its first commit was refused.
        let refusal = try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
        #expect(refusal.contains(#""message":"not kept""#), "call \(call): \(refusal)")
        try wait(for: "the error to be told") { daemon.log.contains("not kept, and taken back") }
      } else {
        #expect(daemon.waitForEnd() == 1)
        // SQLite does not report for every call why it failed.
        let isSaid = ["make some, and try again", "see to the disk, and try again", "No space left on device"]
        #expect(isSaid.contains { daemon.log.contains($0) }, "\(call): \(daemon.log)")
      }
      try disk.heal()
      if !daemon.isRunning { try daemon.start() }
      #expect(!daemon.log.contains("set aside"), "\(call): \(daemon.log)")
      try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
      #expect(try ToldSnapshot(try LiveClient(daemon).ask("deck.get")).current == 1, "call \(call)")
      call += 1
    }
    print("full at each of \(call - 1) calls of the first start")
  }

  @Test
  func `leaves the daemon at rest, and shows the deck as it was`() throws {
    let (daemon, disk) = try FaultyDisk.daemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    try disk.disturb(1, .from(ENOSPC))
    for _ in 0..<3 {
      let refusal = try client.ask("deck.swipe", #"{"direction":"left"}"#)
      #expect(refusal.contains(#""message":"not kept""#))
      #expect(Refusal(refusal)?.expected.contains("no room left on the disk") == true)
    }
    try client.rest()
    try client.readWaiting()
    #expect(client.eventNumbers.isEmpty)
    let picture = try #require(client.frames.last.flatMap { Picture($0) })
    #expect(picture.cards.first { $0.role == "front" }?.id == "card-0")
    // Logged once, not repeatedly.
    #expect(daemon.log.components(separatedBy: "not kept, and taken back").count == 2)
    // Nothing is retried automatically: no disk call occurs while other requests are answered.
    let calls = try disk.calls
    let before = try daemon.processorTime
    for _ in 0..<100 { try client.ask("deck.list") }
    #expect(try disk.calls == calls)
    #expect(try daemon.processorTime - before < 0.5)
    try disk.heal()
    #expect(try client.ask("deck.swipe", #"{"direction":"left"}"#).contains(#""result""#))
    #expect(client.eventNumbers.count == 1)
    #expect(daemon.log.contains("what happens can be kept again"))
  }
}
