import DeckConfiguration
import DeckEngine
import DeckProtocol
import Diagnosis
import Gestures
import JSON
import Kinetics

/// A device and its use, as text and as JSON.
struct DeviceEntry {
  /// The udev properties that distinguish a panel from others of its kind, or change what it does.
  private static let interesting = [
    "ID_SERIAL", "ID_SERIAL_SHORT", "ID_VENDOR", "ID_MODEL", "ID_SEAT", "WL_OUTPUT",
    "LIBINPUT_CALIBRATION_MATRIX", "LIBINPUT_IGNORE_DEVICE",
  ]
  private static let buses = [
    0x01: "PCI", 0x03: "USB", 0x05: "Bluetooth", 0x06: "virtual", 0x10: "ISA", 0x11: "i8042", 0x13: "RS-232",
    0x18: "I2C", 0x19: "host", 0x1c: "SPI", 0x1d: "RMI",
  ]

  private let device: InputDevice
  /// What the daemon says of the panel.
  private let state: Received<PanelState>?
  private let configuration: DaemonConfiguration?
  private let obstacle: DeviceObstacle?

  /// A device of this machine, with the status of the daemon and its configuration if they are known.
  init(
    _ device: InputDevice,
    _ status: Received<DaemonStatus>?,
    _ configuration: DaemonConfiguration?,
    user: UserAccount,
    _ accounts: Accounts
  ) {
    self.device = device
    self.configuration = configuration
    state = status?.panels.first { $0.node == device.path }
    guard state == nil else {
      obstacle = nil
      return
    }
    let obstacle = device.obstacle(for: user, accounts: accounts)
    self.obstacle = obstacle ?? (status == nil ? nil : .notListed)
  }

  private var identity: PanelIdentity { device.identity }
  private var node: String { device.path }
  private var name: String { device.name }

  /// The index of the section that matches the panel.
  private var section: Int? { configuration?.panels.firstIndex { $0.match.matches(identity) } }

  /// Where the configuration has its touches go.
  private var mapping: PanelMapping? { configuration?.mapping(for: identity) }

  // MARK: - Text

  /// The entry for a person; `withProperties` lists all of udev's.
  func lines(withProperties isWhole: Bool, _ style: TerminalStyle) -> [String] {
    var lines = [style.paint("\(name)  \(node)", .bold)]
    func add(_ label: String, _ text: String) { lines.append("  \(label.padding(to: 11)) \(text)") }
    if let obstacle {
      add("not used", style.paint(obstacle.text, .yellow))
    } else {
      add("used", style.paint(state == nil ? "by deckd when it starts" : "by the running deckd", .green))
    }
    add("match", #"{ name = \#(quoted(name)), id = "\#(device.matchID)", path = \#(quoted(identity.path)) }"#)
    let bus = device.bus.flatMap { Self.buses[$0] } ?? "bus"
    add("id", "\(device.fullID) (\(bus), vendor, product)")
    add("size", sizeText)
    add("contacts", contactsText)
    if obstacle == nil || obstacle == .notListed, let surface = surfaceText {
      add("surface", surface)
      add("grab", grabText)
    }
    let names = isWhole ? device.properties.keys.sorted() : Self.interesting
    for (index, name) in names.filter({ device.properties[$0] != nil }).enumerated() {
      add(index == 0 ? "properties" : "", "\(name)=\(device.properties[name] ?? "")")
    }
    return lines
  }

  private func quoted(_ text: String) -> String { SettingText.quoted(text) }

  private var sizeText: String {
    guard let description = device.description else { return "unknown; the node cannot be read by this user" }
    guard let millimetres = description.millimetres else {
      return "unknown: the panel reports no resolution (\(axes(description)))"
    }
    let text = "\(number(millimetres.width)) × \(number(millimetres.height)) mm"
    let range = SurfaceSizing.sensibleMillimetres
    return description.sensibleMillimetres == nil
      ? "\(text): not plausible, a side is \(number(range.lowerBound)) to \(number(range.upperBound)) mm; not used"
      : "\(text), plausible (\(axes(description)))"
  }

  private func axes(_ description: PanelDescription) -> String {
    "\(number(description.axes.width)) × \(number(description.axes.height)) units"
  }

  private func number(_ number: Double) -> String { ((number * 10).rounded() / 10).text }

  private var contactsText: String {
    let down = state?.contacts.map { ", \($0) down" } ?? ""
    guard let slots = device.slots else {
      return (device.hasContactAxes ? "without slots (multitouch protocol A)" : "unknown") + down
    }
    return (slots == 1 ? "1 finger" : "up to \(slots) fingers") + down
  }

  private var surfaceText: String? {
    let by = section.map { "[[panels]] no. \($0 + 1)" } ?? "no [[panels]] matches: the first surface"
    if let state {
      var words = [state.surface ?? "?"]
      if let size = state.size { words.append("\(WatchLine.whole(size.width)) × \(WatchLine.whole(size.height)) pt") }
      words.append("rotation \(state.rotation, default: "?")°")
      if let flip = state.flip, flip != "none" { words.append("flip \(flip)") }
      return words.joined(separator: ", ") + " (\(by))"
    }
    guard let mapping else { return nil }
    return "\(mapping.surface), rotation \(mapping.rotation.rawValue)° (\(by))"
  }

  private var grabText: String {
    let wanted = mapping?.isGrabbed ?? false
    guard let state else { return wanted ? "deckd alone" : "shared with other programs" }
    let isGrabbed = state.grabbed ?? false
    if wanted, !isGrabbed { return "shared, although grab is set: another program has grabbed it" }
    return isGrabbed ? "deckd alone" : "shared with other programs"
  }

  // MARK: - JSON

  /// The entry for programs.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("node", node)
      json.member("name", name)
      json.member("id", device.matchID)
      if let bus = device.bus { json.member("bus", bus) }
      json.member("path", identity.path)
      json.member("seat", device.seat)
      json.member("used", obstacle == nil)
      if let obstacle { json.member("reason", obstacle.text) }
      if let description = device.description {
        json.member("axes") { json in
          json.member("w", description.axes.width)
          json.member("h", description.axes.height)
        }
        if let millimetres = description.millimetres {
          json.member("millimetres") { json in
            json.member("w", millimetres.width)
            json.member("h", millimetres.height)
          }
        }
        json.member("plausible", description.sensibleMillimetres != nil)
      }
      if let slots = device.slots { json.member("slots", slots) }
      if let section { json.member("section", section) }
      writeUse(&json)
      json.member("properties") { json in
        for (name, value) in device.properties.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func writeUse(_ json: inout JSONWriter) {
    guard let state else {
      guard let mapping, obstacle == nil || obstacle == .notListed else { return }
      json.member("surface", mapping.surface)
      json.member("rotation", mapping.rotation.rawValue)
      return
    }
    let used: [PartialKeyPath<PanelState>] = [\.surface, \.rotation, \.size, \.grabbed, \.contacts]
    for member in used.compactMap(state.member) {
      json.key(member.key)
      json.raw(member.source)
    }
  }
}
