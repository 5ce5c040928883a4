/// A checksum over a row's values, against accidents and not against intent.
///
/// Each word passes through a step of MurmurHash3's finalizer (`fmix64`), which can be inverted: a row that differs in
/// one word alone always has another checksum.
struct Checksum {
  private(set) var value: UInt64 = 0

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 33
  }

  mutating func add(_ number: Int64) {
    add(UInt64(bitPattern: number))
  }

  mutating func add(_ flag: Bool?) {
    add(flag.map { $0 ? 1 : 0 } ?? UInt64.max)
  }

  mutating func add(_ number: Double?) {
    add(number != nil)
    // SQLite stores -0 as 0.
    if let number { add((number + 0).bitPattern) }
  }

  mutating func add(_ text: String?) {
    guard var text else { return add(.max as UInt64) }
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ bytes: [UInt8]?) {
    guard let bytes else { return add(.max as UInt64) }
    bytes.withUnsafeBytes { add($0) }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    if whole < bytes.count { add(bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
  }
}
