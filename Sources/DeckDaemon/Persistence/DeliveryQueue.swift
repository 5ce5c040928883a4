import DeckStore

/// The items that wait until the lines of the events before them are encoded, in order.
struct DeliveryQueue {
  /// An item with the journal's answer, if it requested one.
  struct Delivery {
    var item: Outbox.Item
    var missed: Result<JournalAnswer, StoreError>?
  }

  private var waiting: [Delivery] = []
  /// Whether a thread encodes the first item.
  private var isEncoding = false

  var isEmpty: Bool { waiting.isEmpty }

  /// Appends an item; its client is held like one whose file is read.
  ///
  /// A client that receives the events has to read them before it causes more lines, or its own replies would exceed its
  /// limit: only once they are queued does anything show how many they are.
  mutating func append(_ delivery: Delivery) {
    delivery.item.client?.beginJob()
    waiting.append(delivery)
  }

  /// Returns the lines that are to be encoded now; `nil` while a thread encodes them, or if there are none.
  mutating func beginEncoding() -> CardEventLines? {
    guard !isEncoding, case .events(let lines)? = waiting.first?.item else { return nil }
    isEncoding = true
    return lines
  }

  /// Removes the first item, whose lines are encoded, and those up to the next one whose lines are not.
  mutating func removeEncoded() -> [Delivery] {
    isEncoding = false
    let count = waiting.indices.dropFirst().first { waiting[$0].item.awaitsEncoding } ?? waiting.count
    defer { waiting.removeFirst(count) }
    for delivery in waiting[..<count] { delivery.item.client?.endJob() }
    return Array(waiting[..<count])
  }
}

extension Outbox.Item {
  /// Whether the item's lines are to be encoded first, on another thread.
  var awaitsEncoding: Bool { if case .events(let lines) = self { lines.chunks == nil } else { false } }
}
