import DeckClient
import DeckProtocol
import Foundation
import TestSupport
import Testing

/// The built `deckd`, unmodified, on real libinput with emulated panels (Tests/TouchBed).
final class TouchBed: Served {
  /// Which of libinput's backends the daemon uses.
  enum Backend: String, CaseIterable {
    case udev
    case path
  }

  let folder: URL
  let socket: String
  /// What the daemon did to virtual devices: a line for each request and event.
  var virtualDevice: String { Self.text(of: folder.appending(path: "uinput")) }
  /// What takes the place of the kernel's device of latency requests.
  var latencyDevice: URL { folder.appending(path: "latency") }

  private let process = Process()
  private let control: DeckConnection

  /// Starts a daemon with panels.
  ///
  /// Each panel is a node with its description; the configuration is TOML. `virtualDevices` is whether /dev/uinput can be
  /// opened, `latencyDevice` whether /dev/cpu_dma_latency exists.
  init(
    _ backend: Backend = .udev,
    panels: [(node: String, description: String)] = [("event0", Workshop.panel)],
    configuration: String = "",
    arguments: [String] = [],
    virtualDevices: Bool = true,
    latencyDevice: Bool = true
  ) throws {
    folder = try temporaryFolder()
    let file = folder.appending(path: "deckd.toml")
    try Data(configuration.utf8).write(to: file)
    let arguments = configuration.isEmpty ? arguments : ["--config", file.path] + arguments
    socket = folder.appending(path: "deckd.sock").path
    let controlPath = folder.appending(path: "bed.sock").path
    process.executableURL = Workshop.bed.appending(path: "touchbed")
    let devices =
      switch backend {
      case .udev: ["--seat", "seat0"]
      case .path: panels.flatMap { ["--device", "/dev/input/\($0.node)"] }
      }
    // One by one: Swift 6.2 takes too long to type-check one sum of all.
    var words = ["-o", "-d", folder.path, "-c", controlPath]
    words += panels.flatMap { ["-a", "\($0.node) \"\($0.description)\""] }
    words += ["--", Workshop.programs.appending(path: "deckd").path, "--socket", socket]
    words += devices
    words += arguments
    process.arguments = words
    let latency = folder.appending(path: "latency")
    if latencyDevice { try Data().write(to: latency) }
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TOUCHBED_UINPUT": virtualDevices ? folder.appending(path: "uinput").path : "/nonexistent/uinput",
      "TOUCHBED_LATENCY": latency.path,
    ]) { $1 }
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let (path, bed) = (socket, process)
    do {
      try wait(for: "deckd's socket") {
        guard bed.isRunning else { throw Unmet(what: "deckd to start:\n\(Self.text(of: log))") }
        // The file exists a moment before the daemon listens on it.
        return FileManager.default.fileExists(atPath: controlPath) && Self.answers(path)
      }
      control = try DeckConnection(path: controlPath)
      for panel in panels { try waitUntilOpened(panel.node) }
    } catch {
      process.terminate()
      throw error
    }
  }

  deinit {
    stop()
  }

  /// Ends the daemon and the bed; returns the exit status, which is the daemon's.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
    return process.terminationStatus
  }

  /// What the daemon has logged.
  var log: String { Self.text(of: folder.appending(path: "log")) }

  /// The daemon's process.
  var daemonProcess: Int32 {
    get throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
        guard let number = Int32(name) else { continue }
        let stat = Self.text(of: URL(filePath: "/proc/\(name)/stat"))
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        if stat.contains("(deckd)"), fields.count > 1, fields[1] == "\(process.processIdentifier)" { return number }
      }
      throw Unmet(what: "a deckd below the bed")
    }
  }

  /// Sends a control line; returns the words of the reply after `ok`.
  @discardableResult
  func order(_ line: String) throws -> [String] {
    try control.send(line)
    guard case .line(let reply) = try control.readLine(timeout: .seconds(patience)) else {
      throw Unmet(what: "the bed's answer to: \(line)")
    }
    let words = String(decoding: reply, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.first == "ok" else { throw Unmet(what: "ok to: \(line), but got: \(words.joined(separator: " "))") }
    return Array(words.dropFirst())
  }

  /// Waits until the daemon reads a node, with `CLOCK_MONOTONIC` (1) as the clock of its time stamps.
  func waitUntilOpened(_ node: String) throws {
    try wait(for: "deckd to open \(node)") { try order("opens \(node)").prefix(2) == ["1", "1"] }
  }

  /// Plays a recording to its end; returns the time stamp of its first frame in µs.
  func play(_ file: String, on node: String = "event0") throws -> Int64 {
    let words = try order("play \(node) \"\(file)\"")
    guard let start = words.first.flatMap(Int64.init) else { throw Unmet(what: "the start of \(file)") }
    try order("wait \(node)")
    return start / 1000
  }

  private static func answers(_ path: String) -> Bool {
    (try? DeckConnection(path: path)) != nil
  }

  private static func text(of file: URL) -> String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }
}

