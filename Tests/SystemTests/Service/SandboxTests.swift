import Foundation
import Glibc
import Testing

/// The daemon under the system call filter of its unit.
///
/// The rest of the sandbox needs systemd as the first process.
@Suite(.enabled(if: geteuid() == 0, "only root can drop its privileges"))
struct `A daemon under its unit's filter` {
  private static let unit = Workshop.root.appending(path: "systemd/deckd.service").path
  private static let (user, ownGroup, memberGroup, otherGroup): (UInt32, UInt32, UInt32, UInt32) = (
    4711, 4711, 4712, 4713
  )

  /// Starts a daemon in a folder of its own, which its user may write to.
  ///
  /// `prefix` is a command that runs it.
  private static func start(
    _ configuration: String,
    in folder: URL,
    prefix: [String] = []
  ) throws -> RunningProgram {
    try Data(configuration.utf8).write(to: folder.appending(path: "deckd.toml"))
    try Data("[]".utf8).write(to: folder.appending(path: "cards.json"))
    try #require(chown(folder.path, user, ownGroup) == 0)
    let script = Workshop.root.appending(path: "Tests/SystemTests/Fixtures/sandboxed.py").path
    let command = prefix + ["/usr/bin/python3"]
    return try RunningProgram(
      command[0],
      command.dropFirst() + [
        script, unit, "\(user)", "\(ownGroup),\(memberGroup)", Workshop.programs.appending(path: "deckd").path,
        "--seat", "nobody", "--config", folder.appending(path: "deckd.toml").path,
        "--socket", folder.appending(path: "deckd.sock").path, "--state-dir", folder.appending(path: "state").path,
      ]
    )
  }

  private static func group(of path: String) throws -> UInt32? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.groupOwnerAccountID] as? NSNumber)?.uint32Value
  }

  /// The example of every key outside of the decks' settings, which concern the engine alone, with each key in force.
  private static func everyKey() throws -> String {
    let example = try String(contentsOf: Workshop.root.appending(path: "Examples/deckd.toml"), encoding: .utf8)
    let lines = try #require(example.components(separatedBy: "[decks.settings]").first).split(separator: "\n")
    return lines.map { line in
      // A hold has a duration; the example is a swipe.
      if line.hasPrefix("#duration ") { return "" }
      // These exclude cardsFile.
      if line.hasPrefix("#cards ") || line.hasPrefix("#count ") { return "" }
      if line.hasPrefix("#clients ") { return "clients = 100000" }
      if line.hasPrefix("#group ") { return "group = \(memberGroup)" }
      return line.hasPrefix("#") && line.dropFirst().first != " " ? String(line.dropFirst()) : String(line)
    }.joined(separator: "\n")
  }

  @Test
  func `works with every key of the configuration, now and when it is read again`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = try Self.everyKey()
    #expect(configuration.split(separator: "\n").count { !$0.hasPrefix("#") } > 35)
    let daemon = try Self.start(configuration, in: folder)
    try wait(for: "deckd to listen") {
      guard daemon.isRunning else { throw try Unmet(what: "deckd to start: \(daemon.errors)") }
      return try daemon.errors.contains("listening")
    }
    for name in ["deckd.sock", "deckd-observe.sock"] {
      #expect(try Self.group(of: folder.appending(path: name).path) == Self.memberGroup)
    }
    let socket = folder.appending(path: "deckd.sock").path
    try Data("socket.group = \(Self.ownGroup)".utf8).write(to: folder.appending(path: "deckd.toml"))
    let reload = try run("deckctl", ["reload", "--socket", socket])
    #expect(reload.status == 0, "\(reload.errors)")
    #expect(try Self.group(of: socket) == Self.ownGroup)
    let log = try daemon.errors
    #expect(!log.contains("error"), "\(log)")
  }

  private static let unlimited = ["/usr/bin/prlimit", "--memlock=unlimited"]

  // Installing cannot mend it: a container has no CAP_SYS_RESOURCE.
  @Test(
    .enabled("not permitted on this machine: only CAP_SYS_RESOURCE lifts the limit of locked memory") {
      try run(unlimited[0], [unlimited[1], "/bin/true"]).status == 0
    }
  )
  func `locks its memory where its drop-in lifts the limit`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let daemon = try Self.start("[latency]\nlockMemory = true\n", in: folder, prefix: Self.unlimited)
    try wait(for: "deckd to listen") { try daemon.errors.contains("listening") }
    let status = try String(contentsOfFile: "/proc/\(daemon.number)/status", encoding: .utf8)
    #expect(!status.contains("VmLck:\t       0 kB"), "\(status)")
    #expect(try !daemon.errors.contains("lockMemory"))
  }

  /// As `deckd` does with its threads that parse and encode, here the two programs do with themselves.
  @Test
  func `may give way to other threads`() throws {
    let script = Workshop.root.appending(path: "Tests/SystemTests/Fixtures/sandboxed.py").path
    let command = ["/usr/bin/chrt", "--other", "0", "/usr/bin/nice", "-n", "5", "/bin/true"]
    let outcome = try run("/usr/bin/python3", [script, Self.unit, "\(Self.user)", "\(Self.ownGroup)"] + command)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test
  func `says what to do about a limit of open files, before anything fails for it`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for limit in [12, 20, 79] {
      let daemon = try Self.start("", in: folder, prefix: ["/usr/bin/prlimit", "--nofile=\(limit)"])
      try wait(for: "deckd to end") { !daemon.isRunning }
      let errors = try daemon.errors
      #expect(errors.contains("\(limit) open files are too few: 80 at the least"), "\(errors)")
    }
  }

  @Test
  func `says what to do about a limit of locked memory`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let prefix = ["/usr/bin/prlimit", "--memlock=65536"]
    let daemon = try Self.start("[latency]\nlockMemory = true\n", in: folder, prefix: prefix)
    try wait(for: "deckd to listen") { try daemon.errors.contains("listening") }
    #expect(try daemon.errors.contains("at most 65536 bytes may be locked: set LimitMEMLOCK=infinity in the unit"))
  }

  @Test
  func `says what to do about a group that it is no member of`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Self.start("socket.group = \(Self.otherGroup)", in: folder).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Operation not permitted"))
    #expect(outcome.errors.contains("SupplementaryGroups="))
  }
}
