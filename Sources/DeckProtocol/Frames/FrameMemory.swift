package import JSON

/// The cards and the accessibility of a deck's last frame, and where each is in its line.
///
/// Of the cards of a deck, a finger moves one; the others are copied from there.
package struct FrameMemory: Sendable {
  private var cards = WrittenArray<CardFrame>()
  private var accessibility = WrittenValue<DeckFrame.Accessibility>()
  // Not static: a static property checks at each access whether it was initialized, and lies in memory of its own.
  private let beginning = NotificationName.frame.start
  private let cardsKey = JSONKey("cards")
  private let accessibilityKey = JSONKey("accessibility")
  private let head = DeckFrame.start
  private let tail = DeckFrame.end

  /// Nothing: no frame was written.
  package init() {}

  /// Writes the line of the frame at an address, after `last`, the line that was written before with this memory.
  ///
  /// A frame is large: each part is read where it lies.
  package mutating func write(_ frame: UnsafePointer<DeckFrame>, after last: [UInt8], to json: inout JSONWriter) {
    json.object(beginning: beginning) { json in
      json.object { json in
        head.writeMembers(of: frame, to: &json)
        json.key(cardsKey)
        json.array { cards.write(frame.pointee.cards, after: last, to: &$0) }
        tail.writeMembers(of: frame, to: &json)
        if let new = frame.pointee.accessibility {
          json.key(accessibilityKey)
          withUnsafePointer(to: new) { accessibility.write($0, after: last, to: &json) }
        } else {
          accessibility.forget()
        }
      }
    }
    json.newline()
  }
}

/// The elements of an array in the last line, and where each is: those that are the same in the next line are copied
/// from there.
private struct WrittenArray<Element: WireObject>: Sendable {
  /// The last frame's own array.
  ///
  /// The engine fills the buffer of the frame before it with the next frame's cards.
  private var elements: [Element] = []
  /// The bytes of each element in the last line.
  private var places: [Range<Int>] = []
  /// Not static, as in `FrameMemory`.
  private let object = Element.object

  /// Writes the elements of an array.
  mutating func write(_ new: [Element], after last: [UInt8], to json: inout JSONWriter) {
    for index in new.indices {
      // After the comma.
      let start = json.bytes.count + min(index, 1)
      writeElement(at: index, of: new, after: last, to: &json)
      let place = start..<json.bytes.count
      if index < places.count { places[index] = place } else { places.append(place) }
    }
    while places.count > new.count { places.removeLast() }
    elements = new
  }

  private func writeElement(at index: Int, of new: [Element], after last: [UInt8], to json: inout JSONWriter) {
    new.withUnsafeBufferPointer { new in
      guard let element = new.baseAddress.map({ $0 + index }) else { return }
      let isKnown = elements.withUnsafeBufferPointer { known in
        index < known.count && known.baseAddress.map { haveEqualBytes($0 + index, element) } ?? false
      }
      if isKnown { json.copy(last, places[index]) } else { object.write(element, to: &json) }
    }
  }
}

/// A value in the last line, and where it is: if it is the same in the next line, it is copied from there.
private struct WrittenValue<Value: WireObject>: Sendable {
  /// None or one, at an address of its own.
  private var value: [Value] = []
  /// The bytes of the value in the last line.
  private var place = 0..<0

  /// Forgets the value: the next line has none.
  mutating func forget() { value.removeAll(keepingCapacity: true) }

  /// Writes a value.
  mutating func write(_ new: UnsafePointer<Value>, after last: [UInt8], to json: inout JSONWriter) {
    let start = json.bytes.count
    let isKnown = value.withUnsafeBufferPointer { known in
      !known.isEmpty && known.baseAddress.map { haveEqualBytes($0, new) } ?? false
    }
    if isKnown {
      json.copy(last, place)
    } else {
      Value.write(new, to: &json)
      forget()
      value.append(new.pointee)
    }
    place = start..<json.bytes.count
  }
}

extension JSONWriter {
  /// Writes the value at a place of the last line.
  fileprivate mutating func copy(_ last: [UInt8], _ place: Range<Int>) {
    last.withUnsafeBytes { copy(UnsafeRawBufferPointer(rebasing: $0[place])) }
  }
}

/// Returns whether two values have the same bytes, which are then written alike.
///
/// Not `==`: it copies both values, and texts that it takes for equal may be written differently ("é" is one character or
/// two). An equal value with other bytes is only written again.
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
