/// The key of a member that is written often, encoded once: the quoted name and a colon.
///
/// The bytes lie within the value, so that a table of members is one piece of memory, and are copied all at once. With
/// its length, a key has 29 bytes: a frame has fifty, and each cache line of them counts.
public struct JSONKey: Sendable {
  /// 28 bytes, in words because an array of bytes is copied one by one.
  typealias Words = (UInt64, UInt64, UInt64, UInt32)

  /// The most bytes that a key has, encoded.
  static let capacity = MemoryLayout<Words>.size

  let words: Words
  private let length: UInt8

  var count: Int { Int(length) }

  // Computed: a stored one would be loaded from a page of its own.
  /// The empty key, for a value that is not a member.
  @usableFromInline
  static var empty: JSONKey { JSONKey() }

  private init() { (words, length) = ((0, 0, 0, 0), 0) }

  /// The key of the member `name`.
  ///
  /// - Precondition: the name has at most 25 bytes, encoded.
  public init(_ name: String) {
    var json = JSONWriter(capacity: Self.capacity)
    json.key(name)
    let encoded = json.bytes
    precondition(encoded.count <= Self.capacity, "a key that is encoded once is short: \(name)")
    var words: Words = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: encoded) }
    self.words = words
    length = UInt8(encoded.count)
  }
}
