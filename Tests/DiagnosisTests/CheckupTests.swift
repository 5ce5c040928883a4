import Diagnosis
import Foundation
import Glibc
import Testing

/// Set-ups that are broken as users' are: each is named, and the command that comes with it fixes it.
///
/// A command for udev or a running systemd changes nothing in a folder: of those, the text alone is tested.
@Suite
struct `A checkup` {
  private let system: SystemFixture

  init() throws { system = try SystemFixture() }

  @Test
  func `finds nothing wrong with a sound set-up, and says what it checked`() throws {
    let checkup = Checkup(system.subject, devices: system.devices)
    #expect(checkup.findings.isEmpty && !checkup.hasProblems, "\(checkup.findings)")
    #expect(checkup.passed.map(\.topic) == ["configuration", "state", "service", "udev rule", "panel"])
    #expect(checkup.passed.last?.fact == "/dev/input/event3 (Example Panel), 70 × 124 mm")
  }

  @Test(.enabled(if: access("/usr/bin/systemctl", X_OK) == 0, "left out: systemctl is not installed"))
  func `names a masked service`() throws {
    try system.run("ln -s /dev/null '\(system.path("etc/systemd/system/deckd.service"))'")
    #expect(try system.expectFix(of: .serviceMasked).text.contains("deckd.service is masked"))
  }

  @Test(arguments: [DaemonState.missing, .stale, .silent(process: 1)])
  func `names a masked service once, whatever its sockets do`(daemon: DaemonState) throws {
    try system.run("ln -s /dev/null '\(system.path("etc/systemd/system/deckd.service"))'")
    system.subject.daemon = daemon
    _ = try system.finding(.serviceMasked)
  }

  @Test
  func `starts the sockets that are enabled, and no others`() throws {
    let wants = "etc/systemd/system/sockets.target.wants"
    #expect(Checkup.enabledSockets(in: system.subject.tree) == [])
    try system.run("mkdir '\(system.path(wants))'; ln -s /nowhere '\(system.path(wants))/deckd.socket'")
    #expect(Checkup.enabledSockets(in: system.subject.tree) == ["deckd.socket"])
  }

  @Test
  func `names a missing udev rule`() throws {
    try system.run("rm '\(system.path("usr/lib/udev/rules.d/70-deckd.rules"))'")
    try system.expectFix(of: .udevRuleMissing)
    let rule = try system.content(of: "etc/udev/rules.d/70-deckd.rules")
    let expected = #"KERNEL=="event[0-9]*", ENV{ID_INPUT_TOUCHSCREEN}=="1", GROUP="deckd", MODE="0660""#
    #expect(rule == "SUBSYSTEM==\"input\", \(expected)\n")
  }

  @Test
  func `names a masked udev rule`() throws {
    try system.run("ln -s /dev/null '\(system.path("etc/udev/rules.d/70-deckd.rules"))'")
    #expect(try system.expectFix(of: .udevRuleMissing).text.contains("is masked"))
  }

