import Foundation
import Glibc
import Testing

/// A terminal that a program runs in: a window of a tmux server of its own.
final class TerminalWindow {
  /// Whether tmux is installed.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

  /// Why tests in a terminal are skipped without it.
  static let absence: Comment = "left out: tmux is not installed"

  private static let program = "/usr/bin/tmux"
  private static let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "TMUX": "", "NO_COLOR": ""]

  private let folder: URL
  private let server: RunningProgram

  /// Runs a line of the shell, with the project's programs in its path, and keeps the window when it has ended.
  init(columns: Int, rows: Int, _ line: String, environment: String = "") throws {
    folder = try temporaryFolder()
    let path = "PATH='\(Workshop.programs.path)':$PATH"
    // The shell stays, also when Ctrl-C interrupts what it runs, and reads nothing that is typed.
    let script = "trap : INT; cd \(folder.path); \(environment) \(path); export PATH; \(line); exec sleep 1000"
    // In the foreground: a daemon would keep what this process waits for at its end.
    server = try RunningProgram(
      Self.program,
      ["-u", "-D", "-f", "/dev/null", "-S", folder.appending(path: "tmux").path],
      environment: Self.environment
    )
    let quoted = script.replacing("'", with: "'\\''")
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    try SystemTests.wait(for: "tmux") {
      try attempt(["new-session", "-d"] + size + ["exec /bin/sh -c '\(quoted)'"]).status == 0
    }
    try tmux("set", "-g", "status", "off")
    try tmux("set", "-ga", "terminal-overrides", ",*:Tc")
  }

  deinit {
    _ = try? attempt(["kill-server"])
    try? FileManager.default.removeItem(at: folder)
  }

  /// The characters that the terminal shows.
  var text: String { get throws { try tmux("capture-pane", "-p") } }

  /// The characters and the escape sequences of their colors.
  var coloredText: String { get throws { try tmux("capture-pane", "-p", "-e") } }

  /// The content of a file that the line has written, in the folder that it runs in.
  func content(of file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  /// Types keys, as tmux names them.
  func type(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Waits until the terminal shows a text.
  func wait(for shown: String) throws {
    do {
      try SystemTests.wait(for: shown) { try text.contains(shown) }
    } catch {
      throw Unmet(what: "\(shown) in the terminal, which shows:\n\(try text)")
    }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let outcome = try attempt(arguments)
    guard outcome.status == 0 else { throw Unmet(what: "tmux \(arguments): \(outcome.errors)") }
    return outcome.output
  }

  /// Sends a command to the server, and does not start another one.
  private func attempt(_ arguments: [String]) throws -> Outcome {
    let socket = folder.appending(path: "tmux").path
    return try run(Self.program, ["-u", "-N", "-S", socket] + arguments, environment: Self.environment)
  }
}
