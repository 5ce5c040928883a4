import DeckProtocol
import Foundation
import Glibc
import TestSupport
import Testing
import UnixSocket

@Suite
struct `The daemon starts and stops` {
  @Test(arguments: [SIGTERM, SIGINT])
  func `ends by a signal with its clients let go and its socket removed`(signal: Int32) throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    #expect(daemon.stop(signal) == 0)
    try client.readToEnd()
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test
  func `replaces the socket of a daemon that died`() throws {
    let daemon = try LoneDaemon(prepare: { path in
      let dead = try StreamSocket.open(.blocking)
      try StreamSocket.bind(dead, to: path)
      close(dead)
    })
    #expect(try LiveClient(daemon).ask("deck.list").contains("main"))
  }

  @Test
  func `has a socket for its own user and group only`() throws {
    let daemon = try LoneDaemon()
    let attributes = try FileManager.default.attributesOfItem(atPath: daemon.socket)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o660)
    #expect(attributes[.type] as? FileAttributeType == .typeSocket)
  }

  @Test
  func `leaves the socket to another daemon that has it, and says so`() throws {
    let daemon = try LoneDaemon()
    let second = try run("deckd", ["--seat", "nobody", "--socket", daemon.socket])
    #expect(second.status == 1)
    #expect(second.errors.contains("another deckd is running on \(daemon.socket); stop it ("))
    #expect(try LiveClient(daemon).ask("deck.list").contains("main"))
    #expect(daemon.stop() == 0)
  }

  @Test
  func `finds its socket in DECKD_SOCKET, and so does deckctl`() throws {
    let daemon = try LoneDaemon(namesSocket: false, environment: { ["DECKD_SOCKET": $0] })
    #expect(FileManager.default.fileExists(atPath: daemon.socket))
    let status = try run("deckctl", ["status"], environment: ["DECKD_SOCKET": daemon.socket])
    #expect(status.status == 0)
    #expect(status.lines.first?.hasPrefix("deckd \(ReleaseVersion.current) at \(daemon.socket), up ") == true)
  }

  @Test
  func `makes no folder for a socket that is named`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appending(path: "nodir/x.sock").path
    let arguments = ["--seat", "nobody", "--state-dir", folder.appending(path: "state").path]
    for (arguments, environment) in [
      (arguments + ["--socket", socket], [:]), (arguments, ["DECKD_SOCKET": socket]),
    ] {
      let outcome = try run("deckd", arguments, environment: environment)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(
        outcome.errors.contains("there is no folder \(folder.path)/nodir for the socket \(socket); make it, or name"),
        "\(outcome.errors)"
      )
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
    let status = try run("deckctl", ["status", "--socket", socket])
    #expect(status.status == 2 && status.errors.contains("nobody answers on \(socket)"), "\(status.errors)")
  }

  @Test
  func `needs a device that it was told to read`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appending(path: "deckd.sock").path
    let missing = try run("deckd", ["--device", "\(folder.path)/event0", "--socket", socket])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no \(folder.path)/event0; "))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test
  func `refuses a seat together with devices, and words that it does not know`() throws {
    let both = try run("deckd", ["--seat", "seat0", "--device", "/dev/input/event0"])
    #expect(both.status == 64)
    #expect(both.errors.contains("--seat and --device exclude each other"))
    let level = try run("deckd", ["--log-level", "loud"])
    #expect(level.status == 64)
    #expect(level.errors.contains("expected one of trace, debug, info"))
  }

  @Test(arguments: ["deckd", "deckctl"])
  func `tells its version`(program: String) throws {
    let version = try run(program, ["--version"])
    #expect(version.status == 0)
    #expect(version.lines == [ReleaseVersion.current])
  }
}

@Suite
struct `The configuration on the command line` {
  @Test
  func `that is the example is sound, and what it means is told`() throws {
    let example = Workshop.root.appending(path: "Examples/deckd.toml").path
    let check = try run("deckd", ["--check-config", "--config", example])
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
    #expect(
      check.lines == [
        #"surface "main": size from its panel (6.4 pt/mm, else short side 400 pt), 60 Hz"#,
        #"every panel: surface "main", rotation 0°"#,
        #"deck "main": natural, all of surface "main", 10 cards"#,
        "haptics: each panel's own motor, strength 1",
        "shake: not noticed",
        #"control socket: mode 0660, group "deckd" if there is one"#,
        "observe socket: mode 0660, the same group",
        "input.inject: root and deckd's own user",
        "journal: the newest 100000 events of 30 days",
      ]
    )
  }

  @Test(arguments: [
    ("[socket]\ngroup = \"nosuch\"", "there is no group \"nosuch\" for the socket /x/d.sock"),
    ("[socket.observe]\ngroup = \"nosuch\"", "there is no group \"nosuch\" for the socket /x/d-observe.sock"),
    ("[access]\ninjectUsers = [\"nosuch\"]", "access.injectUsers: the user \"nosuch\" does not exist"),
    ("[access]\ninjectGroups = [\"nosuch\"]", "access.injectGroups: the group \"nosuch\" does not exist"),
  ])
  func `that names an account that this machine lacks is refused`(text: String, error: String) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "deckd.toml").path
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let check = try run("deckd", ["--check-config", "--config", file, "--socket", "/x/d.sock"])
    #expect(check.status == 1 && check.errors.contains(error), "\(check.errors)")
  }

  /// In a tree without /proc, such as that of an image being built, Swift finds no arguments.
  @Test(
    .enabled(if: canHideProc, "left out: only a root that may mount can hide /proc"),
    .disabled(if: Sanitizer.isAddress, "left out: AddressSanitizer itself reads /proc"),
    arguments: ["deckd", "deckctl", "deckd-web", "deckd-mqtt", "deckd-actions"]
  )
  func `is read without /proc, too`(program: String) throws {
    let path = Workshop.programs.appending(path: program).path
    let version = try Self.withoutProc("timeout \(patience) \(path) --version")
    #expect(version.status == 0 && version.lines == [ReleaseVersion.current], "\(version)")
  }

  private static let canHideProc = (try? withoutProc("true"))?.status == 0

  private static func withoutProc(_ command: String) throws -> Outcome {
    try run("/usr/bin/unshare", ["--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \(command)"])
  }

  @Test(arguments: [["--check-config"], ["--seat", "nobody"]])
  func `that is broken is refused with every error by its line`(arguments: [String]) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "broken.toml").path
    let text = """
      [[surfaces]]
      name = "main"
      width = -4
      height = 800
      [[decks]]
      id = "main"
      prest = "swipeclean"
      surface = "other"
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    let socket = folder.appending(path: "deckd.sock").path
    let check = try run("deckd", arguments + ["--config", file, "--socket", socket])
    #expect(check.status == 1)
    #expect(check.output.isEmpty)
    #expect(check.errors.contains("\(file):3: surfaces[0].width: -4 is out of range"))
    #expect(check.errors.contains("\(file):7: decks[0].prest: unknown key; did you mean \"preset\"?"))
    #expect(check.errors.contains("\(file):8: decks[0].surface: "))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test
  func `that is not there is an error with its name`() throws {
    let check = try run("deckd", ["--check-config", "--config", "/nowhere/deckd.toml"])
    #expect(check.status == 1)
    #expect(check.errors.contains("/nowhere/deckd.toml: No such file or directory; expected the path of a file that"))
  }
}
