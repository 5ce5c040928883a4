import Foundation
import Glibc
import TestSupport
import Testing

/// A finding of `deckctl doctor --json`.
private struct Reported: Decodable {
  var kind: String
  var weight: String
  var text: String
  var command: String
}

extension PanelShell {
  /// What `deckctl doctor` finds.
  fileprivate func findings(_ options: String = "") throws -> [Reported] {
    let outcome = try run("deckctl doctor --json \(options)")
    let findings = try outcome.lines.map { try JSONDecoder().decode(Reported.self, from: Data($0.utf8)) }
    #expect(outcome.status == (findings.contains { $0.weight == "problem" } ? 1 : 0), "\(outcome)")
    return findings
  }

  fileprivate func finding(_ kind: String, _ options: String = "") throws -> Reported {
    let findings = try findings(options)
    guard let found = findings.first(where: { $0.kind == kind }) else {
      throw Unmet(what: "\(kind) among the findings: \(findings)")
    }
    return found
  }
}

/// Broken set-ups of a running system: the command of each finding is run, and fixes it.
///
/// The set-ups that need no daemon are those of `A checkup` in DiagnosisTests.
@Suite
struct `deckctl doctor` {
  private static let bedAbsence = Workshop.bedAbsence

  /// Runs a line with a panel, or without one, and no daemon in the bed.
  private func run(inBedWith panel: String?, _ line: String) throws -> Outcome {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var words = ["-d", folder.path, "-c", folder.path + "/c"]
    if let panel { words += ["-a", "event0 \"\(panel)\""] }
    return try SystemTests.run(
      Workshop.bed.appending(path: "touchbed").path,
      words + ["--", "/bin/sh", "-c", line],
      environment: ["PATH": "\(Workshop.programs.path):/usr/sbin:/usr/bin:/sbin:/bin"]
    )
  }

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `finds a sound set-up sound, and says what it checked`() throws {
    let bed = try TouchBed(configuration: "[[surfaces]]\nname = \"main\"\n")
    let shell = try PanelShell(beside: bed)
    try Golden.expect(try shell.transcript("deckctl doctor", "deckctl doctor --json"), at: "Fixtures/doctor-sound.txt")
  }

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `names what is wrong, with the command that fixes it`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "deckd.toml")
    try Data("[[panels]]\nmatch = { name = \"Test Pannel\" }\nsufrace = \"main\"\n".utf8).write(to: file)
    let socket = folder.path + "/deckd.sock"
    let bed = try TouchBed()
    let shell = try PanelShell(beside: bed)
    let options = "--socket \(socket) --config \(file.path)"
    let text = try shell.transcript("deckctl doctor \(options)").replacing(folder.path, with: "/home/me")
    try Golden.expect(text, at: "Fixtures/doctor-broken.txt")
  }

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `names a machine without a touchscreen`() throws {
    let line = "deckctl doctor --json --socket /nowhere/deckd.sock"
    let without = try run(inBedWith: nil, line)
    #expect(without.output.contains(#"{"kind":"no-touchscreen","weight":"problem","text":"there is no touchscreen"#))
    // Connecting one is what fixes it; the command loads a driver that udev has not loaded.
    #expect(without.output.contains("udevadm trigger --type=devices --action=add"))
    #expect(try !run(inBedWith: Workshop.panel, line).output.contains("no-touchscreen"))
  }

  @Test
  func `names a daemon that does not run, and one that was killed`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let shell = PanelShell(socket: folder.path + "/deckd.sock", folder: folder)
    try Data().write(to: folder.appending(path: "deckd.toml"))
    let options = "--config \(folder.path)/deckd.toml --state-dir \(folder.path)/state"
    for kind in ["daemon-missing", "socket-stale"] {
      let finding = try shell.finding(kind, options)
      #expect(finding.text.contains("deckd does not run"))
      #expect(finding.command.hasPrefix("deckd --socket /home/me/deckd.sock") && finding.command.hasSuffix(" &"))
      // Without the shell, whose background program would hold descriptors of this process.
      let words = finding.command.replacing("/home/me", with: folder.path).split(separator: " ").map(String.init)
      let daemon = try RunningProgram(words[0], Array(words.dropFirst().dropLast()))
      try wait(for: "no finding about the daemon") {
        try shell.findings(options).allSatisfy { !["daemon-missing", "socket-stale"].contains($0.kind) }
      }
      kill(daemon.number, SIGKILL)
      try wait(for: "the end of deckd") { !daemon.isRunning }
    }
  }

  @Test
  func `names a daemon that is stopped`() throws {
    let daemon = try LoneDaemon()
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    daemon.signalProcess(SIGSTOP)
    defer { daemon.signalProcess(SIGCONT) }
    let finding = try PanelShell(socket: daemon.socket, folder: daemon.folder, timeout: 1).finding("daemon-stopped")
    #expect(finding.command == "kill -CONT \(daemon.number)")
    #expect(try shell.run(finding.command).status == 0)
    #expect(try shell.findings().allSatisfy { $0.kind != "daemon-stopped" })
  }

  @Test(.enabled(if: getuid() == 0, "left out: only root may mount a file system"))
  func `names a full disk`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      mount -t tmpfs -o size=9m none \(folder.path) || exit 77
      head -c 5000000 /dev/zero > \(folder.path)/state.db.damaged-1
      doctor() { deckctl doctor --json --socket /nowhere/deckd.sock --state-dir \(folder.path); }
      doctor | grep disk-full
      eval "$(doctor | sed -n 's/.*"disk-full".*"command":"\\([^"]*\\)".*/\\1/p')"
      echo then; doctor | grep disk-full
      """
    let shell = PanelShell(socket: "/nowhere", folder: folder)
    let quoted = script.replacing("'", with: "'\\''")
    let outcome = try shell.run("unshare -m /bin/sh -c '\(quoted)'")
    guard outcome.status != 77, !outcome.errors.contains("unshare") else { return }
    #expect(outcome.lines.count == 2 && outcome.lines.last == "then", "\(outcome)")
    #expect(outcome.output.contains("KiB left on the disk: decisions cannot be stored"))
  }

  @Test(.enabled(if: Workshop.hasBed, Self.bedAbsence))
  func `names a panel without a size, and a section that matches none`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(contentsOfFile: Workshop.panel, encoding: .utf8)
    let unsized = folder.appending(path: "unsized.desc")
    // The last number of an axis is its resolution; without that of ABS_X and ABS_Y, libinput believes no other.
    let lines = text.split(separator: "\n").map {
      $0.hasPrefix("A: 00 ") || $0.hasPrefix("A: 01 ") ? $0.replacing(/\ [0-9]+$/, with: " 0") : "\($0)"
    }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: unsized)
    let bed = try TouchBed(
      panels: [("event0", unsized.path)],
      configuration: "[[panels]]\nmatch = { name = \"Test\" }\nrotation = 90\n"
    )
    let shell = try PanelShell(beside: bed)
    for kind in ["panel-size", "section-unmatched"] {
      let finding = try shell.finding(kind)
      let outcome = try shell.run(finding.command.replacing("/home/me", with: bed.folder.path))
      #expect(outcome.status == 0 && outcome.output.contains("reloaded"), "\(finding): \(outcome)")
      #expect(try shell.findings().allSatisfy { $0.kind != kind })
    }
    #expect(try shell.findings().isEmpty)
    // Turned by the section that matches now.
    #expect(try shell.run("deckctl devices").output.contains("rotation 90° ([[panels]] no. 1)"))
  }

  @Test
  func `checks the files of another system`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in [
      ("etc/passwd", "root:x:0:0::/root:/bin/sh\ndeckd:x:998:998::/:\n"), ("etc/group", "deckd:x:998:\n"),
      ("etc/deckd/deckd.toml", "[[surfaces]]\nname = \"main\"\n"),
      ("usr/lib/systemd/system/deckd.service", "[Service]\nUser=deckd\n"),
    ] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "etc/udev/rules.d"),
      withIntermediateDirectories: true
    )
    let shell = PanelShell(socket: "/nowhere", folder: folder)
    let root = "--root \(folder.path)"
    #expect(try shell.findings(root).map(\.kind) == ["udev-rule-missing"])
    let finding = try shell.finding("udev-rule-missing", root)
    #expect(try shell.run(finding.command.replacing("/home/me", with: folder.path)).status == 0)
    #expect(try shell.findings(root).isEmpty)
    #expect(try shell.run("deckctl doctor --root /nowhere").status == 64)
    #expect(try shell.run("deckctl doctor \(root) --user nobody").errors.contains("there is no user \"nobody\""))
  }
}
