import Foundation
package import Testing

/// Expected texts in files beside the tests, compared byte for byte.
///
/// With `RECORD_FIXTURES=1` in the environment the files are written again instead; review the difference.
package enum Golden {
  /// Records an issue with the first line in which `text` differs from the file at `path`, relative to the folder of
  /// the calling test's target.
  package static func expect(
    _ text: String,
    at path: String,
    sourceFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = target(of: sourceFile).appending(path: path)
    guard !isRecording else {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try Data(text.utf8).write(to: file)
    }
    guard FileManager.default.fileExists(atPath: file.path) else {
      Issue.record("\(path) is not there; RECORD_FIXTURES=1 writes it", sourceLocation: sourceLocation)
      return
    }
    let expected = try Data(contentsOf: file)
    guard let difference = firstDifference(Array(text.utf8), Array(expected)) else { return }
    Issue.record("\(path), \(difference)\nRECORD_FIXTURES=1 writes it anew", sourceLocation: sourceLocation)
  }

  /// Returns the folder in `Tests` that a source file is in, however deep.
  private static func target(of sourceFile: String) -> URL {
    var folder = URL(filePath: sourceFile).deletingLastPathComponent()
    while folder.deletingLastPathComponent().lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
    return folder
  }

  /// Returns the first line in which two texts differ, with its number from 1; `nil` if they are equal.
  package static func firstDifference(_ actual: [UInt8], _ expected: [UInt8]) -> String? {
    guard actual != expected else { return nil }
    let (actualLines, expectedLines) = (lines(of: actual), lines(of: expected))
    let shorter = min(actualLines.count, expectedLines.count)
    let number = (0..<shorter).first { actualLines[$0] != expectedLines[$0] } ?? shorter
    func line(_ lines: [ArraySlice<UInt8>]) -> String {
      number < lines.count ? String(decoding: lines[number], as: UTF8.self) : "(the end of the text)"
    }
    return """
      line \(number + 1):
      is       \(line(actualLines))
      expected \(line(expectedLines))
      """
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
