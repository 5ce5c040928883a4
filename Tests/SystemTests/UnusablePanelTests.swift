import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A panel whose axes libinput cannot use` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A bed with a sound panel, and with one whose description has another line for an axis.
  private func bed(axis: String, as line: String) throws -> TouchBed {
    let text = try String(contentsOfFile: Workshop.panel, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let changed = lines.map { $0.hasPrefix("A: \(axis) ") ? Substring(line) : $0 }
    let file = folder.url.appending(path: "panel.desc")
    try Data(changed.joined(separator: "\n").utf8).write(to: file)
    let bed = try TouchBed()
    _ = try bed.order("add event1 \"\(file.path)\"")
    return bed
  }

  @Test(arguments: [("5", "4"), ("0", "-1"), ("-2147483648", "2147483647")])
  func `is not read where a position has no range, and named by all who list panels`(range: (String, String)) throws {
    let bed = try bed(axis: "35", as: "A: 35 \(range.0) \(range.1) 0 0 10")
    let shell = try PanelShell(beside: bed)
    try wait(for: "the log") { bed.log.contains("is not read: an axis of its positions") }
    #expect(
      try shell.run("deckctl devices").output.contains("ABS_MT_POSITION_X, from min \(range.0) to max \(range.1)")
    )
    #expect(try shell.run("deckctl doctor").output.contains("libinput cannot use its axis ABS_MT_POSITION_X"))
    let status = try shell.run("deckctl status").output
    #expect(status.contains("/dev/input/event0") && !status.contains("/dev/input/event1"), "\(status)")
  }
}
