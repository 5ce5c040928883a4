/// The ids of a list, to find those of another list among them: what commands about thousands of cards look up.
///
/// Hashing the ids of 100,000 cards for a `Set` takes ten milliseconds. Here a table of a simple hash finds an id, and
/// rules out nearly all others, at a tenth of that.
package struct CardIDSet {
  private let ids: [String]
  /// Bits of which those of the ids' hashes are set: most other ids are ruled out in a sixteenth of the slots' memory.
  private var filter: [UInt64] = []
  /// One more than the place of an id in `ids`, from the slot of its hash on.
  ///
  /// 0 is free; empty if `places` has the ids.
  private var slots: [UInt32] = []
  /// Instead of the slots, where the simple hash cannot be used.
  private var places: [String: Int] = [:]
  /// The place of the first id that an earlier one equals; `nil` if all differ.
  package private(set) var duplicate: Int?

  /// The longest search for a slot: random ids need fewer steps, and chosen ones that need more are hashed with a seed.
  private static let longestSearch = 32

  /// The ids of a list.
  package init(_ ids: some Sequence<String>) {
    self.ids = Array(ids)
    // At most a quarter of the slots are used, so that few ids share one.
    var size = 64
    while size < self.ids.count * 4 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    filter = [UInt64](repeating: 0, count: size / 16)
    for (place, id) in self.ids.enumerated() {
      // Only an id of ASCII characters has the same bytes whenever it is the same id.
      guard let hash = Self.simpleHash(of: id), let slot = slot(of: id, hash) else {
        hashEverything()
        return
      }
      if slots[slot] == 0 { slots[slot] = UInt32(place + 1) } else { duplicate = duplicate ?? place }
      filter[word(of: hash)] |= 1 << (hash >> 58)
    }
  }

  /// Finds the ids by their canonical form instead.
  private mutating func hashEverything() {
    (slots, filter, duplicate) = ([], [], nil)
    for (place, id) in ids.enumerated() {
      if places[id] == nil { places[id] = place } else { duplicate = duplicate ?? place }
    }
  }

  /// Returns the place in the list of the first id that is canonically equivalent to `id`.
  package func place(of id: String) -> Int? {
    guard !slots.isEmpty else { return places[id] }
    guard let hash = Self.simpleHash(of: id) else { return Self.asciiForm(of: id).flatMap { place(of: $0) } }
    guard filter[word(of: hash)] & 1 << (hash >> 58) != 0, let slot = slot(of: id, hash), slots[slot] != 0
    else { return nil }
    return Int(slots[slot]) - 1
  }

  /// Whether the simple hash spreads the ids of the list.
  package var isSpread: Bool { !slots.isEmpty }

  /// Whether the list has an id that is canonically equivalent.
  package func contains(_ id: String) -> Bool { place(of: id) != nil }

  /// Returns the word of the filter that has the bit of a hash; the bit is the upper six bits of the hash.
  private func word(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (filter.count - 1) }

  /// Returns the slot of an id, that which has it or the free one that would; `nil` if there is none nearby.
  private func slot(of id: String, _ hash: UInt64) -> Int? {
    var slot = Int(truncatingIfNeeded: hash)
    for _ in 0..<Self.longestSearch {
      slot &= slots.count - 1
      let place = Int(slots[slot])
      if place == 0 || ids[place - 1] == id { return slot }
      slot += 1
    }
    return nil
  }

  /// Returns a hash of the bytes, eight at a time; `nil` unless they are all ASCII.
  package static func simpleHash(of id: String) -> UInt64? {
    var id = id
    return id.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      var (hash, all, index) = (UInt64(bytes.count), UInt64(0), 0)
      while index < bytes.count {
        var word: UInt64 = 0
        if index + 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        } else {
          for rest in bytes[index...] { word = word << 8 | UInt64(rest) }
        }
        index += 8
        all |= word
        // The multiplier is the odd number next to 2^64 divided by the golden ratio: it spreads close words.
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
      }
      // One more round, with the multiplier of degski's 64-bit mixer: without it, ids of eight bytes such as 12-10000 share
      // so many slots that they would all be hashed with a seed.
      hash = hash &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash >> 32
      return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }
  }

  /// Returns the ASCII characters that an id with others is canonically equivalent to; `nil` if it has any that is not.
  ///
  /// Unicode has three such characters: the Kelvin sign, the Greek question mark and the Greek varia.
  private static func asciiForm(of id: String) -> String? {
    var form = ""
    for scalar in id.unicodeScalars {
      switch scalar {
      case "\u{212A}": form.append("K")
      case "\u{37E}": form.append(";")
      case "\u{1FEF}": form.append("`")
      case _ where scalar.isASCII: form.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    return form
  }
}
