/// Ids of cards, for a search of all cards of a large deck.
///
/// Hashing the ids of 100,000 cards for a `Set` takes ten milliseconds. Here a few bits of a simple hash rule out nearly
/// all ids that are not in the set, at a tenth of that.
package struct CardIDSet {
  private let ids: Set<String>
  /// A bit for each value of the simple hash; empty if that cannot rule out anything.
  private var bits: [UInt64] = []

  /// A set of these ids.
  package init(_ ids: some Sequence<String>) {
    self.ids = Set(ids)
    // Sixteen bits for each id, a power of two in all.
    var words = 64
    while words * 4 < self.ids.count { words *= 2 }
    var bits = [UInt64](repeating: 0, count: words)
    for id in self.ids {
      // Only an id of ASCII characters has the same bytes whenever it is the same id.
      guard let hash = Self.hash(id) else { return }
      bits[Self.word(of: hash, among: words)] |= 1 << (hash & 63)
    }
    self.bits = bits
  }

  /// Whether the set has an id that is canonically equivalent.
  package func contains(_ id: String) -> Bool {
    guard !bits.isEmpty, let hash = Self.hash(id) else { return ids.contains(id) }
    return bits[Self.word(of: hash, among: bits.count)] & 1 << (hash & 63) != 0 && ids.contains(id)
  }

  private static func word(of hash: UInt64, among count: Int) -> Int {
    Int(truncatingIfNeeded: hash >> 6) & (count - 1)
  }

  /// FNV-1a of the bytes, its upper half mixed into the lower one; `nil` unless they are all ASCII.
  private static func hash(_ id: String) -> UInt64? {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var all: UInt8 = 0
    for byte in id.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      all |= byte
    }
    return all < 0x80 ? hash ^ hash >> 32 : nil
  }
}