  @Test
  func `names a panel that the service may not read`() throws {
    system.devices = [SystemFixture.device(group: 0)]
    let finding = try system.finding(.panelNotPermitted)
    #expect(
      finding.text
        == "/dev/input/event3 (Example Panel): the user deckd may not read it (root:root, mode 660)"
    )
    #expect(finding.command == "udevadm trigger --subsystem-match=input --action=change")
  }

  @Test(.enabled(if: getuid() == 0, "left out: only root may change a system's groups"))
  func `names a panel that a user without a service may not read`() throws {
    try system.run("rm '\(system.path("usr/lib/systemd/system/deckd.service"))'")
    system.devices = [SystemFixture.device(group: 104)]
    try system.run("sed -i /deckd/d '\(system.path("etc/group"))'")
    try system.renewUser()
    let finding = try system.finding(.panelNotPermitted)
    #expect(finding.text.contains("the user kiosk may not read it (root:input, mode 660)"))
    try system.run(finding.command)
    try system.renewUser()
    #expect(system.findings.isEmpty, "\(system.findings)")
  }

  @Test(.enabled(if: getuid() == 0, "left out: only root may change a system's groups"))
  func `names a user who may not connect to the socket`() throws {
    try system.run("sed -i s/deckd:x:998:kiosk/deckd:x:998:/ '\(system.path("etc/group"))'")
    let socket = try system.file("run/deckd/deckd.sock", "")
    try system.run("chown 998:998 '\(socket)' && chmod 660 '\(socket)'")
    try system.renewUser()
    system.subject.daemon = .notPermitted
    let finding = try system.finding(.socketRefused)
    #expect(
      finding.text.contains("the user kiosk may not connect to") && finding.text.contains("deckd:deckd, mode 660")
    )
    try system.run(finding.command)
    #expect(try system.finding(.socketRefused).command == "newgrp deckd")
    try system.renewUser()
    #expect(system.subject.user.may(.readingAndWriting, try #require(FileAttributes(of: socket))))
  }

  @Test(.enabled(if: getuid() == 0, "left out: only root may give files away"))
  func `recommends no membership of root's group`() throws {
    let socket = try system.file("run/deckd/deckd.sock", "")
    try system.run("chown 0:0 '\(socket)'; chmod 660 '\(socket)'")
    system.subject.daemon = .notPermitted
    let finding = try system.finding(.socketRefused)
    #expect(finding.text.contains("as group of [socket]") && !finding.command.contains("usermod"), "\(finding)")
  }

  @Test
  func `names a mistake in the configuration, and corrects a misspelled key`() throws {
    try system.file("etc/deckd/deckd.toml", "# first\n[[decks]]\nid = \"main\"\nsufrace = \"main\"\n")
    let finding = try system.expectFix(of: .configurationBroken)
    #expect(finding.text.contains("deckd.toml:4: decks[0].sufrace: unknown key; did you mean \"surface\"?"))
    #expect(try system.content(of: "etc/deckd/deckd.toml").contains("\nsurface = \"main\"\n"))
  }

  @Test
  func `opens another mistake in the editor`() throws {
    try system.file("etc/deckd/deckd.toml", "[[decks]]\nid = \"main\"\n\"\n")
    let editor = try system.file("editor", "#!/bin/sh\n[ \"$1\" = +3 ] && sed -i 3d \"$2\"\n")
    chmod(editor, 0o755)
    try system.expectFix(of: .configurationBroken, environment: ["EDITOR": editor])
  }

  @Test
  func `names a configuration that the service may not read`() throws {
    try system.run("chmod 600 '\(system.path("etc/deckd/deckd.toml"))'")
    #expect(try system.expectFix(of: .configurationUnreadable).text.contains("the user deckd"))
  }

  @Test(.enabled(if: getuid() == 0, "left out: only root may give files away"))
  func `names a state directory that the service may not write, and a state of another owner`() throws {
    try system.file("var/lib/deckd/state.db", "")
    let folder = system.path("var/lib/deckd")
    try system.run("chmod 700 '\(folder)'")
    #expect(try system.expectFix(of: .stateNotWritable).text.contains("may not create files in it"))
    try system.run("chown 0:0 '\(folder)/state.db' && chmod 600 '\(folder)/state.db'")
    let finding = try system.expectFix(of: .stateNotWritable)
    #expect(finding.text.contains("was deckd started as another user?"))
  }

  @Test(.enabled(if: getuid() == 0, "left out: only root may give files away"))
  func `names a state that was set aside`() throws {
    let name = "state.db.damaged-\(UInt32.random(in: 100_000 ... .max))"
    defer { for end in ["", "-wal"] { unlink("/var/tmp/\(name)\(end)") } }
    try system.file("var/lib/deckd/\(name)", "")
    try system.file("var/lib/deckd/\(name)-wal", "")
    try system.run("chown -R 998:998 '\(system.path("var/lib/deckd"))'")
    try system.expectFix(of: .stateSetAside)
    #expect(access("/var/tmp/\(name)-wal", F_OK) == 0)
  }

  @Test
  func `names a panel without a size, and gives its surface one`() throws {
    system.devices = [SystemFixture.device(resolution: 0)]
    #expect(try system.expectFix(of: .panelSize).text.contains("it reports no resolution"))
    #expect(
      try system.content(of: "etc/deckd/deckd.toml")
        == "\n[[surfaces]]\nname = \"main\"\nwidth = 400\nheight = 708\n"
    )
    try system.file("etc/deckd/deckd.toml", "[[surfaces]]\nrefresh = 50\nname = \"wall\"\n\n[[decks]]\nid = \"a\"\n")
    system.devices = [SystemFixture.device(resolution: 1000)]
    #expect(try system.expectFix(of: .panelSize).text.contains("1 × 1 mm is no panel's size"))
    #expect(try system.content(of: "etc/deckd/deckd.toml").contains("name = \"wall\"\nwidth = 400\nheight = 708\n\n"))
  }

  @Test
  func `names a surface of another shape than its panel, and gives it that shape`() throws {
    try system.file("etc/deckd/deckd.toml", "[[surfaces]]\nname = \"main\"\nwidth = 900\nheight = 300\n")
    let finding = try system.expectFix(of: .panelStretch)
    #expect(finding.weight == .problem && finding.text.contains("pictures and touches are stretched"))
    #expect(try !system.content(of: "etc/deckd/deckd.toml").contains("900"))
  }

  @Test
  func `names a section that matches no panel, and puts the panel's name there`() throws {
    try system.file("etc/deckd/deckd.toml", "[[panels]]\nmatch = { name = \"Exmple [/] *\" }\nrotation = 90\n")
    let name = "Example [3/4] & \\Panel's"
    system.devices = [SystemFixture.device(name: name)]
    let finding = try system.finding(.sectionUnmatched)
    #expect(
      finding.text.hasSuffix("no panel that is there matches [[panels]] with name \"Exmple [/] *\"; there is \(name)")
    )
    system.devices = [SystemFixture.device(name: "Example [3/4] & Panel's")]
    try system.expectFix(of: .sectionUnmatched)
  }

  @Test
  func `notes two panels on one surface`() throws {
    system.devices.append(SystemFixture.device("/dev/input/event4", name: "Other"))
    let finding = try system.finding(.surfaceShared)
    #expect(finding.weight == .note)
    #expect(
      finding.text.contains("event3 (Example Panel) and /dev/input/event4 (Other) cover the surface main together")
    )
  }

  @Test(arguments: [
    (["ID_INPUT_TOUCHSCREEN": "0"], CheckFinding.Kind.panelNotRecognized, #"ENV{ID_INPUT_TOUCHSCREEN}="1""#),
    (["LIBINPUT_IGNORE_DEVICE": "1"], .panelIgnored, #"ENV{LIBINPUT_IGNORE_DEVICE}="0""#),
    (["ID_SEAT": "seat1"], .panelOnOtherSeat, "loginctl attach seat0 /sys/devices/example/input3/event3"),
  ])
  func `names a panel that udev keeps from deckd`(
    properties: [String: String],
    kind: CheckFinding.Kind,
    command: String
  ) throws {
    system.devices = [SystemFixture.device(properties: properties)]
    let finding = try system.finding(kind)
    #expect(finding.weight == .problem && finding.command.contains(command), "\(finding)")
    // Where another panel works, it may be meant so.
    system.devices.append(SystemFixture.device("/dev/input/event4", name: "Other"))
    #expect(try system.finding(kind).weight == .note)
  }

  @Test
  func `starts udev with a program that the system has`() throws {
    let tree = system.subject.tree
    #expect(Checkup.udevStart(in: tree) == "apt install udev")
    for program in ["/sbin/udevd", "/lib/systemd/systemd-udevd"] {
      try system.file(String(program.dropFirst()), "")
      #expect(Checkup.udevStart(in: tree) == "\(program) --daemon")
    }
    try system.file("run/systemd/system/.keep", "")
    #expect(Checkup.udevStart(in: tree) == "systemctl start systemd-udevd.service")
  }

  @Test
  func `names a calibration that is no matrix`() throws {
    system.devices = [SystemFixture.device(properties: ["LIBINPUT_CALIBRATION_MATRIX": "1 0 0 0 0 0"])]
    #expect(try system.finding(.panelCalibration).command == "deckctl calibrate --panel /dev/input/event3")
  }

  @Test
  func `says nothing of touchpads, and of deckd's own touchscreen`() throws {
    system.devices.append(
      SystemFixture.device(
        "/dev/input/event5",
        name: "Touchpad",
        properties: ["ID_INPUT_TOUCHSCREEN": "0", "ID_INPUT_TOUCHPAD": "1"]
      )
    )
    #expect(system.findings.isEmpty, "\(system.findings)")
  }
}
