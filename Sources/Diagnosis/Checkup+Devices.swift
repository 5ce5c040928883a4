import DeckConfiguration
import DeckProtocol
import Gestures
import Kinetics
import MessageText

extension Checkup {
  private static let rules = "70-deckd.rules"
  private static let ruleFolders = [
    "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
  ]
  private static let udevPrograms = [
    "/lib/systemd/systemd-udevd", "/usr/lib/systemd/systemd-udevd", "/sbin/udevd", "/usr/sbin/udevd",
  ]
  /// Has udev apply its rules to the input devices that are there.
  private static let trigger = "udevadm trigger --subsystem-match=input --action=change"

  mutating func checkDevices(_ configuration: DaemonConfiguration?) {
    let usable = usableDevices
    let hasRule = checkRule(devices)
    for device in devices { check(device, isOnlyHope: usable.isEmpty, hasRule: hasRule) }
    guard !devices.contains(where: { $0.isTouchscreen && !$0.isPassthrough || $0.looksLikePanel }) else { return }
    if let mouse = devices.first(where: \.isAbsoluteMouse) { return reportMouse(mouse) }
    guard subject.tree.isThisMachine else { return }
    if !subject.tree.has("/run/udev/control") {
      report(
        .udevMissing,
        "udev does not run, and without it no touchscreen is found",
        command: Self.udevStart(in: subject.tree)
      )
    } else {
      report(
        .noTouchscreen,
        "there is no touchscreen: connect one; if one is connected, its driver may not be loaded",
        command: "udevadm trigger --type=devices --action=add"
      )
    }
  }

  /// Reports the only device that might be a panel, whose driver makes it a mouse.
  ///
  /// udev's hwdb gives the button of a USB device another code (`KEYBOARD_KEY_90001`, the first button of a HID device);
  /// as a touchscreen, libinput reads `BTN_TOUCH`.
  private mutating func reportMouse(_ device: InputDevice) {
    let name = "69-deckd-\(slug(device))"
    let entry = "evdev:input:\(device.hardwareMatch)*\\n KEYBOARD_KEY_90001=btn_touch\\n"
    let hwdb = ShellWord.quoted(subject.tree.path("/etc/udev/hwdb.d/\(name).hwdb"))
    let rule = nameMatch(device) + #"ENV{ID_INPUT_TOUCHSCREEN}="1", ENV{ID_INPUT_MOUSE}="""#
    report(
      .panelNotRecognized,
      """
      \(device.path) (\(device.name)): there is no touchscreen, and this device is a mouse that reports positions: if it is \
      the panel, its driver presses the left mouse button, where libinput needs BTN_TOUCH; the command changes that for a \
      USB panel
      """,
      command: "printf \(ShellWord.quoted(entry)) > \(hwdb) && systemd-hwdb update && "
        + "\(writingRule(rule, to: "\(name).rules"))\(reloadRules)"
    )
  }