/// A client of the daemon that keeps every line, to be validated against the schema at the end.
final class LiveClient {
  private let connection: DeckConnection
  /// Every line that the daemon sent, in order.
  private(set) var lines: [String] = []

  init(_ daemon: some Served) throws {
    connection = try DeckConnection(path: daemon.socket)
  }

  deinit {
    do {
      try SchemaValidator.expectValid(lines.map { Array($0.utf8) }, from: .daemon)
    } catch {
      Issue.record(error)
    }
  }

  func send(_ line: String) throws {
    try connection.send(line)
  }

  /// Sends a line that need not be valid text.
  func send(bytes: [UInt8]) throws {
    try connection.send(bytes)
  }

  /// The numbers of the events received so far.
  var eventNumbers: [Int64] {
    lines.filter { $0.contains(#""method":"event""#) }.compactMap { $0.number("seq") }
  }

  /// The frames received so far.
  var frames: [String] {
    lines.filter { $0.contains(#""method":"frame""#) }
  }

  /// The numbers of the frames received so far.
  var frameNumbers: [Int64] {
    frames.compactMap { $0.number("frame") }
  }

  /// Reads the lines that have arrived, without waiting: the daemon drops older frames for a client whose socket is
  /// full.
  func readWaiting() throws {
    while case .line(let bytes) = try connection.readLine(timeout: .zero) {
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Reads until the daemon closes the connection.
  func readToEnd() throws {
    while true {
      switch try connection.readLine(timeout: .seconds(patience)) {
      case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .timedOut: throw Unmet(what: "the end of the connection")
      case .closed: return
      }
    }
  }

  /// Sends a request and returns the line of its reply.
  @discardableResult
  func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try send(#"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)","params":\#(parameters)}"#)
    return try next { $0.contains(#""id":"\#(method)""#) }
  }

  /// Inserts so many cards at the end of a deck, each with the text `data`; returns the last reply.
  @discardableResult
  func insert(_ count: Int, _ prefix: String = "", deck: String = "main", data: String = "") throws -> String {
    let data = data.isEmpty ? "" : #","data":"\#(data)""#
    // Within 32 KiB a request.
    let most = min(250, 20_000 / (data.utf8.count + 20))
    return try stride(from: 0, to: count, by: most).map { start in
      let cards = (start..<min(start + most, count)).map { #"{"id":"\#(prefix)\#($0)"\#(data)}"# }.joined(
        separator: ","
      )
      return try ask("deck.insert", #"{"deck":"\#(deck)","cards":[\#(cards)]}"#)
    }.last ?? ""
  }

  /// Removes so many cards from an index on; returns the last reply.
  @discardableResult
  func remove(_ count: Int, at index: Int, deck: String = "main") throws -> String {
    try stride(from: 0, to: count, by: 250).map { start in
      try ask("deck.remove", #"{"deck":"\#(deck)","at":\#(index),"count":\#(min(250, count - start))}"#)
    }.last ?? ""
  }

  /// Reads until a line fits; returns that line.
  @discardableResult
  func next(within seconds: Int = patience, _ fits: (String) -> Bool) throws -> String {
    while true {
      switch try connection.readLine(timeout: .seconds(seconds)) {
      case .line(let bytes):
        let line = String(decoding: bytes, as: UTF8.self)
        lines.append(line)
        if fits(line) { return line }
      case .timedOut: throw Unmet(what: "a line; the last was \(lines.last ?? "none")")
      case .closed: throw Unmet(what: "a line; the daemon closed the connection")
      }
    }
  }

  /// Reads until an event of this type arrives.
  @discardableResult
  func event(_ type: String) throws -> String {
    try next { $0.contains(#""method":"event""#) && $0.contains(#""type":"\#(type)""#) }
  }

  /// Reads until a frame shows the deck in this phase; the last frame of a movement shows `rest`.
  @discardableResult
  func frame(_ phase: String) throws -> String {
    try next { $0.contains(#""method":"frame""#) && $0.contains(#""phase":"\#(phase)""#) }
  }

  /// Waits until the deck reports that it is at rest, and reads what was sent until then.
  func rest() throws {
    try wait(for: "the deck to rest") { try ask("deck.get").contains(#""phase":"rest""#) }
  }
}

extension String {
  /// Returns the whole number of the first member with this name.
  func number(_ name: String) -> Int64? {
    guard let key = range(of: "\"\(name)\":") else { return nil }
    let digits = self[key.upperBound...].prefix { $0.isNumber || $0 == "-" }
    return Int64(digits)
  }

  /// Returns the line with its time relative to `start`.
  func since(_ start: Int64) -> String {
    guard let key = range(of: "\"t\":"), let time = number("t") else { return self }
    let rest = self[key.upperBound...].drop { $0.isNumber || $0 == "-" }
    return "\(self[..<key.upperBound])\(time - start)\(rest)"
  }
}
