package import JSON

/// The cards of a deck's last frame, and where each is in its line: of the cards of a deck, a finger moves one, and the
/// others are copied from there.
package struct FrameMemory: Sendable {
  private var cards: [CardFrame] = []
  /// The bytes of each card in the last line.
  private var places: [Range<Int>] = []

  /// Nothing: no frame was written.
  package init() {}

  /// Writes the line of a frame after `last`, the line that was written before with this memory.
  package mutating func write(_ frame: DeckFrame, after last: [UInt8], to json: inout JSONWriter) {
    json.object(beginning: Self.start) { json in
      json.object { json in
        DeckFrame.start.writeMembers(of: frame, to: &json)
        json.key(Self.key)
        json.array { json in
          for index in frame.cards.indices { write(index, of: frame.cards, after: last, to: &json) }
        }
        DeckFrame.end.writeMembers(of: frame, to: &json)
      }
    }
    json.newline()
    let count = cards.count - frame.cards.count
    if count > 0 {
      cards.removeLast(count)
      places.removeLast(count)
    }
  }

  private static let start = NotificationName.frame.start
  private static let key = JSONKey("cards")

  private mutating func write(_ index: Int, of new: [CardFrame], after last: [UInt8], to json: inout JSONWriter) {
    // After the comma.
    let start = json.bytes.count + min(index, 1)
    new.withUnsafeBufferPointer { new in
      guard let card = new.baseAddress?.advanced(by: index) else { return }
      if index == cards.count {
        CardFrame.write(card, to: &json)
        cards.append(card.pointee)
        places.append(start..<json.bytes.count)
        return
      }
      if cards[index] == card.pointee {
        last.withUnsafeBytes { json.copy(UnsafeRawBufferPointer(rebasing: $0[places[index]])) }
      } else {
        CardFrame.write(card, to: &json)
        cards[index] = card.pointee
      }
      places[index] = start..<json.bytes.count
    }
  }
}
