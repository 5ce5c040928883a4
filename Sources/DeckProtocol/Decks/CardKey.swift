/// A card's id with its hash: two keys are compared without a look at the ids, unless they are equal.
///
/// Ids are equal if they are canonically equivalent, as all strings are in Swift. To compare two that are not ASCII may
/// take microseconds, and a deck may have 100,000: a request that names a card would hold the daemon for a second. The
/// hash is computed once for each card.
package struct CardKey: Hashable, Sendable {
  package let id: String
  /// Equal for equal ids; it depends on a seed of the process, so that nobody can choose ids with the same hash.
  package let hash: UInt64

  /// The key of an id.
  package init(_ id: String) { self.init(id, hash: Self.hash(of: id)) }

  /// The key of an id whose hash is known.
  init(_ id: String, hash: UInt64) { (self.id, self.hash) = (id, hash) }

  package static func == (left: CardKey, right: CardKey) -> Bool { left.hash == right.hash && left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Returns the hash of an id.
  static func hash(of id: String) -> UInt64 {
    var text = id
    let simple = text.withUTF8 { simpleHash(of: UnsafeRawBufferPointer($0)) }
    if let simple { return simple }
    if let form = asciiForm(of: id) { return hash(of: form) }
    var hasher = Hasher()
    hasher.combine(id)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The seed, which is that of Swift's own hashes: constant where those are.
  private static let seed: (first: UInt64, second: UInt64) = {
    let words = (0..<2).map { number in
      var hasher = Hasher()
      hasher.combine(number)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return (words[0], words[1])
  }()

  /// Returns a hash of the bytes, eight at a time; `nil` unless they are all ASCII.
  ///
  /// Like wyhash it folds the product of the state and a secret, which takes a fifth of the time of Swift's own hash.
  private static func simpleHash(of bytes: UnsafeRawBufferPointer) -> UInt64? {
    let seed = seed
    var (hash, all, index) = (seed.first ^ UInt64(bytes.count), UInt64(0), 0)
    while index < bytes.count {
      var word: UInt64 = 0
      if index + 8 <= bytes.count {
        word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      } else {
        for rest in bytes[index...] { word = word << 8 | UInt64(rest) }
      }
      index += 8
      all |= word
      hash = folded(hash ^ word, seed.second)
    }
    return all & 0x8080_8080_8080_8080 == 0 ? folded(hash, seed.first) : nil
  }

  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right | 1)
    return product.high ^ product.low
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

extension Card {
  /// The id with its hash.
  package var key: CardKey { CardKey(id, hash: idHash) }
}

extension Collection<Card> {
  /// Returns the index of the first card with this key.
  package func firstIndex(of key: CardKey) -> Index? { firstIndex { $0.key == key } }

  /// Whether a card has this key.
  package func contains(_ key: CardKey) -> Bool { contains { $0.key == key } }
}
