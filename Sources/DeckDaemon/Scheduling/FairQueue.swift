/// Elements that wait for a turn: next is the one whose turns have used the least time.
///
/// Start-time fair queueing (Goyal, Vin, Cheng, 1997): an element's turn starts where its last turn ended, but not before
/// the start of the current turn. An element that was away while each of the others had a turn is therefore next. It gains
/// nothing else from its absence, and no element waits forever. Times are microseconds of turns, not of a clock.
package struct FairQueue<Element> {
  private struct Entry {
    var start: Int64
    var element: Element
  }

  /// Latest start first, so that the next one is removed without moving the others.
  private var entries: [Entry] = []
  /// The start of the last turn.
  package private(set) var now: Int64 = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Inserts an element whose last turn ended at `end`.
  ///
  /// One that has been away precedes those that have waited since the start of the same turn; others follow them.
  package mutating func insert(_ element: Element, after end: Int64) {
    let start = max(end, now)
    let isBack = end < now
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let isLater = entries[middle].start > start || isBack && entries[middle].start == start
      if isLater { low = middle + 1 } else { high = middle }
    }
    entries.insert(Entry(start: start, element: element), at: low)
  }

  /// How many elements wait.
  package var count: Int { entries.count }

  /// Removes the elements for which `condition` holds.
  package mutating func removeAll(where condition: (Element) -> Bool) { entries.removeAll { condition($0.element) } }

  /// Removes the next element, and returns it with the start of its turn.
  package mutating func removeFirst() -> (element: Element, start: Int64)? {
    guard let entry = entries.popLast() else { return nil }
    now = entry.start
    return (entry.element, entry.start)
  }
}
