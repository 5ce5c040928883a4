import DeckProtocol
import Foundation
import Glibc
import TestSupport
import Testing
import UnixSocket

/// One of a daemon's sockets.
struct Entrance: Served {
  var socket: String
}

extension LoneDaemon {
  /// The read-only socket of the daemon.
  var observers: Entrance { Entrance(socket: SocketPath.observing(beside: socket)) }
}

@Suite
struct `An observer` {
  @Test
  func `sees everything and changes nothing`() throws {
    let daemon = try LoneDaemon()
    #expect(daemon.observers.socket.hasSuffix("/deckd-observe.sock"))
    let (observer, commanding) = (try LiveClient(daemon.observers), try LiveClient(daemon))
    let hello = try observer.ask("hello")
    #expect(hello.contains(#""access":"observe","grants":[],"#))
    #expect(try observer.ask("deck.list").contains("main"))
    #expect(try observer.ask("deck.get").contains("snapshot"))
    try observer.ask("subscribe", #"{"topics":["events","frames","gestures","haptics","touches"]}"#)

    let changing = [
      ("deck.swipe", #"{"direction":"left"}"#), ("deck.undo", "{}"), ("deck.select", "{}"), ("deck.dismiss", "{}"),
      ("deck.bounce", "{}"), ("deck.scroll", #"{"to":1}"#), ("deck.appear", "{}"), ("deck.reset", "{}"),
      ("deck.load", "{}"), ("deck.reload", "{}"), ("deck.insert", #"{"cards":[{"id":"x"}]}"#),
      ("deck.remove", #"{"at":0}"#), ("deck.update", #"{"cards":[{"id":"card-0"}]}"#),
      ("deck.move", #"{"card":"card-0","to":1}"#), ("detail.layout", #"{"card":"card-0","length":1}"#),
      ("deck.configure", #"{"settings":{"loop":true}}"#), ("daemon.reload", "{}"),
    ]
    for (method, parameters) in changing {
      let refusal = Refusal(try observer.ask(method, parameters))
      #expect(refusal?.code == -32000 && refusal?.field == "method", "\(method)")
      #expect(refusal?.expected.contains("served on the control socket, \(daemon.socket)") == true)
    }
    #expect(try commanding.ask("deck.get").number("seq") == 2)
    try commanding.ask("deck.swipe", #"{"direction":"left"}"#)
    try observer.event("card.swiped")
    try observer.frame("rest")
  }

  @Test
  func `reads what settings take, and what their defaults are`() throws {
    let daemon = try LoneDaemon()
    let (observer, commanding) = (try LiveClient(daemon.observers), try LiveClient(daemon))
    try commanding.ask("deck.configure", #"{"settings":{"commit.threshold":0.4}}"#)
    // The default is the configuration's own, not the value that holds.
    let threshold = #"{"name":"commit.threshold","type":"number","min":0.01,"max":1,"default":1,"summary":""#
    let settings = try observer.ask("deck.settings")
    #expect(settings.contains(threshold), "\(settings)")
    // A deck has the settings of its kind.
    #expect(!settings.contains("stack.aspect"))
    let others = try observer.ask("deck.settings", #"{"preset":"koloda"}"#)
    #expect(others.contains(#""name":"appear.enabled","type":"flag","default":true"#), "\(others)")
    let refusal = Refusal(try observer.ask("deck.settings", #"{"preset":"fan"}"#))
    #expect(refusal?.field == "params.preset")
    let listed = try run("deckctl", ["settings", "commit.threshold", "--socket", daemon.observers.socket])
    #expect(listed.lines.first == "commit.threshold=0.4  0.01…1, default 1")
  }

  /// A client need not correct its parameters only to learn that the method is not allowed.
  @Test
  func `is told that it may not, whatever else is wrong with what it asks`() throws {
    let daemon = try LoneDaemon()
    let observer = try LiveClient(daemon.observers)
    for method in ClientRequest.MethodName.allCases where !method.isReadOnly {
      for parameters in ["{}", "[]", #"{"deck":7,"surface":7,"direction":"east","cards":[{"id":""}]}"#] {
        let refusal = Refusal(try observer.ask(method.rawValue, parameters))
        #expect(refusal?.code == -32000 && refusal?.field == "method", "\(method) \(parameters)")
      }
    }
    // Methods that it may use report their errors.
    #expect(Refusal(try observer.ask("deck.cards", #"{"from":-1}"#))?.field == "params.from")
    #expect(Refusal(try observer.ask("deck.cheat"))?.code == -32601)
  }

  @Test
  func `has a socket of its own name, permissions and group, or none`() throws {
    let named = try LoneDaemon(
      configuration: """
        socket = { mode = "0600", observe = { name = "look.sock", mode = "0666", group = \(getgid()) } }
        """
    )
    let other = Entrance(socket: named.folder.appending(path: "look.sock").path)
    #expect(try Self.mode(named.socket) == 0o600)
    #expect(try Self.mode(other.socket) == 0o666)
    #expect(try LiveClient(other).ask("hello").contains(#""access":"observe""#))
    #expect(named.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: other.socket))

    let closed = try LoneDaemon(configuration: "socket.observe.enabled = false")
    #expect(!FileManager.default.fileExists(atPath: closed.observers.socket))
    #expect(try LiveClient(closed).ask("hello").contains(#""access":"control""#))
  }

  @Test(arguments: [
    (#"socket.observe.name = "deckd.sock""#, "give socket.observe.name in the configuration another name"),
    (#"socket.group = "no-such-group""#, #"there is no group "no-such-group" for the socket"#),
    (#"access.injectUsers = ["nobody-here"]"#, #"access.injectUsers: the user "nobody-here" does not exist; expected"#),
    (#"access.injectGroups = ["none-here"]"#, #"access.injectGroups: the group "none-here" does not exist; expected"#),
  ])
  func `and who may what must be possible, or the daemon does not start`(text: String, message: String) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "deckd.toml")
    try Data(text.utf8).write(to: file)
    let socket = folder.appending(path: "deckd.sock").path
    let outcome = try run("deckd", ["--seat", "nobody", "--config", file.path, "--socket", socket])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  private static func mode(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }
}

@Suite(.enabled(if: getuid() == 0, "left out: only root can connect as somebody else"))
struct `A client of another user` {
  /// The `[access]` settings, the groups of the user and group 65534, and whether these may inject touches.
  private static let cases: [(access: String, groups: [gid_t], isGranted: Bool)] = [
    ("", [], false),
    ("access.injectUsers = [1000]", [], false),
    ("access.injectUsers = [1000, 65534]", [], true),
    ("access.injectGroups = [65534]", [], true),
    ("access.injectGroups = [4711]", [], false),
    ("access.injectGroups = [4711]", [4710, 4711], true),
  ]

  @Test
  func `may put touches in when it is granted`() async {
    // In a process of its own, which changes its user.
    await #expect(processExitsWith: .success) {
      for (access, groups, isGranted) in Self.cases {
        let daemon = try LoneDaemon(configuration: "socket.mode = '0666'\n" + access)
        try #require(setgroups(groups.count, groups) == 0 && setegid(65534) == 0 && seteuid(65534) == 0)
        let client = try RawClient(daemon)
        try #require(seteuid(0) == 0 && setegid(0) == 0)
        try client.send(#"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n")
        let grants = isGranted ? #"["input.inject"]"# : "[]"
        try #require(try client.readLine()?.contains(#""access":"control","grants":\#(grants),"#) == true)
        try client.send(#"{"jsonrpc":"2.0","id":2,"method":"input.inject","params":{"contacts":7}}"# + "\n")
        let field = isGranted ? "params.contacts" : "method"
        try #require(try client.readLine()?.contains(#""field":"\#(field)""#) == true)
      }
    }
  }
}

@Suite
struct `A daemon that is given its sockets` {
  /// Starts a daemon that inherits two listening sockets as its third and fourth descriptors.
  private static func start(_ names: String, _ descriptors: [Int32]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let script = """
      exec env LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=\(names) "$0" "$@" 3<&0 4<&1 </dev/null >/dev/null
      """
    process.arguments = ["-c", script, Workshop.programs.appending(path: "deckd").path, "--seat", "nobody"]
    process.standardInput = FileHandle(fileDescriptor: descriptors[0])
    process.standardOutput = FileHandle(fileDescriptor: descriptors[1])
    process.standardError = FileHandle.nullDevice
    try process.start()
    return process
  }

  private static func listening(at path: String) throws -> Int32 {
    let descriptor = try StreamSocket.open(.blocking)
    try StreamSocket.bind(descriptor, to: path)
    try StreamSocket.listen(descriptor)
    return descriptor
  }

  @Test
  func `serves them by their names, also who came before it, and leaves them where they are`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["a.sock", "b.sock"].map { folder.appending(path: $0).path }
    let descriptors = try paths.map(Self.listening)
    defer { for descriptor in descriptors { close(descriptor) } }
    let early = try LiveClient(Entrance(socket: paths[1]))
    let daemon = try Self.start("observe:control", descriptors)
    defer {
      daemon.terminate()
      daemon.waitUntilExit()
    }
    #expect(try early.ask("hello").contains(#""access":"control""#))
    #expect(try LiveClient(Entrance(socket: paths[0])).ask("hello").contains(#""access":"observe""#))
    daemon.terminate()
    daemon.waitUntilExit()
    #expect(daemon.terminationStatus == 0)
    for path in paths { #expect(FileManager.default.fileExists(atPath: path)) }
  }

  @Test
  func `does not start with sockets that it has no use for`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let descriptors = try ["a.sock", "b.sock"].map { try Self.listening(at: folder.appending(path: $0).path) }
    defer { for descriptor in descriptors { close(descriptor) } }
    let daemon = try Self.start("control:other", descriptors)
    daemon.waitUntilExit()
    #expect(daemon.terminationStatus == 1)
  }
}
