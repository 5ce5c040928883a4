package import DeckProtocol

/// The ids of a list, to find those of another list among them: what commands about thousands of cards look up.
///
/// A `Set` would hash the keys again; here their own hashes find an id, and rule out nearly all others.
package struct CardIDSet {
  private let keys: [CardKey]
  /// Bits of which those of the ids' hashes are set: most other ids are ruled out in a sixteenth of the slots' memory.
  private var filter: [UInt64]
  /// One more than the place of an id in `keys`, from the slot of its hash on; 0 is free.
  private var slots: [UInt32]
  /// The place of the first id that an earlier one equals; `nil` if all differ.
  package private(set) var duplicate: Int?

  /// The ids with these keys.
  package init(_ keys: some Sequence<CardKey>) {
    self.keys = Array(keys)
    // At most a quarter of the slots are used, so that few ids share one.
    var size = 64
    while size < self.keys.count * 4 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    filter = [UInt64](repeating: 0, count: size / 16)
    for (place, key) in self.keys.enumerated() {
      let slot = slot(of: key)
      if slots[slot] == 0 { slots[slot] = UInt32(place + 1) } else { duplicate = duplicate ?? place }
      filter[word(of: key.hash)] |= 1 << (key.hash >> 58)
    }
  }

  /// Returns the place in the list of the first id that equals that of `key`.
  package func place(of key: CardKey) -> Int? {
    guard mayContain(hash: key.hash) else { return nil }
    let place = slots[slot(of: key)]
    return place == 0 ? nil : Int(place) - 1
  }

  /// Returns `false` for the hash of an id that the list does not have, with few exceptions.
  func mayContain(hash: UInt64) -> Bool { filter[word(of: hash)] & 1 << (hash >> 58) != 0 }

  /// Whether the list has an id that equals that of `key`.
  package func contains(_ key: CardKey) -> Bool { place(of: key) != nil }

  /// Returns the word of the filter that has the bit of a hash; the bit is the upper six bits of the hash.
  private func word(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (filter.count - 1) }

  /// Returns the slot of a key, that which has it or the free one that would.
  private func slot(of key: CardKey) -> Int {
    var slot = Int(truncatingIfNeeded: key.hash) & (slots.count - 1)
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
