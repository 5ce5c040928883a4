package import JSON

/// The cards and the accessibility of a deck's last frame, and where each is in its line.
///
/// Of the cards of a deck, a finger moves one; the others are copied from there.
package struct FrameMemory: Sendable {
  private var cards = WrittenValues<CardFrame>()
  /// That of the frame, or none.
  private var accessibility = WrittenValues<DeckFrame.Accessibility>()

  /// Nothing: no frame was written.
  package init() {}

  /// Writes the line of the frame at an address, after `last`, the line that was written before with this memory.
  ///
  /// A frame is large: each part is read where it lies.
  package mutating func write(_ frame: UnsafePointer<DeckFrame>, after last: [UInt8], to json: inout JSONWriter) {
    json.object(beginning: Self.start) { json in
      json.object { json in
        DeckFrame.start.writeMembers(of: frame, to: &json)
        json.key(Self.cardsKey)
        json.array { cards.write(frame.pointee.cards, after: last, to: &$0) }
        DeckFrame.end.writeMembers(of: frame, to: &json)
        if let new = frame.pointee.accessibility {
          json.key(Self.accessibilityKey)
          withUnsafePointer(to: new) { accessibility.write(at: 0, $0, after: last, to: &json) }
        } else {
          accessibility.forget(after: 0)
        }
      }
    }
    json.newline()
  }

  private static let start = NotificationName.frame.start
  private static let cardsKey = JSONKey("cards")
  private static let accessibilityKey = JSONKey("accessibility")
}

/// Values in the last line, and where each is: those that are the same in the next line are copied from there.
private struct WrittenValues<Value: WireObject & Equatable>: Sendable {
  private var values: [Value] = []
  /// The bytes of each value in the last line.
  private var places: [Range<Int>] = []

  /// Writes the elements of an array, and forgets those of the last line that are beyond its end.
  mutating func write(_ new: [Value], after last: [UInt8], to json: inout JSONWriter) {
    new.withUnsafeBufferPointer { new in
      guard let first = new.baseAddress else { return }
      for index in new.indices { write(at: index, first + index, after: last, to: &json) }
    }
    forget(after: new.count)
  }

  /// Forgets all values but the first `count`: the next line has no others.
  mutating func forget(after count: Int) {
    guard count < values.count else { return }
    values.removeSubrange(count...)
    places.removeSubrange(count...)
  }

  /// Writes a value, which is the one at `index` among those of the line.
  mutating func write(at index: Int, _ new: UnsafePointer<Value>, after last: [UInt8], to json: inout JSONWriter) {
    // After the comma.
    let start = json.bytes.count + min(index, 1)
    if index == values.count {
      Value.write(new, to: &json)
      values.append(new.pointee)
      places.append(start..<json.bytes.count)
      return
    }
    if isKnown(new, at: index) {
      last.withUnsafeBytes { json.copy(UnsafeRawBufferPointer(rebasing: $0[places[index]])) }
    } else {
      Value.write(new, to: &json)
      values[index] = new.pointee
    }
    places[index] = start..<json.bytes.count
  }

  /// Returns whether a value is the one at `index`.
  ///
  /// Nearly always, the same value is the same bytes; they are compared first, because `==` copies both values. Its verdict
  /// is needed where equal texts are different objects.
  @inline(__always)
  private func isKnown(_ new: UnsafePointer<Value>, at index: Int) -> Bool {
    values.withUnsafeBufferPointer { known in
      guard let first = known.baseAddress else { return false }
      return haveEqualBytes(first + index, new) || known[index] == new.pointee
    }
  }
}

/// Returns whether two values have the same bytes, which makes them equal.
@inline(__always)
private func haveEqualBytes<Value>(_ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
  let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
  let size = MemoryLayout<Value>.size
  var place = 0
  while place + 8 <= size {
    let word = left.load(fromByteOffset: place, as: UInt64.self)
    guard word == right.load(fromByteOffset: place, as: UInt64.self) else { return false }
    place += 8
  }
  while place < size {
    let byte = left.load(fromByteOffset: place, as: UInt8.self)
    guard byte == right.load(fromByteOffset: place, as: UInt8.self) else { return false }
    place += 1
  }
  return true
}
