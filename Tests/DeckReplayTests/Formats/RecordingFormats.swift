import DeckReplay
import Kinetics
import Testing

/// The formats that recordings are read in, each with a writer.
enum WrittenFormat: String, CaseIterable, CustomTestStringConvertible {
  case evemu
  case libinput = "libinput record"
  case evtest
  case getevent = "getevent -lt"

  var testDescription: String { rawValue }

  /// The recording of a described device as the format's own tool would print it.
  func text(_ recording: Recording) -> String {
    switch self {
    case .evemu: recording.text(as: .evemu)
    case .libinput: recording.text(as: .libinput)
    case .evtest: EvtestWriter.text(recording)
    case .getevent: GeteventWriter.text(recording)
    }
  }
}

private func hexadecimal(_ number: some BinaryInteger, _ digits: Int = 1) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

private func seconds(_ time: Instant) -> String {
  let (seconds, fraction) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
  let digits = String(fraction)
  return "\(seconds).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
}

private enum EvtestWriter {
  static func text(_ recording: Recording) -> String {
    let head = recording.description.map(head) ?? []
    return (head + ["Testing ... (interrupt to exit)"] + recording.events.map(line)).map { $0 + "\n" }.joined()
  }

  private static func head(_ description: DeviceDescription) -> [String] {
    let identity = description.identity
    let numbers = [identity.bus, identity.vendor, identity.product, identity.version].map { "0x" + hexadecimal($0) }
    var lines = [
      "Input driver version is 1.0.1",
      "Input device ID: bus \(numbers[0]) vendor \(numbers[1]) product \(numbers[2]) version \(numbers[3])",
      "Input device name: \"\(description.name)\"", "Supported events:",
    ]
    for type in (description.codes[EventType.synchronize] ?? []).sorted() {
      lines.append("  Event type \(type) (EV_NAME)")
      guard type != EventType.synchronize else { continue }
      for code in (description.codes[type] ?? []).sorted() {
        lines.append("    Event code \(code) (CODE_NAME)")
        guard type == EventType.absolute, let axis = description.axes[code] else { continue }
        lines += ["      Value      0", "      Min   \(axis.minimum)", "      Max   \(axis.maximum)"]
        for (name, value) in [("Fuzz", axis.fuzz), ("Flat", axis.flat), ("Resolution", axis.resolution)]
        where value != 0 {
          lines.append("      \(name)   \(value)")
        }
      }
    }
    return lines + ["Properties:"] + description.properties.sorted().map { "  Property type \($0) (NAME)" }
  }

  private static func line(_ event: EvdevEvent) -> String {
    let time = "Event: time \(seconds(event.time)), "
    guard event.type == EventType.synchronize else {
      return "\(time)type \(event.type) (EV_NAME), code \(event.code) (CODE_NAME), value \(event.value)"
    }
    return switch event.code {
    case SynchronizeCode.contact: "\(time)++++++++++++++ SYN_MT_REPORT ++++++++++++"
    case SynchronizeCode.dropped: "\(time)>>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<"
    default: "\(time)-------------- SYN_REPORT ------------"
    }
  }
}

private enum GeteventWriter {
  private static let path = "/dev/input/event1"

  static func text(_ recording: Recording) -> String {
    ((recording.description.map(head) ?? []) + recording.events.map(line)).map { $0 + "\n" }.joined()
  }

  private static func head(_ description: DeviceDescription) -> [String] {
    let identity = description.identity
    var lines = [
      "add device 1: \(path)", "  bus:      \(hexadecimal(identity.bus, 4))",
      "  vendor    \(hexadecimal(identity.vendor, 4))", "  product   \(hexadecimal(identity.product, 4))",
      "  version   \(hexadecimal(identity.version, 4))", "  name:     \"\(description.name)\"", "  events:",
    ]
    for type in (description.codes[EventType.synchronize] ?? []).sorted() where type != EventType.synchronize {
      let title = "    TYPE (\(hexadecimal(type, 4))):"
      let codes = (description.codes[type] ?? []).sorted()
      if type == EventType.absolute {
        // The first one follows the title.
        var start = title
        for code in codes {
          guard let axis = description.axes[code] else { continue }
          let range = "min \(axis.minimum), max \(axis.maximum), fuzz \(axis.fuzz), flat \(axis.flat)"
          lines.append("\(start) \(hexadecimal(code, 4))  : value 0, \(range), resolution \(axis.resolution)")
          start = "               "
        }
      } else {
        lines.append(title + codes.map { " " + hexadecimal($0, 4) }.joined())
      }
    }
    lines.append("  input props:")
    return lines + description.properties.sorted().map { "    \(hexadecimal($0, 4))" }
  }

  private static func line(_ event: EvdevEvent) -> String {
    let numbers = "\(hexadecimal(event.type, 4)) \(hexadecimal(event.code, 4))"
    let value = hexadecimal(UInt32(bitPattern: event.value), 8)
    return "[   \(seconds(event.time))] \(path): \(numbers) \(value)"
  }
}
