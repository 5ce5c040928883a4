import Foundation
import Testing

/// A shell in which the panels of a touch bed are there, and the project's programs are found.
///
/// What its lines print is as a person sees it, but for what differs from run to run.
struct PanelShell {
  private let environment: [String: String]
  /// What stands for texts that differ from run to run.
  private let names: [(text: String, name: String)]

  /// A shell beside the daemon of a bed.
  init(beside bed: TouchBed) throws {
    let process = try bed.daemonProcess
    let variables = try Data(contentsOf: URL(filePath: "/proc/\(process)/environ")).split(separator: 0)
    var environment: [String: String] = [:]
    for variable in variables {
      let words = String(decoding: variable, as: UTF8.self).split(separator: "=", maxSplits: 1)
      if words.count == 2 { environment[String(words[0])] = String(words[1]) }
    }
    self.init(environment, socket: bed.socket, folder: bed.folder)
  }

  /// A shell without a bed, beside a daemon or none, in which deckctl waits so many seconds for a reply.
  init(socket: String, folder: URL, timeout: Int = patience) {
    let environment = ProcessInfo.processInfo.environment.merging(["DECKD_TIMEOUT": "\(timeout)"]) { $1 }
    self.init(environment, socket: socket, folder: folder)
  }

  private init(_ environment: [String: String], socket: String, folder: URL) {
    self.environment = environment.merging(
      ["PATH": "\(Workshop.programs.path):/usr/sbin:/usr/bin:/sbin:/bin", "DECKD_SOCKET": socket, "LANG": "C.UTF-8"]
    ) { $1 }
    names = [(folder.path, "/home/me"), (Workshop.root.path, "/src/deckd")]
  }

  /// Runs a line.
  func run(_ line: String) throws -> Outcome {
    var outcome = try SystemTests.run("/bin/sh", ["-c", line], environment: environment)
    outcome.output = named(outcome.output)
    outcome.errors = named(outcome.errors)
    return outcome
  }

  /// What a terminal shows of lines that are typed one after the other.
  func transcript(_ lines: String...) throws -> String {
    var text = ""
    for line in lines {
      let outcome = try run("{ \(line)\n} 2>&1")
      text += "$ \(line)\n\(outcome.output)"
      if outcome.status != 0 { text += "[exit code \(outcome.status)]\n" }
      text += "\n"
    }
    return text
  }

  private func named(_ text: String) -> String {
    let text = names.reduce(text) { $0.replacing($1.text, with: $1.name) }
    return text.replacing(/process [0-9]+/, with: "process 4711").replacing(/"pid":[0-9]+/, with: "\"pid\":4711")
      .replacing(/"uptime":[0-9.]+/, with: "\"uptime\":60")
      .replacing(/"t":[0-9]+/, with: "\"t\":1000000")
      .replacing(/(deckctl|deckd) ( *)[0-9]+\.[0-9]+\.[0-9]+/) { "\($0.1) \($0.2)1.0.0" }
      .replacing(/"version":"[0-9.]+"/, with: "\"version\":\"1.0.0\"")
      .replacing(/(\nsystem  +|\nkernel  +)[^\n]+/) { "\($0.1)…" }
  }
}