  private func slug(_ device: InputDevice) -> String {
    String(device.name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }

  /// The part of a udev rule that matches a device by its name.
  private func nameMatch(_ device: InputDevice) -> String {
    #"ATTRS{name}==""# + device.name.replacing("\"", with: "?") + #"", "#
  }

  /// The command that starts udev, with a program that the system has: systemd's, eudev's, or the package that has one.
  package static func udevStart(in tree: SystemTree) -> String {
    if tree.has("/run/systemd/system") { return "systemctl start systemd-udevd.service" }
    return udevPrograms.first(where: tree.has).map { "\($0) --daemon" } ?? "apt install udev"
  }

  /// The panels that deckd can use.
  var usableDevices: [InputDevice] {
    devices.filter { $0.obstacle(for: daemonUser, accounts: accounts) == nil }
  }

  /// Whether udev has deckd's rule, which gives panels to the group of the service.
  private mutating func checkRule(_ devices: [InputDevice]) -> Bool {
    let tree = subject.tree
    let file = Self.ruleFolders.map { "\($0)/\(Self.rules)" }.first(where: tree.has)
    let isThere = file.flatMap { tree.text(of: $0) }.map { !$0.isEmpty } ?? false
    guard unitFile != nil, daemonUser.number != 0, accounts.group(named: "deckd") != nil else { return isThere }
    guard !isThere else {
      pass("udev rule", file ?? Self.rules)
      return true
    }
    let isMasked = file != nil
    report(
      .udevRuleMissing,
      "\(Self.rules) is \(isMasked ? "masked (\(file ?? ""))" : "not installed"): panels are not deckd's",
      command: isMasked
        ? "rm \(ShellWord.quoted(tree.path(file ?? "")))\(reloadRules)"
        : "\(writingRule(#"ENV{ID_INPUT_TOUCHSCREEN}=="1", GROUP="deckd", MODE="0660""#, to: Self.rules))\(reloadRules)"
    )
    return false
  }

  /// A command that writes a rule about event nodes.
  private func writingRule(_ rule: String, to name: String) -> String {
    let line = #"SUBSYSTEM=="input", KERNEL=="event[0-9]*", "# + rule
    return "echo \(ShellWord.quoted(line)) > \(ShellWord.quoted(subject.tree.path("/etc/udev/rules.d/\(name)")))"
  }

  /// Has udev read its rules again, and apply them; another system does at its start.
  private var reloadRules: String {
    subject.tree.isThisMachine ? " && udevadm control --reload && \(Self.trigger)" : ""
  }

  private mutating func check(_ device: InputDevice, isOnlyHope: Bool, hasRule: Bool) {
    let name = "\(device.path) (\(device.name))"
    let weight: CheckFinding.Weight = isOnlyHope ? .problem : .note
    guard let obstacle = device.obstacle(for: daemonUser, accounts: accounts) else {
      checkUse(of: device, name)
      return
    }
    let (slug, match) = (slug(device), nameMatch(device))
    switch obstacle {
    case .passthrough: break
    case .unknownToUdev:
      report(.panelNotRecognized, "\(name): \(obstacle.text)", weight: weight, command: Self.trigger)
    case .noTouchscreen:
      // A touchpad is none, and is no mistake.
      guard device.looksLikePanel else { return }
      report(
        .panelNotRecognized,
        "\(name): it has the axes of a touchscreen, and \(obstacle.text)",
        weight: weight,
        command: writingRule(match + #"ENV{ID_INPUT_TOUCHSCREEN}="1""#, to: "69-deckd-\(slug).rules") + reloadRules
      )
    case .ignored:
      report(
        .panelIgnored,
        "\(name): \(obstacle.text)",
        weight: weight,
        command: writingRule(match + #"ENV{LIBINPUT_IGNORE_DEVICE}="0""#, to: "99-deckd-\(slug).rules") + reloadRules
          + (isOnlyHope ? " && \(restartCommand)" : "")
      )
    case .otherSeat:
      report(
        .panelOnOtherSeat,
        "\(name): \(obstacle.text), and deckd reads seat0",
        weight: weight,
        command: "loginctl attach seat0 \(ShellWord.quoted(device.systemPath))"
      )
    case .notPermitted:
      report(.panelNotPermitted, "\(name): \(obstacle.text)", command: permissionCommand(hasRule))
    case .unusableAxis(let axis, _, let isPosition):
      let quirk = "[deckd \(slug)]\\nMatchName=%s\\nAttrEventCode=-\(axis)\\n"
      let file = ShellWord.quoted(subject.tree.path("/etc/libinput/local-overrides.quirks"))
      report(
        .panelBroken,
        "\(name): \(obstacle.text); \(isPosition ? "its driver, or udev's hwdb (EVDEV_ABS_…), is wrong" : "it can do without")",
        weight: weight,
        command: isPosition
          ? "evtest \(ShellWord.quoted(device.path))"
          : "printf \(ShellWord.quoted(quirk)) \(ShellWord.quoted(device.name)) >> \(file) && \(restartCommand)"
      )
    case .unusableShape:
      report(
        .panelBroken,
        "\(name): \(obstacle.text); its driver, or udev's hwdb (EVDEV_ABS_…), is wrong",
        weight: weight,
        command: "evtest \(ShellWord.quoted(device.path))"
      )
    case .missing, .noAxes, .unreadable, .notListed:
      report(
        .panelBroken,
        "\(name): \(obstacle.text)",
        weight: weight,
        command: "udevadm trigger --action=add \(ShellWord.quoted(device.systemPath))"
      )
    }
  }

  /// The command that lets the daemon read a panel.
  private func permissionCommand(_ hasRule: Bool) -> String {
    if unitFile == nil {
      return "\(usermod) -aG \(accounts.group(named: "deckd") == nil ? "input" : "deckd") "
        + ShellWord.quoted(daemonUser.name)
    }
    return hasRule ? Self.trigger : "udevadm control --reload && \(Self.trigger)"
  }

  /// Checks a panel that nothing keeps deckd from using.
  private mutating func checkUse(of device: InputDevice, _ name: String) {
    if let status, !status.panels.contains(where: { $0.node == device.path }) {
      report(.panelNotRead, "\(name): \(DeviceObstacle.notListed.text)", weight: .note, command: restartCommand)
    }
    guard let description = device.description else { return }
    if let text = device.calibrationText, device.calibration == nil {
      report(
        .panelCalibration,
        "\(name): udev's LIBINPUT_CALIBRATION_MATRIX is no matrix of a panel: \(text)",
        command: "deckctl calibrate --panel \(ShellWord.quoted(device.path))"
      )
    }
    let size = description.sensibleMillimetres.map { ", \(rounded($0.width)) × \(rounded($0.height)) mm" } ?? ""
    pass("panel", "\(name)\(size)")
  }

  /// Checks whether a finger that nobody moves lies on a deck.
  mutating func checkFingers() {
    for deck in status?.decks ?? [] {
      guard let seconds = deck.stuck else { continue }
      report(
        .fingerStuck,
        """
        a finger on the deck \(deck[\.entry.id] ?? "?") has not moved for \(rounded(seconds)) s: clean and dry the panel; \
        if it stays, the panel has lost its lift, and a restart opens the panel again
        """,
        command: restartCommand
      )
    }
  }

  func rounded(_ number: Double) -> String { "\(Int(number.rounded()))" }
}
