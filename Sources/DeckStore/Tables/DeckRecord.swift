import DeckEngine
import DeckProtocol

/// A deck as stored in the file, with its row number and its cards' places.
struct DeckRecord {
  var number: Int64
  var state: DeckState
  /// The places of its cards, by index.
  var places: [Int64]
  var hasConfiguredCards: Bool
  /// The sum of the checksums of its cards and decisions.
  var digest: UInt64
  /// Whether `state.configured` equals the configuration's cards: `false` after reading, until a commit supplies them.
  var knowsConfigured = true

  /// The checksum of the deck's own row; through `digest` it stands for every row of the deck.
  var checksum: UInt64 {
    var checksum = Checksum()
    checksum.add(number)
    checksum.add(state.deck)
    checksum.add(state.kind.rawValue)
    checksum.add(Int64(state.current))
    checksum.add(state.isArriving)
    checksum.add(state.isFanned)
    checksum.add(state.round?.rawValue)
    checksum.add(state.open)
    checksum.add(state.scroll)
    checksum.add(hasConfiguredCards)
    checksum.add(digest)
    return checksum.value
  }
}

extension DeckState.Decision {
  /// The checksum of the decision's row.
  func checksum(deck: Int64, number: Int) -> UInt64 {
    var checksum = Checksum()
    checksum.add(deck)
    checksum.add(Int64(number))
    checksum.add(Int64(index))
    checksum.add(direction?.rawValue)
    return checksum.value
  }
}
