import DeckClient
package import Foundation
import Glibc

/// Something that a benchmark needs and that was not found.
package struct Missing: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// The `deckd` beside this program, unmodified, on a panel of the test bed (Tests/TouchBed).
package final class LiveDaemon {
  /// What the daemon has allocated since it was started.
  package struct Allocations {
    /// Allocations of the daemon itself, including everything that is linked into it.
    package var own = 0
    /// Allocations of shared libraries, libinput among them.
    package var libraries = 0
    /// How often a `timerfd` was set: each time, Dispatch has allocated a configuration.
    package var timers = 0

    /// No allocations.
    package init() {}

    /// Returns the allocations since `start`.
    package func since(_ start: Allocations) -> Allocations {
      var count = self
      count.own -= start.own
      count.libraries -= start.libraries
      count.timers -= start.timers
      return count
    }
  }

  package let folder: URL
  package let socket: String
  /// The file that controls the faults of the disk under a daemon with persisted state (Tests/TouchBed/faults.c).
  package let faults: URL
  private let bed = Process()
  private let control: DeckConnection

  /// Starts a daemon with a configuration in TOML, on one processor if given.
  ///
  /// Its allocations are counted if `isCounting`; it has a state directory if `keepsState`. `program` is another copy of
  /// it or what takes its place, `wrapper` a command that runs it, `options` are more arguments, and `patience` is how
  /// many seconds it may take to start.
  package init(
    configuration: String,
    processor: Int? = nil,
    isCounting: Bool = false,
    keepsState: Bool = false,
    program: URL? = nil,
    wrapper: [String] = [],
    options: [String] = [],
    patience: Int = 10
  ) throws {
    // Several daemons may run at once.
    let number = UInt16.random(in: 0 ... .max)
    folder = FileManager.default.temporaryDirectory.appending(path: "deckd-bench.\(getpid()).\(number)")
    socket = folder.appending(path: "deckd.sock").path
    faults = folder.appending(path: "faults")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (file, counts, log) = (
      folder.appending(path: "deckd.toml"), folder.appending(path: "counts"), folder.appending(path: "log")
    )
    try Data(configuration.utf8).write(to: file)
    try Data(count: 4096).write(to: counts)
    try Data().write(to: log)
    let (bedPath, controlPath) = (Self.bedFolder, folder.appending(path: "bed.sock").path)
    let pin = processor.map { ["taskset", "--cpu-list", "\($0)"] } ?? []
    // Not in the bed's own environment: the bed's allocations are not the daemon's.
    let preloads = (isCounting ? ["allocations"] : []) + (keepsState ? ["faults"] : [])
    let preload = (["$LD_PRELOAD"] + preloads.map { "\(bedPath.path)/libtouchbed-\($0).so" }).joined(separator: ":")
    let state = folder.appending(path: "state").path
    try Data(count: 4096).write(to: faults)
    bed.executableURL = bedPath.appending(path: "touchbed")
    // One by one: Swift 6.2 takes too long to type-check one sum of all.
    var arguments = ["-o", "-d", folder.path, "-c", controlPath, "-a", "event0 \"\(Self.panel.path)\"", "--"]
    arguments += ["/bin/sh", "-c", "echo $$ >\"$0/process\"; LD_PRELOAD=\"\(preload)\" exec \"$@\"", folder.path]
    arguments += pin + wrapper
    arguments += [(program ?? Self.program).path]
    arguments += ["--socket", socket, "--seat", "seat0", "--config", file.path]
    if keepsState { arguments += ["--state-dir", state] }
    arguments += options
    bed.arguments = arguments
    bed.environment = ProcessInfo.processInfo.environment.merging([
      "TOUCHBED_ALLOCATIONS": counts.path, "TOUCHBED_FAULTS": faults.path, "TOUCHBED_FAULTS_UNDER": state,
    ]) { $1 }
    bed.standardError = try FileHandle(forWritingTo: log)
    bed.standardInput = FileHandle.nullDevice
    guard FileManager.default.isExecutableFile(atPath: bedPath.appending(path: "touchbed").path) else {
      throw Missing("the test bed is not in \(bedPath.path): make bed")
    }
    try bed.run()
    let (path, process) = (socket, bed)
    do {
      try Self.wait(for: "deckd to listen; its log is \(log.path)", seconds: patience) {
        process.isRunning && (try? DeckConnection(path: controlPath)) != nil && (try? DeckConnection(path: path)) != nil
      }
      control = try DeckConnection(path: controlPath)
      try Self.wait(for: "deckd to read the panel", seconds: patience) { [control] in
        try Self.order("opens event0", control).prefix(2) == ["1", "1"]
      }
    } catch {
      bed.terminate()
      throw error
    }
  }

  deinit {
    // In order, as systemd ends it: a daemon that counts its branches writes them when it exits.
    // Only while the bed runs, since a process that has ended may have left its number to another one.
    if bed.isRunning, let process = (try? process).flatMap(pid_t.init), kill(process, SIGTERM) == 0 {
      for _ in 0..<500 where bed.isRunning { usleep(10_000) }
    }
    if bed.isRunning { bed.terminate() }
    bed.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Sends the bed a control line; returns the words of the reply after `ok`.
  @discardableResult
  package func order(_ line: String) throws -> [String] {
    try Self.order(line, control)
  }

  /// Injects what one finger did, in the panel's own units and as evdev events; returns its time in µs.
  @discardableResult
  package func put(_ values: String) throws -> Int64 {
    guard let time = try order("ev event0 3 47 0 \(values) 0 0 0").first.flatMap(Int64.init) else {
      throw Missing("the time of a touch")
    }
    return time / 1000
  }

  /// Injects what one finger does, without waiting for the bed's reply: `injectedTime` reads it.
  package func begin(_ values: String) throws {
    try control.send("ev event0 3 47 0 \(values) 0 0 0")
  }

  /// The time in µs of the touch that was injected with `begin`.
  package func injectedTime() throws -> Int64 {
    guard let time = try Self.reply(to: "ev", control).first.flatMap(Int64.init) else {
      throw Missing("the time of a touch")
    }
    return time / 1000
  }

  /// Starts playing a recording on the panel; returns when it starts, in µs of `CLOCK_MONOTONIC`.
  package func play(_ recording: URL) throws -> Int64 {
    guard let start = try order("play event0 \"\(recording.path)\"").first.flatMap(Int64.init) else {
      throw Missing("the start of \(recording.lastPathComponent)")
    }
    return start / 1000
  }

  /// What the daemon has allocated since it was started.
  package var allocations: Allocations {
    get throws {
      let counts = try Data(contentsOf: folder.appending(path: "counts"))
      return counts.withUnsafeBytes { counts in
        let numbers = counts.bindMemory(to: UInt64.self)
        var allocations = Allocations()
        (allocations.own, allocations.libraries, allocations.timers) = (
          Int(numbers[0]), Int(numbers[1]), Int(numbers[3])
        )
        return allocations
      }
    }
  }

  /// The daemon's process id.
  package var process: String {
    get throws { try text("process").trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// Seconds of processor time that the daemon has used.
  package var processorTime: Double {
    get throws {
      let process = try self.process
      let stat = try String(contentsOf: URL(filePath: "/proc/\(process)/stat"), encoding: .utf8)
      // After the name, which is in brackets: `utime` and `stime` are the 12th and the 13th.
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
        throw Missing("the processor time of \(process)")
      }
      return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// A field of the daemon's memory in MiB, such as `RssAnon`, the memory of its own, or `VmRSS`.
  package func memory(_ field: String) throws -> Double {
    try ProcessFigures.memory(field, of: process)
  }

  /// Returns how often a thread of the daemon wakes while this program waits: its voluntary context switches.
  package func wakeups(in seconds: UInt32) throws -> Int {
    let before = try ProcessFigures.waits(of: process)
    sleep(seconds)
    let after = try ProcessFigures.waits(of: process)
    // A thread that begins or ends wakes for that.
    let ended = before.keys.count { after[$0] == nil }
    return after.reduce(ended) { sum, thread in sum + (before[thread.key].map { thread.value - $0 } ?? 1) }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static func order(_ line: String, _ control: DeckConnection) throws -> [String] {
    try control.send(line)
    return try reply(to: line, control)
  }

  private static func reply(to line: String, _ control: DeckConnection) throws -> [String] {
    guard case .line(let bytes) = try control.readLine(timeout: .seconds(60)) else {
      throw Missing("the bed's answer to: \(line)")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.first == "ok" else { throw Missing("ok to: \(line), but got: \(words.joined(separator: " "))") }
    return Array(words.dropFirst())
  }

  /// Waits until `holds` returns true, for ten seconds at most unless specified otherwise.
  package static func wait(for what: String, seconds: Int = 10, until holds: () throws -> Bool) throws {
    for _ in 0..<100 * seconds {
      if try holds() { return }
      usleep(10_000)
    }
    throw Missing("waited in vain for \(what)")
  }

  /// The daemon that is measured.
  package static var program: URL { programs.appending(path: "deckd") }

  /// The folder of this program, where `deckd` is built as well.
  package static var programs: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static var panel: URL { root.appending(path: "Tests/TouchBed/fixtures/panel.desc") }
  private static var bedFolder: URL {
    ProcessInfo.processInfo.environment["DECKD_BED"].map { URL(filePath: $0) }
      ?? root.appending(path: ".build/touchbed")
  }
}

/// Returns a number rounded to two decimals.
package func rounded(_ number: Double) -> String {
  "\((number * 100).rounded() / 100)"
}

/// Returns a line of a table: each text right-aligned in a column of its width in characters.
package func row(_ columns: [(text: String, width: Int)]) -> String {
  columns.map { text, width in String(repeating: " ", count: max(width - text.count, 0)) + text }.joined(separator: " ")
}

/// Prints a line without buffering: the measurement takes minutes.
package func say(_ line: String) {
  print(line)
  fflush(nil)
}
