import Foundation
import Glibc
import TestSupport
import Testing

/// The conversation on the protocol's page, repeated as the page describes.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/socat"), "left out: socat is not installed"))
struct `The page's conversation` {
  private static let page = SchemaValidator.schema.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "DeckProtocol.docc/Protocol.md")

  /// Removes the times from events: those on the page are from when it was written.
  private static func timeless(_ line: String) -> String {
    line.replacing(#/"t":\d+/#, with: #""t":0"#)
  }

  @Test
  func `can be held with socat, line by line`() throws {
    let daemon = try LoneDaemon()
    let socat = try Socat(daemon)
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    var lines = text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("→ {") })
    for place in lines[start...].indices.prefix(while: { lines[$0] != "```" }) {
      if lines[place].hasPrefix("→ {") { try socat.type(String(lines[place].dropFirst(2))) }
      guard lines[place].hasPrefix("← {") else { continue }
      let heard = "← " + (try socat.nextLine())
      if Self.timeless(heard) != Self.timeless(lines[place]) { lines[place] = heard }
    }
    #expect(try socat.nextLine(after: #"{"jsonrpc":"2.0","id":"last","method":"deck.list"}"#).contains(#""id":"last""#))
    try Golden.expect(lines.joined(separator: "\n"), at: "../../Sources/DeckProtocol/DeckProtocol.docc/Protocol.md")
  }
}

/// An interactive `socat - UNIX-CONNECT:SOCKET`.
private final class Socat {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var heard: [UInt8] = []

  init(_ daemon: LoneDaemon) throws {
    process.executableURL = URL(filePath: "/usr/bin/socat")
    process.arguments = ["-", "UNIX-CONNECT:\(daemon.socket)"]
    process.standardInput = input
    process.standardOutput = output
    try process.start()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func nextLine(after line: String) throws -> String {
    try type(line)
    return try nextLine()
  }

  /// Waits for the next printed line.
  func nextLine() throws -> String {
    while true {
      if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
        defer { heard.removeFirst(end + 1) }
        return String(decoding: heard[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(patience) * 1000) == 1 else { throw Unmet(what: "socat to print a line") }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Unmet(what: "socat to stay connected") }
      heard += data
    }
  }
}
