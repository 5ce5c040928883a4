/// Who has the next turn: groups share the time equally, and so do the elements of each group.
///
/// A group that uses less than its share waits for at most one turn of each other group, regardless of their sizes.
package struct TurnOrder<Group: Hashable, Element> {
  private struct Members {
    var waiting = FairQueue<Element>()
    /// The end of the group's last turn.
    var end: Int64 = 0
  }

  private var members: [Group: Members] = [:]
  /// The groups with elements that wait, but for `running`.
  private var groups = FairQueue<Group>()
  /// The group whose turn is under way.
  private var running: Group?

  package init() {}

  /// How many elements wait.
  package private(set) var count = 0
  package var isEmpty: Bool { count == 0 }

  /// Inserts an element whose last turn ended at `end`, or a new one; `grace` is how far it may be ahead.
  ///
  /// A new element counts as one that has just had a turn of length `turn`: otherwise those that keep being inserted
  /// would precede all others.
  package mutating func insert(_ element: Element, in group: Group, after end: Int64?, turn: Int64, grace: Int64 = 0) {
    if members[group]?.waiting.isEmpty ?? true, group != running {
      groups.insert(group, after: members[group]?.end ?? 0, grace: grace)
    }
    let end = end ?? (members[group]?.waiting.now ?? 0) + turn
    count += 1
    members[group, default: Members()].waiting.insert(element, after: end, grace: grace)
  }

  /// Begins the next turn: removes its element, and returns it with the start of the turn.
  package mutating func beginTurn() -> (element: Element, start: Int64)? {
    endTurn(charging: 0)
    guard let (group, start) = groups.removeFirst() else { return nil }
    running = group
    members[group]?.end = start
    count -= 1
    return members[group]?.waiting.removeFirst()
  }

  /// Removes the elements for which `condition` holds.
  package mutating func removeAll(where condition: (Element) -> Bool) {
    for group in Array(members.keys) { members[group]?.waiting.removeAll(where: condition) }
    groups.removeAll { members[$0]?.waiting.isEmpty ?? true }
    count = members.values.reduce(0) { $0 + $1.waiting.count }
  }

  /// Ends the turn, which counts for so many microseconds.
  package mutating func endTurn(charging microseconds: Int64) {
    guard let group = running, var own = members[group] else { return }
    running = nil
    own.end += microseconds
    if !own.waiting.isEmpty { groups.insert(group, after: own.end) }
    members[group] = own
  }
}
