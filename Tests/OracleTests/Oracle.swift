import Foundation
import TestSupport
import Testing

/// A Python script that asks for random springs or fingers, and judges the answers by a computation of its own.
struct Oracle {
  /// What the script and the project do not agree about, or why the script did not work.
  struct Disagreement: Error, CustomStringConvertible {
    var description: String
  }

  /// The script's name in this folder.
  var script: String
  /// How many questions it asks.
  var count: Int

  /// Why these tests are left out where `isAvailable` is false.
  static let absence: Comment = "left out: python3-numpy or python3-scipy is not installed"

  /// Whether Debian's Python has numpy and scipy.
  static let isAvailable: Bool = {
    let outcome = Result { try run(["-c", "import numpy, scipy"], input: "") }
    guard case .success(let outcome) = outcome else { return false }
    return outcome.status == 0
  }()

  /// The questions, some lines each.
  func questions() throws -> [String] {
    let outcome = try Self.run(arguments("ask"), input: "")
    guard outcome.status == 0 else { throw Disagreement(description: outcome.output + outcome.errors) }
    return outcome.output.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
  }

  /// Throws what is wrong with `answers`, which are in the order of the questions.
  func judge(_ answers: [String]) throws {
    let outcome = try Self.run(arguments("judge"), input: answers.joined(separator: "\n\n"))
    guard outcome.status == 0 else {
      throw Disagreement(description: "DECKD_SEED=\(Seed.value)\n" + outcome.output + outcome.errors)
    }
    #expect(outcome.output.hasSuffix("\(count) of \(count) agree\n"))
  }

  private func arguments(_ verb: String) -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script)
    return [file.path, verb, "\(Seed.value)", "\(count)"]
  }

  private static func run(_ arguments: [String], input: String) throws -> Outcome {
    // One thread: the matrices are tiny, and other tests run beside this one.
    try OracleTests.run("/usr/bin/python3", arguments, input: input, environment: ["OPENBLAS_NUM_THREADS": "1"])
  }
}

/// What a program printed and how it ended.
struct Outcome {
  var status: Int32
  var output: String
  var errors: String
}

/// The built `deckctl`: beside the test bundle unless the environment names its folder.
let deckctl: String = {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let folder = ProcessInfo.processInfo.environment["DECKD_PROGRAMS"] ?? root.appending(path: ".build/debug").path
  return folder + "/deckctl"
}()

/// Runs a program to its end.
func run(
  _ program: String,
  _ arguments: [String],
  input: String = "",
  environment: [String: String] = [:]
) throws -> Outcome {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  // Files, not pipes: neither side ever waits for the other to read.
  let files = ["in", "out", "err"].map { folder.url.appending(path: $0) }
  for file in files { try Data((file == files[0] ? input : "").utf8).write(to: file) }
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: files[0])
  process.standardOutput = try FileHandle(forWritingTo: files[1])
  process.standardError = try FileHandle(forWritingTo: files[2])
  try process.run()
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus,
    output: try String(contentsOf: files[1], encoding: .utf8),
    errors: try String(contentsOf: files[2], encoding: .utf8)
  )
}
