import Kinetics

/// The cards of a carousel that an edit moves, until they are in their slots.
struct CardDisplacements: Equatable, Sendable {
  /// A card on its path to a slot.
  struct Entry: Equatable, Sendable {
    var index: Int
    /// Points to the right of the slot.
    var distance = Motion.fixed(0)
    /// A factor of the opacity that the card has in its slot.
    var opacity = Motion.fixed(1)

    fileprivate var end: Instant? { earlier(distance.end, opacity.end) }
  }

  private(set) var entries: [Entry] = []

  /// When the next of their motions ends; `nil` without any.
  var end: Instant? {
    var next: Instant?
    for entry in entries { next = earlier(next, entry.end) }
    return next
  }

  func contains(_ index: Int) -> Bool {
    // In every frame, and nearly always empty.
    for entry in entries where entry.index == index { return true }
    return false
  }

  func entry(of index: Int) -> Entry? { entries.first { $0.index == index } }

  /// Replaces all of them by those that move.
  mutating func replace(by entries: [Entry]) { self.entries = entries.filter { $0.end != nil } }

  mutating func settle(at now: Instant) {
    for place in entries.indices {
      entries[place].distance.settle(at: now)
      entries[place].opacity.settle(at: now)
    }
    entries.removeAll { $0.end == nil }
  }

  mutating func skip() { entries = [] }
}
