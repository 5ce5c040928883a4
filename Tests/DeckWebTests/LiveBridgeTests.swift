import Foundation
import TestSupport
import Testing

@Suite
struct `The program` {
  private static func frame(_ number: Int) -> String {
    let rest = String(repeating: "x", count: 2000)
    return #"{"jsonrpc":"2.0","method":"frame","params":{"deck":"main","frame":\#(number),"x":"\#(rest)"}}"#
  }

  @Test
  func `bridges both ways, a connection to the daemon for each page`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    let pages = try (0..<3).map { _ in try LivePage(program) }
    for (number, page) in pages.enumerated() { try page.send("page \(number)") }
    // The daemon accepts them in any order.
    var clients: [String: Peer] = [:]
    for _ in pages {
      let client = try daemon.accept()
      clients[try #require(try client.readLine())] = client
    }
    for (name, client) in clients { try client.send("hello \(name)\nagain\n") }
    for (number, page) in pages.enumerated() {
      #expect(try page.read()?.text == "hello page \(number)")
      #expect(try page.read()?.text == "again")
    }
    let long = String(repeating: "x", count: 1 << 15)
    try pages[1].send(long)
    #expect(try clients["page 1"]?.readLine() == long)
  }

  @Test
  func `observes unless it may control`() throws {
    let program = try WebProgram()
    let daemon = try FakeDaemon(at: program.observeSocket)
    let page = try LivePage(program)
    let client = try daemon.accept()
    try page.send("a request")
    #expect(try client.readLine() == "a request")
  }

  @Test
  func `accepts a page while the daemon is not running, and closes it with the reason`() throws {
    let program = try WebProgram(["--control"])
    #expect(try program.get("/").status == 200)
    let page = try LivePage(program)
    let close = try #require(try page.read())
    #expect(close.closeCode == 1013)
    #expect(close.closeReason == "deckd is not running: No such file or directory")
    try page.send("", opcode: 8)
    #expect(try page.read() == nil)
    // It may come later.
    let daemon = try FakeDaemon(at: program.socket)
    let later = try LivePage(program)
    let client = try daemon.accept()
    try client.send("hello\n")
    #expect(try later.read()?.text == "hello")
  }

