import Foundation
import Glibc
import LiveDaemon

/// A daemon without panels, as it is installed: with five cards and its state on disk.
///
/// Beside the test bed's libraries its memory would not be its own.
final class RestingDaemon {
  private let folder: URL
  private let process = Process()
  private let socket: String
  /// The memory of its own, and all that is resident, in MiB, soon after the start.
  let start: (own: Double, resident: Double)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "deckd-rest.\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appending(path: "deckd.sock").path
    let file = folder.appending(path: "deckd.toml")
    try Data(
      """
      [[surfaces]]
      name = "main"
      [[decks]]
      id = "main"
      preset = "swipeclean"
      count = 5
      """.utf8
    ).write(to: file)
    process.executableURL = LiveDaemon.program
    process.arguments = [
      "--seat", "nobody", "--config", file.path, "--socket", socket, "--state-dir",
      folder.appending(path: "state").path, "--log-level", "critical",
    ]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let path = socket
    try LiveDaemon.wait(for: "deckd to listen") { FileManager.default.fileExists(atPath: path) }
    // Its deck has appeared by then.
    sleep(2)
    start = try Self.memory(of: process)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A hundred subscribers, and 20,000 cards that come and go; then nobody.
  func load() throws {
    let crowd = try Crowd()
    try crowd.join(100, at: socket)
    let client = try Requester(at: socket)
    for start in stride(from: 0, to: 20_000, by: 250) {
      // Nobody has more than the limit unread.
      try crowd.drain(within: 5)
      let cards = (start..<start + 250).map { #"{"id":"more-\#($0)"}"# }.joined(separator: ",")
      try client.ask("deck.insert", #"{"deck":"main","at":0,"cards":[\#(cards)]}"#)
    }
    for _ in 0..<80 {
      try crowd.drain(within: 5)
      try client.ask("deck.remove", #"{"deck":"main","at":0,"count":250}"#)
    }
    try crowd.drain(within: 1000)
  }

  /// The memory now.
  var memory: (own: Double, resident: Double) {
    get throws { try Self.memory(of: process) }
  }

  private static func memory(of process: Process) throws -> (own: Double, resident: Double) {
    let process = "\(process.processIdentifier)"
    return try (ProcessFigures.memory("RssAnon", of: process), ProcessFigures.memory("VmRSS", of: process))
  }
}
