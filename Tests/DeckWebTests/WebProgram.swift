import Foundation
import TestSupport
import Testing

/// The built `deckd-web`.
final class WebProgram {
  let folder: TemporaryFolder
  private(set) var port: UInt16 = 0
  private let process = Process()

  /// The path of the daemon's control socket.
  var socket: String { folder.path + "/d.sock" }
  var observeSocket: String { folder.path + "/d-observe.sock" }
  var number: Int32 { process.processIdentifier }
  var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }
  private var logFile: URL { folder.url.appending(path: "log") }

  /// Starts it on a free port of 127.0.0.1, or as `arguments` say, and waits until it listens or has ended.
  init(_ arguments: [String] = [], environment: [String: String] = [:], in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    try Data().write(to: logFile)
    process.executableURL = Self.programs.appending(path: "deckd-web")
    let listen = arguments.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    process.arguments = listen + ["--socket", self.folder.path + "/d.sock"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardError = try FileHandle(forWritingTo: logFile)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try wait(for: "deckd-web to listen") { !process.isRunning || log.contains("pages ") }
    port = log.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).flatMap { UInt16($0.1) } ?? 0
  }

  deinit {
    if process.isRunning { kill(number, SIGKILL) }
    process.waitUntilExit()
  }

  /// The exit status; waits for the end.
  func status() throws -> Int32 {
    try wait(for: "deckd-web to end") { !process.isRunning }
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// Resident memory in bytes.
  var memory: Int {
    get throws {
      let pages = try String(contentsOfFile: "/proc/\(number)/statm", encoding: .utf8).split(separator: " ")
      return (Int(pages[1]) ?? 0) * Int(getpagesize())
    }
  }

  var descriptors: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count }
  }

  /// Sends a request and reads the answer to the end of the connection.
  func get(
    _ uri: String,
    host: String? = nil,
    method: String = "GET",
    _ headers: [(String, String)] = []
  ) throws -> Answer {
    let peer = try Peer(port: port)
    let lines = ["\(method) \(uri) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers.map { "\($0): \($1)" }
    try peer.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return try Answer(peer)
  }

  private static let programs =
    ProcessInfo.processInfo.environment["DECKD_PROGRAMS"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/debug")
}

/// An answer of the server.
struct Answer {
  var status: Int
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Reads an answer; one that opens a WebSocket has no body.
  init(_ peer: Peer) throws {
    let first = try #require(try peer.readLine())
    status = Int(first.split(separator: " ").dropFirst().first ?? "") ?? 0
    while let line = try peer.readLine(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      headers[parts[0].lowercased()] = parts.last
    }
    if status != 101 { body = try peer.readAll() }
  }
}

/// A page's WebSocket.
final class LivePage {
  /// A frame of the server.
  struct Frame: Equatable {
    var opcode: UInt8
    var data: [UInt8]

    var text: String { String(decoding: data, as: UTF8.self) }
    var closeCode: Int? { opcode == 8 && data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : nil }
    var closeReason: String { String(decoding: data.dropFirst(2), as: UTF8.self) }
  }

  let peer: Peer

  init(_ program: WebProgram, _ headers: [(String, String)] = [], from host: UInt8 = 1) throws {
    peer = try Peer(port: program.port, from: host)
    let lines = [
      "GET /socket HTTP/1.1", "Host: 127.0.0.1:\(program.port)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    try peer.send((lines + headers.map { "\($0): \($1)" }).joined(separator: "\r\n") + "\r\n\r\n")
    let answer = try Answer(peer)
    guard answer.status == 101 else { throw Unmet(description: "a WebSocket, not \(answer.status) \(answer.text)") }
    // The example of RFC 6455, 1.3.
    #expect(answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  func send(_ text: String, opcode: UInt8 = 1) throws {
    let bytes = Array(text.utf8)
    try peer.send(Self.header(opcode, bytes.count) + bytes)
  }

  /// The header of a frame whose mask changes nothing.
  static func header(_ opcode: UInt8, _ count: Int) -> [UInt8] {
    let length: [UInt8] =
      switch count {
      case ..<126: [UInt8(count)]
      case ..<(1 << 16): [126, UInt8(count >> 8), UInt8(count & 255)]
      default: [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
      }
    return [0x80 | opcode, length[0] | 0x80] + length.dropFirst() + [0, 0, 0, 0]
  }

  /// The next frame; `nil` at the end of the connection.
  func read() throws -> Frame? {
    guard let head = try peer.read(2) else { return nil }
    var length = Int(head[1])
    if length >= 126 {
      guard let bytes = try peer.read(length == 126 ? 2 : 8) else { return nil }
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    return try peer.read(length).map { Frame(opcode: head[0] & 15, data: $0) }
  }
}

/// How many seconds a test waits for what must happen.
let patience = 30.0 * Double(Sanitizer.patience)

/// Waits until a condition holds, for `patience` at most; `what` names it in the failure.
func wait(for what: String, until condition: () throws -> Bool) throws {
  let deadline = Date(timeIntervalSinceNow: patience)
  while try !condition() {
    guard Date() < deadline else { throw Unmet(description: "waited in vain for \(what)") }
    Thread.sleep(forTimeInterval: 0.005)
  }
}