  @Test
  func `closes a page whose daemon ends, after what it sent`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    let page = try LivePage(program)
    do {
      let client = try daemon.accept()
      try client.send("the last line\n")
    }
    #expect(try page.read()?.text == "the last line")
    #expect(try page.read()?.closeCode == 1013)
  }

  @Test
  func `ends the daemon's connection with the page's`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    var page: LivePage? = try LivePage(program)
    let client = try daemon.accept()
    try page?.send("hello")
    #expect(try client.readLine() == "hello")
    page = nil
    #expect(try client.readLine() == nil)
  }

  @Test
  func `gives a page that reads again every event and the newest frame`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    let page = try LivePage(program)
    let client = try daemon.accept()
    let count = 2_000
    // At once, and few: deckd-web disconnects a page that reads nothing for 40 s, which more take on a slow machine.
    let lines = (0..<count).map { Self.frame($0) + ($0 % 100 == 0 ? "\nevent \($0)\n" : "\n") }
    try client.send(lines.joined() + "the end\n")
    var (frames, events): ([Int], [Int]) = ([], [])
    while let text = try page.read()?.text, text != "the end" {
      if let number = text.firstMatch(of: /"frame":([0-9]+)/) {
        frames.append(Int(number.1) ?? -1)
      } else {
        events.append(Int(text.dropFirst("event ".count)) ?? -1)
      }
    }
    #expect(events == Array(stride(from: 0, to: count, by: 100)))
    #expect(frames == frames.sorted() && frames.last == count - 1)
    #expect(frames.count < count / 10, "\(frames.count) of \(count) frames: they do not coalesce")
  }

  @Test
  func `reads no more from the daemon for a page that is stalled, and serves the others`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    let stalled = try LivePage(program)
    let client = try daemon.accept()
    let line = Array((String(repeating: "x", count: 999) + "\n").utf8)
    var sent = 0
    while true {
      let count = try client.sendSome(line[(sent % line.count)...], within: 1)
      if count == 0 { break }
      sent += count
      #expect(sent < 1 << 23)
      guard sent < 1 << 23 else { return }
    }
    #expect(try program.memory < 1 << 27)
    let page = try LivePage(program)
    try daemon.accept().send("hello\n")
    #expect(try page.read()?.text == "hello")
    // Nothing was lost of what was accepted.
    var received = 0
    while received < sent / line.count {
      #expect(try stalled.read()?.data.count == line.count - 1)
      received += 1
    }
  }

  @Test
  func `reads no more from a page while the daemon does not`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    let page = try LivePage(program)
    let client = try daemon.accept()
    let message = LivePage.header(1, 1000) + [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    var sent = 0
    while true {
      let count = try page.peer.sendSome(message[(sent % message.count)...], within: 1)
      if count == 0 { break }
      sent += count
      guard sent < 1 << 23 else {
        Issue.record("everything was read")
        return
      }
    }
    for _ in 0..<(sent / message.count) { #expect(try client.readLine()?.utf8.count == 1000) }
  }

  @Test
  func `ends with the signal, and pages receive why`() throws {
    for signal in [SIGTERM, SIGINT] {
      let program = try WebProgram(["--control"])
      let daemon = try FakeDaemon(at: program.socket)
      let page = try LivePage(program)
      let client = try daemon.accept()
      kill(program.number, signal)
      let close = try #require(try page.read())
      #expect(close.closeCode == 1001 && close.closeReason == "deckd-web is ending")
      try page.send("", opcode: 8)
      #expect(try page.read() == nil)
      #expect(try client.readLine() == nil)
      #expect(try program.status() == 0)
    }
  }

  @Test
  func `ends with exit code 1 or 64 and what to do`() throws {
    let taken = try WebProgram()
    let folder = try TemporaryFolder()
    try Data("short\n".utf8).write(to: folder.url.appending(path: "token"))
    let cases: [(Int32, [String], String)] = [
      (1, ["--listen", "127.0.0.1:\(taken.port)"], "Address already in use; name another address with --listen"),
      (1, ["--assets", "/nowhere"], "cannot read the folder /nowhere: No such file or directory"),
      (1, ["--token-file", "/nowhere"], "cannot read the token file /nowhere: No such file or directory"),
      (1, ["--token-file", folder.path + "/token"], "expected at least 16 letters"),
      (1, ["--connections", "1000000000"], "raise LimitNOFILE, or lower --connections"),
      (64, ["--listen", "0.0.0.0:0"], "a token is needed beyond this machine; name its file with --token-file"),
      (64, ["--listen", "8137"], "expected an address such as 127.0.0.1:8137"),
      (64, ["--connections", "0"], "expected 1 or more, not 0"),
      (64, ["--host", "http://x"], "expected a name without scheme and port"),
      (64, ["--origin", "panel.example"], "expected an origin such as https://panel.example:8443"),
      (64, ["--control", "--observe-socket", "x"], "exclude each other"),
    ]
    for (status, arguments, message) in cases {
      let program = try WebProgram(arguments)
      #expect(try program.status() == status, "\(arguments)")
      #expect(program.log.contains(message), "\(arguments): \(program.log)")
    }
  }

  @Test
  func `listens on a Unix socket, which no other program does`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/web.sock"
    let program = try WebProgram(["--listen", "unix:\(path)"], in: folder)
    let other = try WebProgram(["--listen", "unix:\(path)"])
    #expect(try other.status() == 1)
    #expect(other.log.contains("another program listens there"))
    kill(program.number, SIGKILL)
    #expect(try program.status() == -SIGKILL)
    // The socket of one that was killed is replaced, and removed at the end.
    let next = try WebProgram(["--listen", "unix:\(path)"], in: folder)
    kill(next.number, SIGTERM)
    #expect(try next.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test
  func `removes no socket but its own`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/web.sock"
    let first = try WebProgram(["--listen", "unix:\(path)"], in: folder)
    unlink(path)
    let successor = try FakeDaemon(at: path)
    kill(first.number, SIGTERM)
    #expect(try first.status() == 0)
    #expect(FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(successor) {}
  }
}
