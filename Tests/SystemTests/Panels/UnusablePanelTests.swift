import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A panel whose axes libinput cannot use` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A bed with a sound panel, and with one whose description has other ranges of axes.
  private func bed(_ ranges: [String: String]) throws -> TouchBed {
    let text = try String(contentsOfFile: Workshop.panel, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let changed = lines.map { line in
      ranges.first { line.hasPrefix("A: \($0.key) ") }.map { "A: \($0.key) \($0.value)" } ?? line
    }
    let file = folder.url.appending(path: "panel.desc")
    try Data(changed.joined(separator: "\n").utf8).write(to: file)
    let bed = try TouchBed()
    _ = try bed.order("add event1 \"\(file.path)\"")
    return bed
  }

  @Test(arguments: [("5", "4"), ("0", "-1"), ("-2147483648", "2147483647")])
  func `is not read where a position has no range, and named by all who list panels`(range: (String, String)) throws {
    let bed = try bed(["35": "\(range.0) \(range.1) 0 0 10"])
    let shell = try PanelShell(beside: bed)
    try wait(for: "the log") { bed.log.contains("is not read: an axis of its positions") }
    #expect(
      try shell.run("deckctl devices").output.contains("ABS_MT_POSITION_X, from min \(range.0) to max \(range.1)")
    )
    #expect(try shell.run("deckctl doctor").output.contains("libinput cannot use its axis ABS_MT_POSITION_X"))
    let status = try shell.run("deckctl status").output
    #expect(status.contains("/dev/input/event0") && !status.contains("/dev/input/event1"), "\(status)")
  }

  @Test(arguments: [("5", "4"), ("-2147483648", "2147483647")])
  func `is read where the range without sense is of an axis beside its contacts`(range: (String, String)) throws {
    let bed = try bed(["00": "\(range.0) \(range.1) 0 0 10"])
    let shell = try PanelShell(beside: bed)
    try wait(for: "the panel") { try shell.run("deckctl status").output.contains("/dev/input/event1") }
    for command in ["devices", "doctor"] {
      #expect(try !shell.run("deckctl \(command)").output.contains("libinput cannot use"))
    }
    let file = folder.url.appending(path: "panel.desc").path
    #expect(try !shell.run("deckctl replay \(file) 2>&1").output.contains("with its maximum above its minimum"))
  }

  @Test
  func `is not read where one dwarfs the other, and named by all who list panels`() throws {
    let bed = try bed(["00": "0 2000000 0 0 16", "35": "0 2000000 0 0 16"])
    let shell = try PanelShell(beside: bed)
    try wait(for: "the log") { bed.log.contains("or more than 150 times as long as the other") }
    for command in ["devices", "doctor"] {
      let output = try shell.run("deckctl \(command)").output
      #expect(output.contains("its axes have 2000001 × 1984 units") && output.contains("no panel's shape"), "\(output)")
    }
    #expect(try !shell.run("deckctl status").output.contains("/dev/input/event1"))
  }
}
