package import Gestures
import Kinetics

/// A device as described by a recording, or by a `.desc` file beside it.
///
/// It is a panel that libinput accepts: it has two position axes of nonzero length.
package struct DeviceDescription: Hashable, Sendable {
  /// The device's bus and manufacturer (`struct input_id`).
  package struct Identity: Hashable, Sendable {
    package var bus: UInt16
    package var vendor: UInt16
    package var product: UInt16
    package var version: UInt16

    /// The four numbers of an `I:` line.
    package init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// The range of one axis (`struct input_absinfo`).
  package struct Axis: Hashable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    /// Noise in device units, for the input stack to filter.
    package var fuzz: Int32
    package var flat: Int32
    /// Units per millimeter; 0 when the device does not report it.
    package var resolution: Int32

    /// The five numbers of an `A:` line after its code.
    package init(minimum: Int32 = 0, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }

    /// Device units from end to end.
    var span: Double { Double(maximum) - Double(minimum) }
  }

  /// How a device distinguishes its contacts.
  package enum Reporting: Hashable, Sendable {
    /// Protocol B: this many slots, each with a tracking id.
    case slots(Int)
    /// Protocol A: all contacts in every frame, with or without tracking ids.
    case packets(identified: Bool)
    /// One contact, reported by `BTN_TOUCH`.
    case single
  }

  package let name: String
  package let identity: Identity
  /// `INPUT_PROP_…` numbers.
  package let properties: Set<UInt16>
  /// Codes the device can send, by type; those of type 0 are the types.
  ///
  /// If empty, a device sends every code that it has a range for.
  package let codes: [UInt16: Set<UInt16>]
  /// Ranges by `ABS_…` code.
  package let axes: [UInt16: Axis]
  package let reporting: Reporting
  /// The axis that libinput uses across the panel.
  package let horizontal: Axis
  /// The axis that libinput uses down the panel.
  package let vertical: Axis
  /// The engine's description of the panel.
  package let panel: PanelDescription

  /// A device made of these parts; throws if libinput would not accept it as a panel.
  package init(
    name: String,
    identity: Identity = Identity(),
    properties: Set<UInt16> = [],
    codes: [UInt16: Set<UInt16>] = [:],
    axes: [UInt16: Axis]
  ) throws(RecordingError) {
    let head = DeviceHead(name: name, identity: identity, properties: properties, codes: codes, axes: axes)
    self = try DeviceDescription(head)
  }

  /// The device of a head; throws if libinput would not accept it as a panel.
  init(_ head: DeviceHead) throws(RecordingError) {
    let axes = try PanelAxes(head)
    // One line of text, as evemu writes it; a damaged or synthetic recording may contain anything.
    name = String(String.UnicodeScalarView(head.name.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    identity = head.identity
    properties = head.properties
    codes = head.codes
    self.axes = head.axes
    reporting = axes.reporting
    horizontal = axes.horizontal
    vertical = axes.vertical
    panel = PanelDescription(name: name, axes: axes.span, millimetres: axes.millimetres)
    guard panel.hasSensibleShape else {
      throw head.unusable(
        expected: "position axes, none more than \(Int(SurfaceSizing.largestRatio)) times as long as the other",
        found: "\(Int(axes.span.width)) × \(Int(axes.span.height)) units"
      )
    }
  }

  /// The description in `bytes`, a `.desc` file or a recording with a head.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    try self.init(Recording(bytes, file: file), file: file)
  }

  /// The description in a recording that was read from `file`.
  package init(_ recording: Recording, file: String) throws(RecordingError) {
    guard let description = recording.description else {
      throw RecordingError(
        file: file,
        line: nil,
        expected: "a device description ('N:', 'I:', 'P:', 'B:' and 'A:' lines, or what getevent -lp prints)",
        found: "only events"
      )
    }
    self = description
  }

  /// The kind of a device that sends contacts and is not a touchscreen, as udev classifies it; `nil` for a touchscreen,
  /// and for a device that does not list its keys.
  ///
  /// After `test_pointers` of systemd's `src/udev/udev-builtin-input_id.c`.
  package var otherKind: String? {
    guard let keys = codes[EventType.key], !keys.isEmpty else { return nil }
    let isDirect = properties.contains(DeviceProperty.direct)
    if keys.contains(KeyCode.toolPen) || keys.contains(KeyCode.stylus) { return "a tablet for a pen" }
    if keys.contains(KeyCode.toolFinger), !isDirect { return "a touchpad" }
    if reporting == .single, keys.contains(where: KeyCode.mouseButtons.contains) { return "an absolute mouse" }
    return keys.contains(KeyCode.touch) || isDirect ? nil : "a device without BTN_TOUCH and INPUT_PROP_DIRECT"
  }

  /// The first axis, of a position or not, whose range makes libinput refuse the device.
  package var refusedAxis: String? {
    let codes = axes.keys.sorted().filter { declares(EventType.absolute, $0) }
    let refused = codes.first { code in
      axes[code].map { AxisRange($0.minimum, $0.maximum).isRefused(asAxis: code) } ?? false
    }
    return refused.map { EvdevNames.name(of: $0, ofType: EventType.absolute) ?? "axis \($0)" }
  }

  /// Whether the device has slots (multitouch protocol B).
  package var usesSlots: Bool { slotCount != nil }

  /// The number of slots; `nil` without slots.
  package var slotCount: Int? {
    if case .slots(let count) = reporting { count } else { nil }
  }

  /// Whether the device declares events of `type` and `code`; libevdev drops others.
  package func declares(_ type: UInt16, _ code: UInt16) -> Bool {
    DeviceHead.declares(type, code, codes: codes, axes: axes)
  }
}
