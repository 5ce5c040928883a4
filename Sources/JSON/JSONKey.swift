/// The key of a member that is written often, encoded once: the quoted name and a colon.
///
/// The bytes lie within the value, so that a table of members is one piece of memory, and are copied all at once.
public struct JSONKey: Sendable {
  /// The most bytes that a key has, encoded.
  static let capacity = 32

  let bytes: InlineArray<32, UInt8>
  let count: Int

  /// The key of the member `name`.
  ///
  /// - Precondition: the name has at most 29 bytes, encoded.
  public init(_ name: String) {
    var json = JSONWriter(capacity: Self.capacity)
    json.key(name)
    let encoded = json.bytes
    precondition(encoded.count <= Self.capacity, "a key that is encoded once is short: \(name)")
    bytes = InlineArray { $0 < encoded.count ? encoded[$0] : 0 }
    count = encoded.count
  }
}
