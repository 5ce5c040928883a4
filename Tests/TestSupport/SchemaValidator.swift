package import Foundation
package import Testing

/// Validates lines of the wire against the protocol's JSON Schema, many at once.
///
/// The validator is python3-fastjsonschema, in a process of its own. `.ci/run` requires it; elsewhere a test about the
/// schema is enabled by `.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence)`, and `expectValid` in any
/// other test passes.
package enum SchemaValidator {
  /// The side that sends a line.
  package enum Sender: String, Sendable {
    case daemon = "fromDaemon"
    case client = "fromClient"
  }

  /// A line that the schema does not allow.
  package struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    package var text: String
    package var reason: String

    package var description: String {
      "line \(line): \(reason)\n\(text)"
    }
  }

  /// The lines that the schema does not allow.
  package struct InvalidLines: Error, CustomStringConvertible {
    package var failures: [Failure]

    package var description: String {
      failures.map(\.description).joined(separator: "\n")
    }
  }

  /// A failure of the validator itself.
  package struct Breakdown: Error, CustomStringConvertible {
    package var description: String
  }

  /// Why tests of the schema are skipped if `isAvailable` is false.
  package static let absence: Comment = "left out: python3-fastjsonschema is not installed"

  /// Whether lines can be validated here.
  package static var isAvailable: Bool { python != nil }

  /// Returns every failure among `lines`, in order; a line may have its newline or not.
  ///
  /// A strict schema allows no members and names other than its own; the published one allows the daemon to add some.
  package static func failures(in lines: [[UInt8]], from sender: Sender, isStrict: Bool = true) throws -> [Failure] {
    guard let python else { throw Breakdown(description: "python3-fastjsonschema is not installed") }
    let bodies = lines.map { $0.last == newline ? $0.dropLast() : $0[...] }
    // The script would read a line that contains a newline as two.
    let broken = bodies.indices.filter { bodies[$0].contains(newline) }
    let whole = bodies.indices.filter { !bodies[$0].contains(newline) }
    let input = whole.reduce(into: Data()) { data, index in
      data.append(contentsOf: bodies[index])
      data.append(newline)
    }
    let findings = try run(
      python,
      input: input,
      definition: sender.rawValue,
      isStrict: isStrict,
      lineCount: whole.count
    )
    let reasons =
      findings.map { (whole[$0.line - 1], $0.reason) } + broken.map { ($0, "a newline within the line") }
    return reasons.sorted { $0.0 < $1.0 }.map { index, reason in
      Failure(line: index + 1, text: String(decoding: bodies[index], as: UTF8.self), reason: reason)
    }
  }

  /// Throws `InvalidLines` unless the daemon may send every one of `lines`.
  package static func validate(fromDaemon lines: [[UInt8]]) throws {
    let failures = try failures(in: lines, from: .daemon)
    guard failures.isEmpty else { throw InvalidLines(failures: failures) }
  }

  /// Throws `InvalidLines` unless the daemon may send every one of `lines`.
  package static func validate(fromDaemon lines: [String]) throws {
    try validate(fromDaemon: lines.map { Array($0.utf8) })
  }

  /// Records an issue for each of the first failures among `lines`; does nothing if no validator is installed.
  package static func expectValid(
    _ lines: [[UInt8]],
    from sender: Sender = .daemon,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard isAvailable else { return }
    let failures = try failures(in: lines, from: sender)
    for failure in failures.prefix(5) { Issue.record("\(failure)", sourceLocation: sourceLocation) }
    guard failures.count > 5 else { return }
    Issue.record("\(failures.count - 5) more lines are wrong", sourceLocation: sourceLocation)
  }

  /// Records an issue for each of the first failures among `lines`; does nothing if no validator is installed.
  package static func expectValid(
    _ lines: [String],
    from sender: Sender = .daemon,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectValid(lines.map { Array($0.utf8) }, from: sender, sourceLocation: sourceLocation)
  }
}

extension SchemaValidator {
  /// The schema in the sources.
  package static let schema = sources.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/DeckProtocol/Schema/deckd.schema.json")

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
  private static let newline = UInt8(ascii: "\n")

  /// Debian's Python first: another one on the path may not find Debian's packages.
  private static let python: [String]? = [["/usr/bin/python3"], ["/usr/bin/env", "python3"]].first { command in
    let outcome = Result { try output(of: command + ["-c", "import fastjsonschema"], input: .nullDevice) }
    guard case .success(let (status, _)) = outcome else { return false }
    return status == 0
  }

  private struct Finding: Decodable {
    var line: Int
    var reason: String
  }

  private static func run(
    _ python: [String],
    input: Data,
    definition: String,
    isStrict: Bool,
    lineCount: Int
  ) throws -> [Finding] {
    // From a file, so that neither process ever waits for the other to read.
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "lines")
    try input.write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    let script = sources.appending(path: "validate_schema.py").path
    let command = python + [script] + (isStrict ? ["--strict"] : []) + [schema.path, definition]
    let (status, output) = try output(of: command, input: handle)
    var answers = output.split(separator: newline)
    guard status == 0, let last = answers.popLast(), last == Data("checked \(lineCount)".utf8) else {
      throw Breakdown(description: "the validator failed:\n" + String(decoding: output, as: UTF8.self))
    }
    return try answers.map { try JSONDecoder().decode(Finding.self, from: $0) }
  }

  /// Returns the exit status of `command`, and what it wrote to standard output and standard error.
  private static func output(of command: [String], input: FileHandle) throws -> (status: Int32, output: Data) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
