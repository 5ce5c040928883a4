import Foundation
import Glibc
import Testing

/// A running `deckd` that clients can connect to.
protocol Served {
  var socket: String { get }
}

/// The built `deckd` without a panel: on a seat without devices, whatever the machine has.
final class LoneDaemon: Served {
  let folder: URL
  let socket: String
  private var process = Process()
  private let arguments: [String]
  private let environment: [String: String]

  /// Starts a daemon with a configuration in TOML; `namesSocket` is false for one that chooses its socket by itself.
  ///
  /// With `keepsState` it persists its state in the folder `state` of its folder.
  convenience init(
    configuration: String = "",
    namesSocket: Bool = true,
    keepsState: Bool = false,
    environment: (_ socket: String) -> [String: String] = { _ in [:] },
    prepare: (_ socket: String) throws -> Void = { _ in }
  ) throws {
    let folder = try temporaryFolder()
    let socket = folder.appending(path: "deckd.sock").path
    let state = folder.appending(path: "state").path
    try self.init(
      in: folder,
      arguments: (namesSocket ? ["--socket", socket] : []) + (keepsState ? ["--state-dir", state] : []),
      environment: environment(socket)
    )
    try configure(configuration)
    try prepare(socket)
    try start()
  }

  /// Creates a daemon, not started yet, in a folder that is removed with it.
  init(in folder: URL, arguments: [String], environment: [String: String] = [:]) throws {
    self.folder = folder
    socket = folder.appending(path: "deckd.sock").path
    self.arguments =
      ["--seat", "nobody", "--config", folder.appending(path: "deckd.toml").path] + arguments
    self.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try configure("")
  }

  /// Writes the configuration for the next start.
  func configure(_ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: "deckd.toml"))
  }

  /// Starts the daemon, which may have run before, and waits until it listens.
  func start() throws {
    try launch()
    do {
      try wait(for: "deckd to listen") {
        guard isRunning else { throw Unmet(what: "deckd to start:\n\(log)") }
        return log.contains("listening")
      }
    } catch {
      stop()
      throw error
    }
  }

  /// Starts the daemon without waiting: it may never listen.
  func launch() throws {
    process = Process()
    process.executableURL = Workshop.programs.appending(path: "deckd")
    process.arguments = arguments
    process.environment = environment
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    try process.start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  var isRunning: Bool { process.isRunning }

  var number: Int32 { process.processIdentifier }

  /// What the daemon has logged.
  var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

  /// Ends the daemon with a signal; returns its exit status.
  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    signalProcess(signal)
    return waitForEnd()
  }

  /// Sends a signal to the daemon if it is running.
  func signalProcess(_ signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Waits until the daemon has ended; returns its exit status, or the negative number of the signal that killed it.
  @discardableResult
  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// How many sockets the daemon has open.
  ///
  /// Other descriptors come at any moment: Dispatch opens its own for the first timer, on a thread of its own.
  var openSockets: Int {
    get throws {
      let folder = "/proc/\(number)/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
        // One that was closed since has no destination.
        let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return destination?.hasPrefix("socket:") == true
      }
    }
  }

  /// Seconds of processor time that the daemon has used.
  var processorTime: Double {
    get throws {
      // proc(5): after the name in parentheses, utime and stime are the 12th and the 13th, in clock ticks.
      let stat = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      let ticks = (stat.split(separator: ")").last?.split(separator: " ") ?? []).dropFirst(11).prefix(2)
      return ticks.compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }
}
