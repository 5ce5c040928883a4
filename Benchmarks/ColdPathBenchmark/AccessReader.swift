/// Reads lackey's lines: `I  04025310,3` for an instruction, ` L`, ` S` and ` M` for data that it loads, stores or
/// modifies.
struct AccessReader {
  private enum Place {
    case kind, address, size
    /// A line that is no access: lackey's and the daemon's messages.
    case other
  }

  private var place = Place.kind
  private var isCode = false
  private var address: UInt64 = 0
  private var size: UInt64 = 0

  /// Adds the accesses in the next bytes of the trace; a line may continue in those after them.
  mutating func read(_ bytes: UnsafeRawBufferPointer, into footprint: inout Footprint) {
    for byte in bytes {
      guard byte != UInt8(ascii: "\n") else {
        if place == .size, size > 0 { footprint.add(isCode: isCode, address, size) }
        (place, address, size) = (.kind, 0, 0)
        continue
      }
      switch (place, byte) {
      case (.kind, UInt8(ascii: " ")): break
      case (.kind, UInt8(ascii: "I")): (place, isCode) = (.address, true)
      case (.kind, UInt8(ascii: "L")), (.kind, UInt8(ascii: "S")), (.kind, UInt8(ascii: "M")):
        (place, isCode) = (.address, false)
      case (.address, UInt8(ascii: " ")): break
      case (.address, UInt8(ascii: ",")): place = .size
      case (.address, UInt8(ascii: "0")...UInt8(ascii: "9")): address = address << 4 | UInt64(byte - UInt8(ascii: "0"))
      case (.address, UInt8(ascii: "a")...UInt8(ascii: "f")):
        address = address << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      case (.size, UInt8(ascii: "0")...UInt8(ascii: "9")): size = size * 10 + UInt64(byte - UInt8(ascii: "0"))
      default: place = .other
      }
    }
  }
}
