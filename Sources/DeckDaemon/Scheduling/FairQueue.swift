/// Elements that wait for a turn: next is the one whose turns have used the least time.
///
/// Start-time fair queueing (Goyal, Vin, Cheng, 1997): an element's turn counts from where its last turn ended, but not
/// from before the start of the current turn. An element that was away is therefore next, gains nothing else from its
/// absence, and no element waits forever. Times are microseconds of turns, not of a clock.
///
/// An element that returns may be ahead of the others by a `grace`: otherwise one with a short turn now and then would
/// wait for all those that have used as much, each with a long turn. What it has used counts, so it is ahead by no more
/// than that.
package struct FairQueue<Element> {
  private struct Entry {
    /// Decides the order.
    var key: Int64
    /// From where the turn counts.
    var start: Int64
    var element: Element
  }

  /// Latest key first, so that the next one is removed without moving the others.
  private var entries: [Entry] = []
  /// The latest key of a turn so far.
  package private(set) var now: Int64 = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Inserts an element whose last turn ended at `end`, and that may be ahead by so much; it follows those that have
  /// used as much.
  package mutating func insert(_ element: Element, after end: Int64, grace: Int64 = 0) {
    let key = end - grace
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key > key { low = middle + 1 } else { high = middle }
    }
    entries.insert(Entry(key: key, start: max(end, now), element: element), at: low)
  }

  /// How many elements wait.
  package var count: Int { entries.count }

  /// Removes the elements for which `condition` holds.
  package mutating func removeAll(where condition: (Element) -> Bool) { entries.removeAll { condition($0.element) } }

  /// Removes the next element, and returns it with the start of its turn.
  package mutating func removeFirst() -> (element: Element, start: Int64)? {
    guard let entry = entries.popLast() else { return nil }
    now = max(now, entry.key)
    return (entry.element, entry.start)
  }
}
