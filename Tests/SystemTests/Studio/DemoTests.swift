import Foundation
import Glibc
import Testing

/// The demonstration in a folder of its own, on a machine that appears to have no touchscreen.
private final class Demo {
  private let folder: URL
  private let program: RunningProgram

  init() throws {
    folder = try temporaryFolder()
    let script = Workshop.root.appending(path: "Examples/demo/run.sh").path
    // In a session of its own, as in a terminal: Ctrl-C signals the whole session.
    program = try RunningProgram(
      "/usr/bin/setsid",
      ["--wait", script, Workshop.programs.path, Workshop.bed.path],
      environment: ["TMPDIR": folder.path, "DECKD_DEMO_INPUTS": "/nowhere", "DECKD_DEMO_ADDRESS": "127.0.0.1:0"]
    )
  }

  deinit {
    for process in (try? processes) ?? [] { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  var output: String {
    get throws { try program.output }
  }

  /// The processes of the demonstration; each has inherited its folder.
  var processes: [Int32] {
    get throws {
      let mark = Data("TMPDIR=\(folder.path)\0".utf8)
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { process in
        let environment = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
        return environment?.range(of: mark) != nil
      }
    }
  }

  /// The files that remain in its folder.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  /// The script itself, which leads the session.
  var script: Int32 {
    get throws {
      let leader = try processes.first { getsid($0) == $0 }
      guard let leader else { throw Unmet(what: "the script") }
      return leader
    }
  }

  func outcome() throws -> Outcome {
    try program.outcome()
  }
}

@Suite(.enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `The demonstration` {
  @Test
  func `prints plain lines where there is no terminal, until a card is swiped, and leaves nothing`() throws {
    let demo = try Demo()
    let outcome = try demo.outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try demo.processes.isEmpty)
    #expect(try demo.files.isEmpty)
    #expect(outcome.lines.first?.hasPrefix("No touchscreen: ") == true)
    #expect(outcome.lines.contains { $0.hasPrefix("The page: http://127.0.0.1:") && $0.hasSuffix("/studio") })
    #expect(outcome.lines.contains("deck photos, sunset in front, 9 cards"))
    #expect(outcome.lines.contains { $0.contains(" s  frame dragging: sunset dragged ") })
    #expect(outcome.lines.last?.hasSuffix(" s  event card.swiped sunset right keep") == true)
    #expect(!outcome.output.contains("\u{1B}"))
  }

  /// Ctrl-C signals every process in the terminal, `kill` only the script.
  @Test(arguments: [(signal: SIGINT, toAll: true), (signal: SIGINT, toAll: false), (signal: SIGTERM, toAll: false)])
  func `leaves nothing when it is stopped by a signal`(signal: Int32, toAll: Bool) throws {
    let demo = try Demo()
    try wait(for: "the demonstration to show something") { try demo.output.contains("in front") }
    let script = try demo.script
    #expect(kill(toAll ? -script : script, signal) == 0)
    let outcome = try demo.outcome()
    #expect(try demo.processes.isEmpty)
    #expect(try demo.files.isEmpty)
    // Ctrl-C is how it is to end.
    #expect(outcome.status == (signal == SIGINT ? 0 : 128 + signal))
    #expect(!outcome.output.contains("card.swiped"))
  }
}
