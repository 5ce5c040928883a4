/// Makes choices from a fuzzer's bytes; after the last byte every choice is the first.
///
/// A choice takes one or two bytes, so that a mutation of the bytes changes one choice and not all later ones.
package struct ByteReader {
  private var bytes: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// Whether all bytes are used.
  package var isAtEnd: Bool { bytes.isEmpty }

  package mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  package mutating func bool() -> Bool { byte() & 1 == 1 }

  /// A number below `count`, which is positive.
  package mutating func index(below count: Int) -> Int {
    count <= 256 ? Int(byte()) % count : (Int(byte()) << 8 | Int(byte())) % count
  }

  /// An even or odd number between the bounds, which are among the choices.
  package mutating func number(in range: ClosedRange<Double>) -> Double {
    let fraction = Double(Int(byte()) << 8 | Int(byte())) / 65535
    return min(range.lowerBound + (range.upperBound - range.lowerBound) * fraction, range.upperBound)
  }

  package mutating func element<Element>(of list: [Element]) -> Element { list[index(below: list.count)] }

  /// One of the cases of an enumeration.
  package mutating func choice<Choice: CaseIterable>(_: Choice.Type = Choice.self) -> Choice {
    element(of: Array(Choice.allCases))
  }

  /// At most `limit` elements.
  package mutating func list<Element>(upTo limit: Int, _ element: (inout ByteReader) -> Element) -> [Element] {
    (0..<index(below: limit + 1)).map { _ in element(&self) }
  }

  /// Some of the elements, in their order.
  package mutating func some<Element>(of list: [Element]) -> [Element] { list.filter { _ in bool() } }

  /// A value now and then.
  package mutating func optional<Value>(_ value: (inout ByteReader) -> Value) -> Value? { bool() ? value(&self) : nil }
}
