import Kinetics

/// Recordings in the YAML of `libinput record`, version 1.
enum LibinputRecordText {
  /// `SYN_MAX`: libinput record lists every code of synchronization.
  private static let highestSynchronization: UInt16 = 15

  /// What precedes the events: the file's head, and the description of its one device, with the node it was read from.
  ///
  /// A recording without a description has none to replay it with.
  static func head(_ description: DeviceDescription?, node: String?) -> String {
    var lines = ["# libinput record", "version: 1", "ndevices: 1", "devices:"]
    lines.append("- node: \(node ?? "unknown")")
    if let description { lines += evdev(description).map { "  " + $0 } }
    // libinput replay requires the section; libinput's own fuzz is in the ranges above.
    lines += ["  udev:", "    properties: []", "  events:"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// The events of a hardware frame, which are not before the clock's origin.
  static func frame(_ events: some Collection<EvdevEvent>) -> String {
    events.isEmpty ? "" : "  - evdev:\n" + events.map(line).joined()
  }

  private static func evdev(_ description: DeviceDescription) -> [String] {
    let identity = description.identity
    var lines = ["evdev:", "  name: \"\(escaped(description.name))\""]
    lines.append("  id: \(list([identity.bus, identity.vendor, identity.product, identity.version]))")
    lines.append("  codes:")
    for type in codes(of: description).sorted(by: { $0.key < $1.key }) {
      let name = EvdevNames.name(ofType: type.key).map { " # \($0)" } ?? ""
      lines.append("    \(type.key): \(list(type.value.sorted()))\(name)")
    }
    lines.append("  absinfo:")
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) where code < AbsoluteCode.count {
      lines.append("    \(code): \(list([axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]))")
    }
    lines.append("  properties: \(list(description.properties.filter { $0 < DeviceProperty.count }.sorted()))")
    return lines
  }

  /// The codes by type; a device that lists none sends what it has ranges for, and touches.
  private static func codes(of description: DeviceDescription) -> [UInt16: Set<UInt16>] {
    var codes = description.codes
    if codes.isEmpty { codes = [EventType.absolute: Set(description.axes.keys), EventType.key: [KeyCode.touch]] }
    for type in description.codes[EventType.synchronize] ?? [] where codes[type] == nil { codes[type] = [] }
    codes[EventType.synchronize] = Set(0...highestSynchronization)
    return codes.filter { $0.key < EventType.count }.mapValues { $0.filter { $0 < KeyCode.count } }
  }

  private static func line(_ event: EvdevEvent) -> String {
    precondition(event.time.microseconds >= 0, "an event before the clock's origin")
    let (seconds, fraction) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let time = "\(aligned(seconds, 3)), \(aligned(fraction, 6))"
    let numbers = "\(time), \(aligned(event.type, 3)), \(aligned(event.code, 3)), \(aligned(event.value, 5))"
    return "    - [\(numbers)] # \(comment(event))\n"
  }

  private static func comment(_ event: EvdevEvent) -> String {
    let name = EvdevNames.name(of: event.code, ofType: event.type) ?? "\(event.code)"
    guard event.type != EventType.synchronize else { return "------------ \(name) (\(event.value)) ----------" }
    let type = EvdevNames.name(ofType: event.type) ?? "\(event.type)"
    let padding = String(repeating: " ", count: max(0, 20 - name.utf8.count))
    return "\(type) / \(name)\(padding) \(aligned(event.value, 4))"
  }

  private static func list(_ numbers: [Int32]) -> String {
    "[\(numbers.map { "\($0)" }.joined(separator: ", "))]"
  }

  private static func list(_ codes: [UInt16]) -> String {
    list(codes.map { Int32($0) })
  }

  private static func aligned(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }

  private static func escaped(_ name: String) -> String {
    name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
