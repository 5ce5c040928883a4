import Foundation
import Glibc
import Testing

@Suite
struct `The daemon's log` {
  @Test
  func `says which configuration and which state are used`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let line = try #require(daemon.log.split(separator: "\n").first { $0.contains(" notice: listening ") })
    for (name, value) in [
      ("configuration", daemon.folder.appending(path: "deckd.toml").path),
      ("socket", daemon.socket),
      ("state", daemon.folder.appending(path: "state").path),
    ] {
      #expect(line.contains(" \(name)=\"\(value)\""), "\(line)")
    }
  }

  @Test
  func `has levels as prefixes, and no times, where it is journald's stream`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The stream is known by its device and inode, which are those of the file that the log is written to.
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    var status = stat()
    try #require(stat(log.path, &status) == 0)
    let process = Process()
    process.executableURL = Workshop.programs.appending(path: "deckd")
    process.arguments = ["--seat", "nobody", "--socket", folder.appending(path: "deckd.sock").path]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"
    ]) { $1 }
    process.standardError = try FileHandle(forWritingTo: log)
    try process.start()
    func text() throws -> String { try String(contentsOf: log, encoding: .utf8) }
    try wait(for: "deckd to listen") { try text().contains("listening") }
    process.terminate()
    process.waitUntilExit()
    #expect(try text().hasPrefix("<5>listening configuration=\""))
    #expect(try text().contains("\n<5>stopping reason=\"SIGTERM\"\n"))
  }

  @Test
  func `does not end the daemon when its reader is gone`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appending(path: "deckd.sock").path
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Workshop.programs.appending(path: "deckd")
    process.arguments = ["--seat", "nobody", "--socket", socket]
    process.standardError = pipe
    // Before its first line, which would otherwise be a SIGPIPE.
    try pipe.fileHandleForReading.close()
    try process.start()
    struct Place: Served { let socket: String }
    try wait(for: "the socket") { FileManager.default.fileExists(atPath: socket) }
    #expect(try LiveClient(Place(socket: socket)).ask("deck.list").contains("main"))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test
  func `does not stall the daemon when nobody reads it`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appending(path: "deckd.sock").path
    let (process, pipe) = (Process(), Pipe())
    // A full pipe takes nothing more: the daemon's first line would wait for ever.
    let end = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    let filling = [UInt8](repeating: 10, count: 4096)
    while write(end, filling, filling.count) > 0 {}
    _ = fcntl(end, F_SETFL, 0)
    process.executableURL = Workshop.programs.appending(path: "deckd")
    process.arguments = ["--seat", "nobody", "--socket", socket]
    process.standardError = pipe
    try process.start()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    struct Place: Served { let socket: String }
    try wait(for: "the socket") { FileManager.default.fileExists(atPath: socket) }
    #expect(try LiveClient(Place(socket: socket)).ask("deck.list").contains("main"))
    // What waited is written once somebody reads.
    _ = pipe.fileHandleForReading.availableData
    process.terminate()
    var text = ""
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
      if text.contains("stopping") { break }
    }
    #expect(text.contains("notice: listening ") && text.contains("notice: stopping "), "\(text)")
  }
}
