import Diagnosis
import Evdev
import Foundation
import Glibc
import JSON
import TestSupport
import Testing
import Udev

/// The files of a system in a folder of their own, with the service installed and nothing wrong.
final class SystemFixture {
  private let folder: TemporaryFolder
  /// What the checks are made for; `tree` is the folder.
  var subject: Checkup.Subject
  var devices = [SystemFixture.device()]

  init() throws {
    folder = try TemporaryFolder()
    let tree = SystemTree(root: folder.path)
    let files = [
      "etc/passwd": """
      root:x:0:0:root:/root:/bin/sh
      kiosk:x:1000:1000:Kiosk:/home/kiosk:/bin/sh
      deckd:x:998:998::/:/usr/sbin/nologin
      """,
      "etc/group": "root:x:0:\nkiosk:x:1000:\ninput:x:104:\ndeckd:x:998:kiosk",
      "usr/lib/systemd/system/deckd.service": "[Service]\nUser=deckd\n[Install]\nWantedBy=multi-user.target",
      "usr/lib/udev/rules.d/70-deckd.rules": "# the rules",
      "etc/udev/rules.d/.keep": "", "etc/systemd/system/.keep": "",
    ]
    for (path, text) in files {
      let url = folder.url.appending(path: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("\(text)\n".utf8).write(to: url)
    }
    let user = try #require(UserAccount(named: "kiosk", in: tree))
    subject = Checkup.Subject(
      tree: tree,
      user: user,
      daemon: .answers(.object([])),
      socket: folder.path + "/run/deckd/deckd.sock"
    )
    subject.configuration = try file("etc/deckd/deckd.toml", "")
    subject.daemon = .unasked
  }

  /// The path on this machine of a file of the system.
  func path(_ path: String) -> String { "\(folder.path)/\(path)" }

  func content(of path: String) throws -> String {
    try String(contentsOfFile: self.path(path), encoding: .utf8)
  }

  /// Writes a file, for everybody to read, and returns its path on this machine.
  @discardableResult
  func file(_ path: String, _ text: String) throws -> String {
    let url = folder.url.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    chmod(url.path, 0o644)
    return url.path
  }

  /// Reads the accounts again, as a new session does.
  func renewUser(_ name: String = "kiosk") throws {
    subject.user = try #require(UserAccount(named: name, in: subject.tree))
  }

  /// What is wrong now.
  var findings: [CheckFinding] { Checkup(subject, devices: devices).findings }

  /// The only finding, which must be of a kind.
  func finding(_ kind: CheckFinding.Kind) throws -> CheckFinding {
    let findings = self.findings
    #expect(findings.map(\.kind) == [kind], "\(findings)")
    return try #require(findings.first)
  }

  /// Expects one finding of a kind, runs its command, and expects that nothing is wrong then.
  @discardableResult
  func expectFix(of kind: CheckFinding.Kind, environment: [String: String] = [:]) throws -> CheckFinding {
    let finding = try finding(kind)
    try run(finding.command, environment: environment)
    #expect(findings.isEmpty, "after \(finding.command): \(findings)")
    return finding
  }

  /// Runs a command as a user would in a shell.
  func run(_ command: String, environment: [String: String] = [:]) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"].merging(environment) { $1 }
    // A file, not a pipe, whose end programs of other tests might hold open.
    let errors = folder.url.appending(path: "errors")
    try Data().write(to: errors)
    (shell.standardError, shell.standardOutput) = (try FileHandle(forWritingTo: errors), FileHandle.nullDevice)
    try shell.run()
    shell.waitUntilExit()
    let text = try String(contentsOf: errors, encoding: .utf8)
    #expect(shell.terminationStatus == 0, "\(command): \(text)")
  }

  /// A panel of 70 × 124 mm that belongs to the group deckd, and nothing is wrong with.
  static func device(
    _ node: String = "/dev/input/event3",
    name: String = "Example Panel",
    resolution: Int32 = 10,
    group: UInt32 = 998,
    properties: [String: String] = [:]
  ) -> InputDevice {
    let usual = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "ID_PATH": "platform-example"]
    var input = InputNode(path: node, name: name, properties: usual.merging(properties) { $1 })
    input.isDirect = true
    input.absoluteAxes = [0x2f, 0x35, 0x36]
    input.systemPath = "/sys/devices/example/input3/event3"
    let shape = TouchscreenShape(
      name: name,
      x: .init(minimum: 0, maximum: 700, resolution: resolution),
      y: .init(minimum: 0, maximum: 1240, resolution: resolution),
      slots: 10
    )
    return InputDevice(
      input,
      axes: .success(shape),
      attributes: FileAttributes(owner: 0, group: group, mode: 0o660)
    )
  }
}
