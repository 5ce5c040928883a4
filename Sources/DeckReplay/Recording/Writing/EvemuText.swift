import Kinetics
import MessageText

/// Recordings in the format of evemu 1.3.
enum EvemuText {
  static let firstLine = "# EVEMU 1.3\n"
  /// The number of bytes in a `P:` or `B:` line.
  private static let rowLength = 8

  /// The lines that describe a device.
  static func head(_ description: DeviceDescription) -> String {
    let identity = description.identity
    let numbers = [identity.bus, identity.vendor, identity.product, identity.version].map(hexadecimal)
    var lines = ["N: \(description.name)", "I: \(numbers.joined(separator: " "))"]
    lines += rows(description.properties).map { "P:\($0)" }
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) {
      lines += rows(codes).map { "B: \(hexadecimal(type, digits: 2))\($0)" }
    }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let range = "\(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution)"
      lines.append("A: \(hexadecimal(code, digits: 2)) \(range)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The line of an event, which is not before the clock's origin: the format has no negative times.
  static func line(_ event: EvdevEvent) -> String {
    precondition(event.time.microseconds >= 0, "an event before the clock's origin")
    let (seconds, fraction) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let time = "\(seconds).\(padded(fraction, to: 6))"
    return "E: \(time) \(hexadecimal(event.type)) \(hexadecimal(event.code)) \(value(event.value))\n"
  }

  /// A set of bits as rows of bytes, the lowest first.
  private static func rows(_ bits: Set<UInt16>) -> [String] {
    var bytes = [UInt8](repeating: 0, count: (Int(bits.max() ?? 0) / 8 / rowLength + 1) * rowLength)
    for bit in bits { bytes[Int(bit) / 8] |= 1 << (bit % 8) }
    return stride(from: 0, to: bytes.count, by: rowLength).map { start in
      bytes[start..<start + rowLength].map { " " + padded($0, to: 2, radix: 16) }.joined()
    }
  }

  /// A value in at least four characters, its sign first.
  private static func value(_ value: Int32) -> String {
    value < 0 ? "-" + padded(value.magnitude, to: 3) : padded(value.magnitude, to: 4)
  }

  /// A number in at least this many hexadecimal `digits`.
  private static func hexadecimal(_ number: UInt16, digits: Int) -> String {
    padded(number, to: digits, radix: 16)
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    hexadecimal(number, digits: 4)
  }
}
