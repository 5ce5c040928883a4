package import DeckConfiguration
package import Evdev
package import Gestures
import Kinetics
package import Udev

/// An input device that is, or might be, a touch panel.
package struct InputDevice: Sendable {
  /// Codes of the kernel's `input-event-codes.h`.
  private static let (slot, positionX, positionY) = (0x2f, 0x35, 0x36)
  private static let singleAxes: Set = [0x00, 0x01]

  package let node: InputNode
  /// The axes that the node itself describes, or why it cannot be examined.
  package let axes: Result<TouchscreenShape, EvdevError>
  /// Who may use the node; `nil` if it is not there.
  package let attributes: FileAttributes?

  /// A device whose node was examined.
  package init(_ node: InputNode, axes: Result<TouchscreenShape, EvdevError>, attributes: FileAttributes?) {
    (self.node, self.axes, self.attributes) = (node, axes, attributes)
  }

  /// Examines a node.
  package init(_ node: InputNode) {
    let path = node.path
    let axes = Result { () throws(EvdevError) in try TouchscreenShape(ofNodeAt: path) }
    self.init(node, axes: axes, attributes: FileAttributes(of: path))
  }

  /// The devices that are or might be panels; empty where udev cannot be reached.
  package static var candidates: [InputDevice] { all.filter { $0.mightBePanel } }

  /// All input devices that have an event node.
  package static var all: [InputDevice] {
    ((try? InputNode.all()) ?? []).map { InputDevice($0) }
  }

  /// The node: `/dev/input/event3`.
  package var path: String { node.path }
  /// The kernel's name of the device.
  package var name: String { node.name }
  /// The kernel's number of the bus, such as 3 for USB.
  package var bus: Int? { node.bus }
  /// The node's folder in `/sys`.
  package var systemPath: String { node.systemPath }
  /// Every udev property of the node.
  package var properties: [String: String] { node.properties }

  /// The device as `[[panels]]` of the configuration matches it.
  package var identity: PanelIdentity {
    PanelIdentity(
      name: node.name,
      vendor: node.vendor,
      product: node.product,
      path: node.properties["ID_PATH"] ?? node.path,
      properties: node.properties
    )
  }

  /// Name, axes, size and calibration, as deckd has them; `nil` if the node cannot be examined.
  package var description: PanelDescription? {
    guard case .success(let shape) = axes else { return nil }
    let (x, y) = (shape.x, shape.y)
    let isMeasured = x.resolution > 0 && y.resolution > 0
    return PanelDescription(
      name: node.name,
      axes: Size(width: x.span + 1, height: y.span + 1),
      millimetres: isMeasured
        ? Size(width: x.span / Double(x.resolution), height: y.span / Double(y.resolution)) : nil,
      calibration: calibration ?? .identity
    )
  }

  /// The numbers of udev's calibration; `nil` if it has none, or one that is no matrix.
  package var calibration: CalibrationMatrix? {
    guard let text = calibrationText else { return nil }
    return CalibrationMatrix(text.split(separator: " ").compactMap { Double($0) })
  }

  /// udev's calibration as it was written.
  package var calibrationText: String? { node.properties["LIBINPUT_CALIBRATION_MATRIX"] }

  /// How many contacts the device distinguishes; `nil` if the node does not say.
  package var slots: Int? {
    guard case .success(let shape) = axes else { return nil }
    if node.absoluteAxes.contains(Self.slot) { return shape.slots }
    return hasContactAxes ? nil : 1
  }

  /// Whether it has axes for several contacts.
  package var hasContactAxes: Bool { node.absoluteAxes.isSuperset(of: [Self.positionX, Self.positionY]) }

  /// Whether udev says that it is a touchscreen.
  package var isTouchscreen: Bool { isSet("ID_INPUT_TOUCHSCREEN") }

  /// Whether deckd created it, for passthrough.
  package var isPassthrough: Bool { node.physicalPath?.hasPrefix(VirtualTouchscreen.physicalPathPrefix) == true }

  /// Whether it is a touchscreen to udev, or has the axes of one.
  package var mightBePanel: Bool {
    isTouchscreen || hasContactAxes || isAbsoluteMouse
      || node.isDirect && node.absoluteAxes.isSuperset(of: Self.singleAxes)
  }

  /// Whether it is a touchscreen in all but udev's opinion.
  package var looksLikePanel: Bool { !isTouchscreen && node.isDirect && hasContactAxes && otherKind == nil }

  /// Whether udev takes it for a mouse that reports positions: a panel whose driver presses mouse buttons, or the
  /// pointer of a virtual machine.
  package var isAbsoluteMouse: Bool {
    !isTouchscreen && isSet("ID_INPUT_MOUSE") && node.absoluteAxes.isSuperset(of: Self.singleAxes)
  }

  /// What udev says that it is instead of a touchscreen; `nil` if it says nothing.
  package var otherKind: String? {
    let kinds = [
      "ID_INPUT_TOUCHPAD": "a touchpad", "ID_INPUT_TABLET": "a tablet", "ID_INPUT_MOUSE": "a mouse",
      "ID_INPUT_JOYSTICK": "a joystick", "ID_INPUT_ACCELEROMETER": "an accelerometer",
    ]
    return kinds.sorted { $0.key < $1.key }.first { isSet($0.key) }?.value
  }

  /// The seat that the device belongs to.
  package var seat: String { node.properties["ID_SEAT"] ?? "seat0" }

  /// The bus, vendor and product in hexadecimal, as `input:b…v…p…` of udev's hwdb orders them.
  package var fullID: String {
    [node.bus, node.vendor, node.product].map { hexadecimal($0) }.joined(separator: ":")
  }

  /// The device in the form of udev's hwdb: `b0003v0EEFp0001`.
  package var hardwareMatch: String {
    zip(["b", "v", "p"], [node.bus, node.vendor, node.product]).map { $0 + hexadecimal($1).uppercased() }.joined()
  }

  /// The vendor and product, as `id` of `[[panels]]` has them.
  package var matchID: String { [node.vendor, node.product].map { hexadecimal($0) }.joined(separator: ":") }

  private func hexadecimal(_ number: Int?) -> String {
    let digits = String((number ?? 0) & 0xffff, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether a property is set, and not to 0.
  func isSet(_ property: String) -> Bool { node.properties[property].map { $0 != "0" && !$0.isEmpty } ?? false }
}

extension TouchscreenShape.Axis {
  /// From one edge of the panel to the other, in the device's units.
  fileprivate var span: Double { Double(maximum) - Double(minimum) }
}
