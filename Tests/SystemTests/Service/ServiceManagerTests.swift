import Foundation
import Glibc
import Testing

/// The socket on which a service manager receives what services report (`sd_notify(3)`).
private final class NotificationSocket {
  let path: String
  private let descriptor: Int32
  private(set) var received: [String] = []

  init(in folder: URL) throws {
    path = folder.appending(path: "notify.sock").path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0, "bind: errno \(errno)")
  }

  deinit { close(descriptor) }

  /// Everything that has been received, message by message.
  func read() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let length = recv(descriptor, &buffer, buffer.count, 0), length > 0 {
      received.append(String(decoding: buffer.prefix(length), as: UTF8.self))
    }
    return received
  }

  func wait(for message: String) throws {
    try SystemTests.wait(for: "the message \(message) in \(received)") { read().contains { $0.contains(message) } }
  }
}

@Suite
struct `The service manager` {
  private let folder: URL
  private let manager: NotificationSocket

  init() throws {
    folder = try temporaryFolder()
    manager = try NotificationSocket(in: folder)
  }

  private func daemon(_ configuration: String = "", _ environment: [String: String] = [:]) throws -> LoneDaemon {
    try LoneDaemon(
      configuration: configuration,
      environment: { _ in environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 } }
    )
  }

  @Test
  func `learns that the daemon is ready, and what it does`() throws {
    let daemon = try daemon("[[decks]]\nid = \"one\"\n[[decks]]\nid = \"two\"")
    try manager.wait(for: "READY=1")
    #expect(manager.received == ["READY=1\nSTATUS=Serving 2 decks, no touchscreen yet"])
    #expect(try LiveClient(daemon).ask("deck.list").contains("two"))
  }

  @Test
  func `learns that a signal reloads the configuration, and what follows from it`() throws {
    let daemon = try daemon()
    try manager.wait(for: "READY=1")
    try daemon.rewrite("[[decks]]\nid = \"main\"\n[[decks]]\nid = \"more\"")
    daemon.signalProcess(SIGHUP)
    try manager.wait(for: "STATUS=Serving 2 decks")
    let reload = try #require(manager.received.first { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
    let end = try #require(manager.received.lastIndex { $0.hasPrefix("READY=1") })
    #expect(try #require(manager.received.firstIndex(of: reload)) < end)
    // A file that is wrong ends the reload, too.
    try daemon.rewrite("[[deck]]")
    daemon.signalProcess(SIGHUP)
    try wait(for: "the third READY=1") { manager.read().filter { $0.hasPrefix("READY=1") }.count == 3 }
    #expect(daemon.stop() == 0)
  }

  @Test
  func `learns of the end of a reload, not of requests that are answered while the file is read`() throws {
    let daemon = try daemon()
    try manager.wait(for: "READY=1")
    let client = try LiveClient(daemon)
    let words = String(repeating: "# a comment\n", count: 1 << 17)
    try daemon.rewrite(words + (0..<64).map { "[[decks]]\nid = \"deck-\($0)\"\n" }.joined())
    daemon.signalProcess(SIGHUP)
    try wait(for: "the second READY=1") {
      try client.ask("deck.list")
      return manager.read().filter { $0.hasPrefix("READY=1") }.count == 2
    }
    #expect(manager.received.last == "READY=1\nSTATUS=Serving 64 decks, no touchscreen yet")
    #expect(daemon.stop() == 0)
  }

  @Test
  func `learns that the daemon stops`() throws {
    let daemon = try daemon()
    #expect(daemon.stop() == 0)
    #expect(manager.read().last == "STOPPING=1\nSTATUS=Stopping")
  }

  @Test
  func `learns where the bridge for pages listens, and that it stops`() throws {
    let bridge = Process()
    bridge.executableURL = Workshop.programs.appending(path: "deckd-web")
    bridge.arguments = ["--listen", "127.0.0.1:0", "--socket", folder.appending(path: "absent.sock").path]
    bridge.environment = ProcessInfo.processInfo.environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 }
    bridge.standardError = FileHandle.nullDevice
    try bridge.run()
    defer { if bridge.isRunning { bridge.terminate() } }
    try manager.wait(for: "READY=1\nSTATUS=Listening on http://127.0.0.1:")
    bridge.terminate()
    bridge.waitUntilExit()
    #expect(bridge.terminationStatus == 0)
    #expect(manager.read().last == "STOPPING=1\nSTATUS=Stopping")
  }

  @Test
  func `hears of a loop that turns, and nothing of one that does not`() throws {
    let daemon = try daemon("", ["WATCHDOG_USEC": "200000"])
    try wait(for: "two signs of life") { manager.read().filter { $0 == "WATCHDOG=1" }.count >= 2 }
    daemon.signalProcess(SIGSTOP)
    // A process stops some time after the signal.
    try wait(for: "the daemon to stop") {
      try String(contentsOfFile: "/proc/\(daemon.number)/stat", encoding: .utf8).contains(") T ")
    }
    let before = manager.read().count
    usleep(500_000)
    #expect(manager.read().count == before)
    daemon.signalProcess(SIGCONT)
    try wait(for: "another sign of life") { manager.read().count > before }
  }

  @Test
  func `is not told of life that it does not ask for`() throws {
    let daemon = try daemon()
    usleep(300_000)
    #expect(daemon.stop() == 0)
    #expect(!manager.read().contains("WATCHDOG=1"))
  }
}
