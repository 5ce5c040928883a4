import Foundation
import Glibc
import TestSupport
import Testing

/// The locations of the project, its programs and the test bed.
enum Workshop {
  /// The project's folder, found from this file.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The deck `main` in the preset `swipeclean`, with its rounds, named decisions and haptic feedback.
  static let swipeclean = "[[decks]]\nid = \"main\"\npreset = \"swipeclean\"\n"

  /// The folder of the built `deckd` and `deckctl`: beside the test bundle unless the environment names it.
  static let programs = folder("DECKD_PROGRAMS") ?? root.appending(path: ".build/debug")

  /// The folder of the test bed's own build.
  static let bed = folder("DECKD_BED") ?? root.appending(path: ".build/touchbed")

  /// Whether the test bed is built; it needs umockdev.
  static let hasBed = FileManager.default.isExecutableFile(atPath: bed.appending(path: "touchbed").path)

  /// Why tests on the bed are skipped if it is not built.
  static let bedAbsence: Comment = "left out: the test bed is not built (it needs umockdev; make bed)"

  /// The folder of real recordings, if there is one.
  static let recordings: URL? = {
    let usual = root.deletingLastPathComponent().appending(path: "shared/recordings")
    return folder("DECKD_RECORDINGS") ?? (FileManager.default.fileExists(atPath: usual.path) ? usual : nil)
  }()

  /// Why tests on recordings are skipped if there are none.
  static let recordingsAbsence: Comment = "left out: no recordings beside the project (DECKD_RECORDINGS)"

  /// An invented panel of 10 slots, 70 × 124 mm: 448 × 793 pt.
  static let panel = root.appending(path: "Tests/TouchBed/fixtures/panel.desc").path

  /// The project's own clip: swipe right, swipe left, one that snaps back.
  static let clip = root.appending(path: "Examples/demo/swipes.evemu").path

  private static func folder(_ variable: String) -> URL? {
    ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
  }
}

/// The output of a program and how it ended; a status of -1 stands for a signal.
struct Outcome {
  var status: Int32
  var output: String
  var errors: String

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

extension Process {
  /// Starts the program with no signal blocked, as a shell would: it would inherit the mask of this thread, on which
  /// Dispatch blocks nearly all signals.
  func start() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

/// A program that runs beside the test, and is ended when the last reference to it is released.
final class RunningProgram {
  private let process = Process()
  private let folder: URL

  /// Starts one of the project's programs, or the one at an absolute path.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : Workshop.programs.appending(path: program)
    process.arguments = arguments
    // A busy machine may keep a reply from deckctl for longer than the usual 10 s.
    let patient = ["DECKD_TIMEOUT": "\(patience)"]
    process.environment = ProcessInfo.processInfo.environment.merging(patient) { $1 }.merging(environment) { $1 }
    folder = try temporaryFolder()
    // Files, not pipes: a program that prints much must not wait for its reader.
    for name in ["out", "err"] { try Data().write(to: folder.appending(path: name)) }
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
    process.standardInput = FileHandle.nullDevice
    try process.start()
  }

  deinit {
    if process.isRunning { process.terminate() }
    // Until then Foundation keeps the Process, and what it has open. With more than 1,350 descriptors the next start reads
    // beyond the list of them: findMaximumOpenFD copies 256 bytes of each name.
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  var isRunning: Bool { process.isRunning }

  var number: Int32 { process.processIdentifier }

  /// What it has printed so far.
  var output: String {
    get throws { try String(contentsOf: folder.appending(path: "out"), encoding: .utf8) }
  }

  /// What it has written to standard error so far.
  var errors: String {
    get throws { try String(contentsOf: folder.appending(path: "err"), encoding: .utf8) }
  }

  /// Waits until it ends, as every program that tests start does by itself.
  func outcome() throws -> Outcome {
    try wait(for: "the end of \(process.executableURL?.lastPathComponent ?? "a program")") { !isRunning }
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try output,
      errors: try errors
    )
  }
}

/// Runs one of the project's programs until it ends.
func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
  try RunningProgram(program, arguments, environment: environment).outcome()
}

/// Creates a new folder with a short path: Unix sockets are created in it.
func temporaryFolder() throws -> URL {
  let folder = URL(filePath: "/tmp/deckd-\(UInt32.random(in: 0 ... .max))")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  return folder
}

/// How many seconds a test waits for what must happen.
///
/// It only bounds a hang: a busy machine's disk may take half a minute to persist a decision.
let patience = 120 * Sanitizer.patience

/// Waits until a condition holds; `what` names it in the failure.
func wait(for what: String, within seconds: Double = Double(patience), until condition: () throws -> Bool) throws {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    guard Date() < deadline else { throw Unmet(what: what) }
    Thread.sleep(forTimeInterval: 0.005)
  }
}

/// A condition that was not met.
struct Unmet: Error, CustomStringConvertible {
  var what: String

  var description: String { "waited in vain for \(what)" }
}
