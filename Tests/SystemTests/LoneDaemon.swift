import Foundation
import Glibc
import Testing

/// A running `deckd` that clients can connect to.
protocol Served {
  var socket: String { get }
}

/// The built `deckd` without a panel: on a seat that no device belongs to, whatever the machine has.
final class LoneDaemon: Served {
  let folder: URL
  let socket: String
  private let process = Process()

  /// Starts a daemon with a configuration in TOML; `namesSocket` is false for one that finds its socket by itself.
  init(
    configuration: String = "",
    namesSocket: Bool = true,
    environment: (_ socket: String) -> [String: String] = { _ in [:] },
    prepare: (_ socket: String) throws -> Void = { _ in }
  ) throws {
    folder = try temporaryFolder()
    socket = folder.appending(path: "deckd.sock").path
    let file = folder.appending(path: "deckd.toml")
    try Data(configuration.utf8).write(to: file)
    try prepare(socket)
    process.executableURL = Workshop.programs.appending(path: "deckd")
    process.arguments = ["--seat", "nobody", "--config", file.path] + (namesSocket ? ["--socket", socket] : [])
    process.environment = ProcessInfo.processInfo.environment.merging(environment(socket)) { $1 }
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    try process.start()
    do {
      try wait(for: "deckd to listen") {
        guard isRunning else { throw Unmet(what: "deckd to start:\n\(self.log)") }
        return self.log.contains("listening")
      }
    } catch {
      stop()
      throw error
    }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  var isRunning: Bool { process.isRunning }

  var number: Int32 { process.processIdentifier }

  /// What the daemon has logged.
  var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

  /// Ends the daemon with a signal; its exit status.
  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    if process.isRunning { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// How many descriptors the daemon has open.
  var descriptors: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count }
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
